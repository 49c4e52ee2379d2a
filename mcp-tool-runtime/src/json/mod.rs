//! JSON, where serde_json does not do what this crate needs.
//!
//! ```text
//! json_kind       names the type of a value for an error message
//! exact_integers  keeps the digits of integers that clients write as floats
//! strict_json     writes values, and rejects those that JSON cannot represent
//! ```

pub(crate) mod exact_integers;
pub(crate) mod json_kind;
mod strict_json;

pub(crate) use strict_json::{StrictJson, impossible_keys};
