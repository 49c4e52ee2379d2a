//! The content block `resource_link`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Annotations, Icon, TextContent};

/// A link to a resource, as a block. [`ContentBlock`](crate::ContentBlock) adds the `type` on the
/// wire.
///
/// The server's resource list need not contain the resource.
///
/// ```
/// use mcp_tool_runtime::ContentBlock;
/// use mcp_tool_runtime::content::ResourceLink;
/// use serde_json::json;
///
/// let link = ResourceLink::new("reports://2025/march", "march")
///     .with_title("Report for March")
///     .with_size(2048);
/// assert_eq!(
///     serde_json::to_value(ContentBlock::from(link))?,
///     json!({
///         "type": "resource_link",
///         "uri": "reports://2025/march",
///         "name": "march",
///         "title": "Report for March",
///         "size": 2048,
///     }),
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ResourceLink {
    /// The URI of the resource, with a scheme. Use `https:` only if the client can fetch the resource without
    /// the server. If the URI is invalid, the server sends an error instead of the result, and logs the
    /// reason.
    pub uri: String,
    /// The name, for use by programs. Clients show it to users if there is no title.
    pub name: String,
    /// The title for users.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The description for the model, which decides whether to read the resource.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The media type, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// The size of the resource in bytes, before any encoding such as Base64. `None` if the size is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// The icons. Clients receive them since protocol version 2025-11-25.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub icons: Vec<Icon>,
    /// The annotations of the block.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
    /// The `_meta` of the block.
    #[serde(default, rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Map<String, Value>>,
}

impl ResourceLink {
    /// Creates a link to the resource at `uri`.
    pub fn new(uri: impl Into<String>, name: impl Into<String>) -> Self {
        ResourceLink {
            uri: uri.into(),
            name: name.into(),
            title: None,
            description: None,
            mime_type: None,
            size: None,
            icons: Vec::new(),
            annotations: None,
            meta: None,
        }
    }

    /// Returns a text block with the title, the URI and the description, for a client whose protocol version has
    /// no links.
    pub(super) fn to_text(&self) -> TextContent {
        let title = self.title.as_ref().unwrap_or(&self.name);
        let mut text = format!("{title}: {}", self.uri);
        if let Some(description) = &self.description {
            text.push('\n');
            text.push_str(description);
        }
        TextContent {
            annotations: self.annotations.clone(),
            ..TextContent::new(text)
        }
    }

    /// Sets the title for users.
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets the description for the model, which decides whether to read the resource.
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Sets the media type.
    pub fn with_mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// Sets the size of the resource in bytes, before any encoding such as Base64.
    pub fn with_size(mut self, bytes: u64) -> Self {
        self.size = Some(bytes);
        self
    }
}
