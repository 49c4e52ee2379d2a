//! Converts types of the runtime to types of the SDK, through their JSON.

use mcp_tool_runtime::{CallToolResponse, ProtocolError};
use rmcp::model as sdk;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Converts an error, and keeps its code, message and data.
pub(crate) fn error(error: ProtocolError) -> sdk::ErrorData {
    sdk::ErrorData::new(
        sdk::ErrorCode(error.code()),
        error.message().to_owned(),
        error.data().cloned(),
    )
}

/// Converts a response that already has the form of the client's protocol version.
pub(crate) fn response(
    response: CallToolResponse,
) -> Result<sdk::CallToolResponse, sdk::ErrorData> {
    Ok(match response {
        CallToolResponse::Complete(result) => {
            sdk::CallToolResponse::Complete(convert(&result, "the result")?)
        }
        CallToolResponse::InputRequired(input) => {
            sdk::CallToolResponse::InputRequired(convert(&input, "the questions")?)
        }
        other => {
            tracing::error!(?other, "the response does not fit the SDK");
            let message = "the response cannot be sent";
            return Err(sdk::ErrorData::internal_error(message, None));
        }
    })
}

/// Converts a value.
///
/// # Errors
///
/// Returns -32603 if the SDK cannot read the JSON, for example because it is nested too deeply.
pub(crate) fn convert<T: DeserializeOwned>(
    value: &impl Serialize,
    what: &str,
) -> Result<T, sdk::ErrorData> {
    let json = serde_json::to_vec(value);
    json.and_then(|json| serde_json::from_slice(&json))
        .map_err(|error| {
            tracing::error!(%error, "{what} cannot be converted to the SDK's type");
            sdk::ErrorData::internal_error(format!("{what} cannot be sent"), None)
        })
}
