//! Reads the errors of the official Rust SDK.

use std::error::Error;

use rmcp::model as sdk;
use rmcp::service::ServiceError;

use super::into_tool_error::IntoToolError;
use super::protocol_error::ProtocolError;
use super::tool_error::ToolError;

/// The model reads only the error's message. Its code and data are meant for protocol errors, so they go only
/// to the log. An error that the client must handle stays a protocol error.
#[diagnostic::do_not_recommend]
impl IntoToolError for sdk::ErrorData {
    fn into_tool_error(self) -> ToolError {
        ToolError::display(self).authored()
    }
}

/// Returns the protocol error that an error is, if its type is the SDK's.
pub(super) fn protocol_error(error: &(dyn Error + 'static)) -> Option<ProtocolError> {
    let error: &sdk::ErrorData = error.downcast_ref()?;
    let converted = ProtocolError::new(error.code.0, error.message.clone());
    Some(match &error.data {
        Some(data) => converted.with_data(data.clone()),
        None => converted,
    })
}

/// Returns the message of an error of the SDK, without its code and data.
pub(super) fn error_message<'e>(error: &'e (dyn Error + 'static)) -> Option<&'e str> {
    let error = match error.downcast_ref() {
        Some(ServiceError::McpError(error)) => error,
        _ => error.downcast_ref()?,
    };
    Some(&error.message)
}
