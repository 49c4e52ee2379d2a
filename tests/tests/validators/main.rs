//! Checks published definitions with independent rules: the meta-schemas of two drafts of JSON Schema,
//! and the documented rules of two providers.
//!
//! | module | checks with |
//! |---|---|
//! | `drafts` | `jsonschema`, with 2020-12 and draft-07 |
//! | `gemini` | a model of Gemini's `Schema`, from its documentation and its error messages |
//! | `openai` | a model of OpenAI's strict mode, from public sources |
//!
//! Two more modules compare the linter with both models. `drafts` also writes the definitions to a file,
//! which `tests/ajv/run` checks with Ajv.

mod drafts;
mod gemini;
mod gemini_against_lint;
mod openai;
mod openai_against_lint;
mod strategy;
