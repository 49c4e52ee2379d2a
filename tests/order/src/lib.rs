//! Nothing: the tests are in `tests/`, and the features are those of serde_json.
