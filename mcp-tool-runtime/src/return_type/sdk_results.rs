//! Supports return types of the SDK, so that functions written for its `#[tool]` attribute can keep them.

use rmcp::model as sdk;

use super::bounds::HandBuiltResult;
use super::outcome::Outcome;
use super::without_schema;
use crate::content::ContentBlock;
use crate::result::{CallToolResult, StructuredContent};

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
        Ok(result) => Outcome::Answer(result),
        Err(error) => Outcome::Unwritable(error),
    }
}

/// Converts a result. If the result has structured content but no content blocks, adds a text block with the
/// same JSON. Some clients show only text.
fn result(answer: sdk::CallToolResult) -> serde_json::Result<CallToolResult> {
    let mut result = CallToolResult::new(blocks(answer.content)?);
    if let Some(structured) = answer.structured_content {
        let structured = StructuredContent::new(&structured)?;
        if result.content().is_empty() {
            result
                .content_mut()
                .push(ContentBlock::text(structured.as_str()));
        }
        result.set_structured_content(structured);
    }
    result.is_error = answer.is_error.unwrap_or(false);
    Ok(match answer.meta {
        Some(meta) => result.with_meta(meta.0),
        None => result,
    })
}

fn blocks(content: Vec<sdk::ContentBlock>) -> serde_json::Result<Vec<ContentBlock>> {
    content.into_iter().map(ContentBlock::try_from).collect()
}
