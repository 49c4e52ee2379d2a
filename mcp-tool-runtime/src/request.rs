use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The parameters of a `tools/call` request.
///
/// ```
/// use mcp_tool_runtime::CallToolRequest;
/// use serde_json::json;
///
/// let request = CallToolRequest::new("forecast").with_arguments(json!({ "city": "Oslo" }));
/// assert_eq!(request.name, "forecast");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CallToolRequest {
    /// The name of the tool.
    pub name: String,
    /// The arguments: an object, or `null` for none (R18, R19).
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub arguments: Value,
    /// The request's `_meta`. A protocol version in it overrides the context's (R176).
    #[serde(default, rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Map<String, Value>>,
}

impl CallToolRequest {
    /// A call of the tool `name` without arguments.
    pub fn new(name: impl Into<String>) -> Self {
        CallToolRequest {
            name: name.into(),
            arguments: Value::Null,
            meta: None,
        }
    }

    /// Sets the arguments, usually `json!({ … })`.
    pub fn with_arguments(mut self, arguments: impl Into<Value>) -> Self {
        self.arguments = arguments.into();
        self
    }

    /// Sets the request's `_meta`.
    pub fn with_meta(mut self, meta: Map<String, Value>) -> Self {
        self.meta = Some(meta);
        self
    }
}
