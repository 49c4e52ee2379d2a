//! The error of a layer that rejects a call.

use crate::error::ToolError;

/// Rejects a call in a layer, with a text for the model.
///
/// A `ProtocolError` from a layer becomes the error response. For an error that is neither a `LayerError` nor
/// a `ProtocolError`, the model reads its text after the tool's name and "was not run" or "was stopped". With
/// [`mask_errors`](crate::ToolRegistryBuilder::mask_errors), the model reads an id instead of this text.
///
/// ```
/// use std::time::Duration;
///
/// use mcp_tool_runtime::ToolError;
/// use mcp_tool_runtime::middleware::{BoxError, LayerError};
///
/// let refusal = ToolError::new("too many searches").retry_after(Duration::from_secs(30));
/// let error: BoxError = LayerError::from(refusal).into();
/// assert_eq!(error.to_string(), "too many searches\ntry again in 30 seconds");
/// ```
#[derive(Debug)]
pub struct LayerError(pub(super) ToolError);

impl From<ToolError> for LayerError {
    fn from(error: ToolError) -> Self {
        LayerError(error)
    }
}

impl std::fmt::Display for LayerError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for LayerError {}
