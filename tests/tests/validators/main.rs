//! Checks published definitions with independent rules: the meta-schemas of two drafts of JSON Schema,
//! and the documented rules of two providers.
//!
//! | module | checks with |
//! |---|---|
//! | `drafts` | `jsonschema`, with 2020-12 and draft-07 |
//! | `gemini` | a model of Gemini's `Schema`, from its documentation and its error messages |
//! | `openai` | a model of OpenAI's strict mode, which the linter must agree with |
//!
//! `tests/ajv/run` also checks with Ajv in strict mode. `drafts` writes the lists for it.

mod drafts;
mod gemini;
mod gemini_against_lint;
mod openai;
mod openai_against_lint;
mod strategy;
