//! Supports return types of the SDK, so that functions written for its `#[tool]` attribute can keep them.

use std::error::Error;

use ::rmcp::model as sdk;
use ::rmcp::service::ServiceError;

use crate::content::{ContentBlock, TextContent};
use crate::error::{IntoToolError, ProtocolError, ToolError};
use crate::result::CallToolResult;
use crate::return_type::{HandBuiltResult, Outcome, Tag, without_schema};
use crate::structured_content::StructuredContent;

without_schema! {
    data:
    for<> sdk::CallToolResult => |answer| outcome(result(answer));
}

without_schema! {
    text:
    for<> sdk::ContentBlock => |content| outcome(ContentBlock::try_from(content).map(|block| CallToolResult::new([block])));
    for<> Vec<sdk::ContentBlock> => |content| outcome(blocks(content).map(CallToolResult::new));
}

#[diagnostic::do_not_recommend]
impl HandBuiltResult for sdk::CallToolResult {}

fn outcome(result: serde_json::Result<CallToolResult>) -> Outcome {
    match result {
        Ok(result) => Outcome::answer(result),
        Err(error) => Outcome::unwritable(error),
    }
}

/// Converts a result. If the result has structured content but no content blocks, adds a text block with the
/// same JSON. Some clients show only text.
fn result(answer: sdk::CallToolResult) -> serde_json::Result<CallToolResult> {
    let mut result = CallToolResult::new(blocks(answer.content)?);
    if let Some(structured) = answer.structured_content {
        let structured = StructuredContent::new(&structured)?;
        if result.content.is_empty() {
            result.content.push(ContentBlock::text(structured.as_str()));
        }
        result.structured_content = Some(structured);
    }
    result.is_error = answer.is_error.unwrap_or(false);
    result.meta = answer.meta.map(|meta| meta.0);
    Ok(result)
}

fn blocks(content: Vec<sdk::ContentBlock>) -> serde_json::Result<Vec<ContentBlock>> {
    content.into_iter().map(ContentBlock::try_from).collect()
}

/// Moves the text of a text block that has no `_meta` and no annotations. Converts any other block through
/// its JSON. Returns an error for an invalid block, for example if its priority is above 1.
impl TryFrom<sdk::ContentBlock> for ContentBlock {
    type Error = serde_json::Error;

    fn try_from(block: sdk::ContentBlock) -> Result<Self, Self::Error> {
        Ok(match block {
            sdk::ContentBlock::Text(text) if text.meta.is_none() && text.annotations.is_none() => {
                ContentBlock::Text(TextContent::new(text.text))
            }
            other => serde_json::from_str(&serde_json::to_string(&other)?)?,
        })
    }
}

/// The model reads only the error's message. Its code and data are meant for protocol errors, so they go only
/// to the log. An error that the client must handle stays a protocol error.
#[diagnostic::do_not_recommend]
impl IntoToolError for sdk::ErrorData {
    fn into_tool_error(self) -> ToolError {
        ToolError::display(self).authored()
    }
}

/// Returns the protocol error that an error is, if its type is the SDK's.
pub(crate) fn protocol_error(error: &(dyn Error + 'static)) -> Option<ProtocolError> {
    let error: &sdk::ErrorData = error.downcast_ref()?;
    let converted = ProtocolError::new(error.code.0, error.message.clone());
    Some(match &error.data {
        Some(data) => converted.with_data(data.clone()),
        None => converted,
    })
}

/// Returns the message of an error of the SDK, without its code and data.
pub(crate) fn error_message<'e>(error: &'e (dyn Error + 'static)) -> Option<&'e str> {
    let error = match error.downcast_ref() {
        Some(ServiceError::McpError(error)) => error,
        _ => error.downcast_ref()?,
    };
    Some(&error.message)
}
