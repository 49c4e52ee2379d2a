//! Checks published tool definitions and the validator with rules from outside this project. The rules are the
//! meta-schemas of two JSON Schema drafts, another validator, and the public rules of Gemini and OpenAI.
//!
//! | module | checks with |
//! |---|---|
//! | `drafts` | `jsonschema`, with 2020-12 and draft-07 |
//! | `gemini` | a model of Gemini's `Schema`, from its documentation and its error messages |
//! | `openai` | a model of OpenAI's strict mode, from public sources |
//! | `random_schemas` | the validator of `mcp-tool-schema`, with `jsonschema` |
//!
//! `gemini_against_lint` and `openai_against_lint` compare the linter with one model each. If `TOOL_LISTS`
//! names a folder, `drafts` also writes the definitions to a file there. `tests/ajv/run` checks this file with
//! Ajv.

mod drafts;
mod gemini;
mod gemini_against_lint;
mod openai;
mod openai_against_lint;
mod random_schemas;
mod strategy;
