//! Reads the errors of the official Rust SDK.

use std::error::Error;

use rmcp::model as sdk;
use rmcp::service::ServiceError;

/// Returns the error of the SDK that an error is.
pub(super) fn error_data<'e>(error: &'e (dyn Error + 'static)) -> Option<&'e sdk::ErrorData> {
    error.downcast_ref()
}

/// Returns the message of an error of the SDK, without its code and data.
pub(super) fn error_message<'e>(error: &'e (dyn Error + 'static)) -> Option<&'e str> {
    let error = match error.downcast_ref() {
        Some(ServiceError::McpError(error)) => error,
        _ => error.downcast_ref()?,
    };
    Some(&error.message)
}
