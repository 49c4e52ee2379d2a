use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Annotations, Icon};

/// A link to a resource, as a block. The `type` on the wire comes from
/// [`ContentBlock`](crate::ContentBlock).
///
/// The resource need not appear in the server's resource list.
///
/// ```
/// use mcp_tool_runtime::{ContentBlock, ResourceLink};
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
    /// The resource's URI, with a scheme. `https:` says that the client can fetch it without the server.
    /// A result with an invalid URI is not sent: the client gets an error, and the log has the reason.
    pub uri: String,
    /// Text for programs, and for people where there is no title.
    pub name: String,
    /// Text for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What a model reads to decide whether to open the link.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The media type, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// The size in bytes, before any encoding, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// Icons, left out for peers of 2025-06-18.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub icons: Vec<Icon>,
    /// For whom the block is meant and how much it matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
    /// The block's `_meta`.
    #[serde(default, rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Map<String, Value>>,
}

impl ResourceLink {
    /// A link to the resource at `uri`.
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

    /// Sets the text for people.
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets what a model reads to decide whether to open the link.
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Sets the media type.
    pub fn with_mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// Sets the size in bytes, before any encoding.
    pub fn with_size(mut self, bytes: u64) -> Self {
        self.size = Some(bytes);
        self
    }
}
