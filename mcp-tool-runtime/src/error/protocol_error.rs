//! `ProtocolError`: JSON-RPC errors for the client.

use std::error::Error;
use std::fmt;

use serde::Serialize;
use serde_json::{Value, json};

#[cfg(feature = "rmcp-types")]
use super::sdk_downcast::{error_data, error_message};

/// A failure that the model cannot repair: an invalid request, or a fault of the server.
///
/// It serializes to the `error` member of a JSON-RPC response. Most failures of a tool should be results with
/// `isError`, which clients show to the model. A tool can return a `ProtocolError`, or a `ToolError` from
/// [`ToolError::protocol`](crate::ToolError::protocol). The client then gets a JSON-RPC error instead of a
/// result.
///
/// ```
/// use mcp_tool_runtime::ProtocolError;
///
/// let error = ProtocolError::method_not_found("tools/cal");
/// assert_eq!(error.code(), -32601);
/// assert_eq!(
///     serde_json::to_string(&error)?,
///     r#"{"code":-32601,"message":"unknown method `tools/cal`"}"#,
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProtocolError {
    code: i32,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Value>,
}

impl ProtocolError {
    const PARSE_ERROR: i32 = -32700;
    const INVALID_REQUEST: i32 = -32600;
    const METHOD_NOT_FOUND: i32 = -32601;
    const INVALID_PARAMS: i32 = -32602;
    const INTERNAL_ERROR: i32 = -32603;
    pub(crate) const RESOURCE_NOT_FOUND: i32 = -32002;
    pub(crate) const MISSING_CLIENT_CAPABILITY: i32 = -32021;
    const UNSUPPORTED_PROTOCOL_VERSION: i32 = -32022;
    pub(crate) const URL_ELICITATION_REQUIRED: i32 = -32042;

    /// Creates an error with a code and one sentence for the developers of the client. Choose your own codes
    /// outside of -32768 to -32000. JSON-RPC reserves this range, and MCP defines some codes in it.
    pub fn new(code: i32, message: impl Into<String>) -> Self {
        ProtocolError {
            code,
            message: message.into(),
            data: None,
        }
    }

    /// Adds a line to the message.
    #[cfg(feature = "tower")]
    pub(crate) fn with_line(mut self, line: &str) -> Self {
        self.message = format!("{}\n{line}", self.message);
        self
    }

    /// Sets the machine-readable details.
    pub fn with_data(mut self, data: impl Into<Value>) -> Self {
        self.data = Some(data.into());
        self
    }

    /// -32700: the client's message is not JSON.
    pub fn parse_error(message: impl Into<String>) -> Self {
        Self::new(Self::PARSE_ERROR, message)
    }

    /// -32600: the client's message is valid JSON, but not a JSON-RPC 2.0 request.
    pub fn invalid_request(message: impl Into<String>) -> Self {
        Self::new(Self::INVALID_REQUEST, message)
    }

    /// -32601: the server does not support the method.
    pub fn method_not_found(method: &str) -> Self {
        Self::new(
            Self::METHOD_NOT_FOUND,
            format!("unknown method `{}`", shorten(method)),
        )
    }

    /// -32602: the request's parameters are invalid, or the tool or the cursor is unknown.
    pub fn invalid_params(message: impl Into<String>) -> Self {
        Self::new(Self::INVALID_PARAMS, message)
    }

    /// -32603: the server failed, outside of any tool.
    pub fn internal_error(message: impl Into<String>) -> Self {
        Self::new(Self::INTERNAL_ERROR, message)
    }

    /// -32021: the call needs capabilities that the client has not declared.
    pub(crate) fn missing_client_capability(message: impl Into<String>, required: &Value) -> Self {
        Self::new(Self::MISSING_CLIENT_CAPABILITY, message)
            .with_data(json!({ "requiredCapabilities": required }))
    }

    /// -32022: the request names an unsupported protocol version.
    pub(crate) fn unsupported_protocol_version(
        message: impl Into<String>,
        requested: &str,
        supported: &[&str],
    ) -> Self {
        Self::new(Self::UNSUPPORTED_PROTOCOL_VERSION, message)
            .with_data(json!({ "supported": supported, "requested": requested }))
    }

    /// -32603: the call was cancelled. If the context is cancelled too, [`ToolRegistry::handle_json`] returns no response.
    ///
    /// [`ToolRegistry::handle_json`]: crate::registry::ToolRegistry::handle_json
    pub fn cancelled() -> Self {
        Self::internal_error("the server has cancelled the call")
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        *self == Self::cancelled()
    }

    /// -32602: the tool is unknown. The error's message suggests `nearest`, the most similar tool name, if
    /// there is one.
    pub(crate) fn unknown_tool(name: &str, nearest: Option<&str>) -> Self {
        let name = shorten(name);
        Self::invalid_params(match nearest {
            Some(nearest) => format!("unknown tool `{name}`; did you mean `{nearest}`?"),
            None => format!("unknown tool `{name}`"),
        })
    }

    /// Returns the JSON-RPC error in the error of a tool, if the client must handle it: the client lacks a
    /// capability, or the user must open a page first.
    pub(crate) fn for_client(error: &(dyn Error + 'static)) -> Option<Self> {
        let error = match error.downcast_ref::<ProtocolError>() {
            Some(error) => error.clone(),
            #[cfg(feature = "rmcp-types")]
            None => {
                let error = error_data(error)?;
                let converted = Self::new(error.code.0, error.message.clone());
                match &error.data {
                    Some(data) => converted.with_data(data.clone()),
                    None => converted,
                }
            }
            #[cfg(not(feature = "rmcp-types"))]
            None => return None,
        };
        let member = match error.code {
            Self::MISSING_CLIENT_CAPABILITY => "requiredCapabilities",
            Self::URL_ELICITATION_REQUIRED => "elicitations",
            _ => return None,
        };
        error.data.as_ref()?.get(member)?;
        Some(error)
    }

    /// Returns the text of an error for a model. For a JSON-RPC error, this is the message without the code.
    pub(crate) fn text_of(error: &(dyn Error + 'static)) -> String {
        if let Some(error) = error.downcast_ref::<ProtocolError>() {
            return error.message.clone();
        }
        #[cfg(feature = "rmcp-types")]
        if let Some(message) = error_message(error) {
            return message.to_owned();
        }
        error.to_string()
    }

    /// Returns the error code.
    pub fn code(&self) -> i32 {
        self.code
    }

    /// Returns the error message, which is one sentence for the developers of the client.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the machine-readable details, if there are any.
    pub fn data(&self) -> Option<&Value> {
        self.data.as_ref()
    }
}

/// Truncates text from the client, for use in an error message.
fn shorten(text: &str) -> String {
    super::text::shorten(text, 128)
}

impl fmt::Display for ProtocolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.code)
    }
}

impl Error for ProtocolError {}
