//! The content block `text`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Annotations;

/// Text, as a block. [`ContentBlock`](crate::ContentBlock) adds the `type` on the wire.
///
/// ```
/// use mcp_tool_runtime::ContentBlock;
/// use mcp_tool_runtime::content::TextContent;
///
/// let content = TextContent::new("Rain from noon.");
/// assert_eq!(ContentBlock::from(content).as_text(), Some("Rain from noon."));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TextContent {
    /// The text.
    pub text: String,
    /// The annotations of the block.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
    /// The `_meta` of the block.
    #[serde(default, rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Map<String, Value>>,
}

impl TextContent {
    /// Creates a block of text.
    pub fn new(text: impl Into<String>) -> Self {
        TextContent {
            text: text.into(),
            annotations: None,
            meta: None,
        }
    }
}
