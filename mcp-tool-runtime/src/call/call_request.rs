//! The request of a call: as users build it, and as the registry reads it before it has found the tool.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::error::ProtocolError;
use crate::json::json_kind;

/// `CallToolRequest`: the parameters of a `tools/call` request.
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
    /// The arguments: an object, or `null` for none.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub arguments: Value,
    /// The request's `_meta`. A protocol version in `_meta` takes precedence over the version in the
    /// `ToolContext`.
    #[serde(default, rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Map<String, Value>>,
    /// The client's answers to the server's questions, by the key of the question. The response to an earlier
    /// call contained these questions. Exists since protocol version 2026-07-28.
    #[serde(
        default,
        rename = "inputResponses",
        skip_serializing_if = "Option::is_none"
    )]
    pub input_responses: Option<Map<String, Value>>,
    /// The request state that the server sent with its questions (since protocol version 2026-07-28).
    #[serde(
        default,
        rename = "requestState",
        skip_serializing_if = "Option::is_none"
    )]
    pub request_state: Option<String>,
}

impl CallToolRequest {
    /// Creates a call of the tool `name` without arguments.
    pub fn new(name: impl Into<String>) -> Self {
        CallToolRequest {
            name: name.into(),
            arguments: Value::Null,
            meta: None,
            input_responses: None,
            request_state: None,
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

    /// Adds the answer to a question that the server [asked](crate::InputRequired) in an earlier response.
    /// Use this method once for each key.
    ///
    /// ```
    /// use mcp_tool_runtime::CallToolRequest;
    /// use serde_json::json;
    ///
    /// let request = CallToolRequest::new("forecast")
    ///     .with_input_response("unit", json!({ "action": "accept", "content": { "unit": "C" } }));
    /// assert_eq!(json!(request)["inputResponses"]["unit"]["action"], "accept");
    /// ```
    pub fn with_input_response(
        mut self,
        key: impl Into<String>,
        response: impl Into<Value>,
    ) -> Self {
        let responses = self.input_responses.get_or_insert_default();
        responses.insert(key.into(), response.into());
        self
    }

    /// Sets the request state that the server sent with its questions.
    pub fn with_request_state(mut self, state: impl Into<String>) -> Self {
        self.request_state = Some(state.into());
        self
    }
}

pub(crate) struct RawCall<'a> {
    pub(crate) name: Cow<'a, str>,
    pub(crate) arguments: RawArguments<'a>,
    pub(crate) earlier: EarlierRounds,
}

/// The arguments of a call, before they are decoded.
pub(crate) enum RawArguments<'a> {
    Map(Map<String, Value>),
    /// The text of a JSON object.
    Text(&'a str),
    /// The text of a JSON object that a guard or a layer could not parse. The call must fail.
    Unreadable(&'a str),
}

impl TryFrom<Value> for RawArguments<'_> {
    type Error = ProtocolError;

    /// Returns the arguments of a parsed request.
    fn try_from(arguments: Value) -> Result<Self, ProtocolError> {
        match arguments {
            Value::Object(map) => Ok(RawArguments::Map(map)),
            Value::Null => Ok(RawArguments::Map(Map::new())),
            other => {
                let mismatch = json_kind::mismatch("arguments", "an object", json_kind::of(&other));
                Err(ProtocolError::invalid_params(mismatch))
            }
        }
    }
}

/// The answers and the `requestState` of a repeated call. The client repeats a call if the previous response
/// contained questions.
#[derive(Debug, Default)]
pub(crate) struct EarlierRounds {
    pub(crate) responses: Option<Map<String, Value>>,
    pub(crate) state: Option<String>,
}
