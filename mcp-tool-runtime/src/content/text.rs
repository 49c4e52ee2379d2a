use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Annotations;

/// Text, as a block. The `type` on the wire comes from
/// [`ContentBlock`](crate::ContentBlock).
///
/// ```
/// use mcp_tool_runtime::{ContentBlock, TextContent};
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
    /// For whom the block is meant and how much it matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
    /// The block's `_meta`.
    #[serde(default, rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Map<String, Value>>,
}

impl TextContent {
    /// A block of text.
    pub fn new(text: impl Into<String>) -> Self {
        TextContent {
            text: text.into(),
            annotations: None,
            meta: None,
        }
    }
}
