//! Where serde's derive, schemars or JSON Schema itself leave no way to keep the promise. Each is
//! told with an example, which is tested: one that has gone must go from here.

use serde_json::{Value, json};

pub(crate) struct Disagreement {
    tool: &'static str,
    /// Whether arguments are like the example.
    covers: fn(&Value) -> bool,
    pub(crate) example: fn() -> Value,
    /// Whether the example is published and refused, and not the other way round.
    pub(crate) published: bool,
}

/// Whether the promise is known not to hold.
pub(crate) fn excuse(tool: &str, arguments: &Value) -> bool {
    false
}
