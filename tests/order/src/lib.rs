//! This crate has only tests, in `tests/`. They run with different features of serde_json.
