//! Published definitions, checked by others: the meta-schemas of two drafts of JSON Schema, and the rules
//! that two providers have published.
//!
//! | module | judge |
//! |---|---|
//! | `drafts` | `jsonschema`, with 2020-12 and draft-07 |
//! | `gemini` | Gemini's `Schema`, as its documentation and its error messages tell it |
//! | `openai` | OpenAI's strict mode, likewise; `lint` has to come to the same |
//!
//! Ajv in strict mode is asked by `tests/ajv/run`, for which `drafts` writes the lists down.

mod drafts;
mod gemini;
mod gemini_against_lint;
mod openai;
mod openai_against_lint;
mod strategy;
