//! Converts content blocks to and from those of the official Rust SDK.

use rmcp::model as sdk;

use super::block::ContentBlock;
use super::block_types::TextContent;

/// Converts a content block through its JSON. If a text block has neither annotations nor `_meta`, moves its
/// text instead.
///
/// ```
/// use mcp_tool_runtime::ContentBlock;
/// use rmcp::model;
///
/// let theirs = model::ContentBlock::try_from(ContentBlock::text("hi"))?;
/// assert_eq!(theirs, model::ContentBlock::text("hi"));
/// assert_eq!(ContentBlock::try_from(theirs)?.as_text(), Some("hi"));
/// # Ok::<(), serde_json::Error>(())
/// ```
impl TryFrom<ContentBlock> for sdk::ContentBlock {
    type Error = serde_json::Error;

    fn try_from(block: ContentBlock) -> Result<Self, Self::Error> {
        match block {
            ContentBlock::Text(text) if text.meta.is_none() && text.annotations.is_none() => {
                Ok(sdk::ContentBlock::text(text.text))
            }
            other => serde_json::to_value(&other).and_then(serde_json::from_value),
        }
    }
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
