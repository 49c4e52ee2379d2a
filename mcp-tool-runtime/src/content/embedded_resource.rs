//! The content block `resource`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Annotations, ResourceContents};

/// A resource with its contents, as a block. [`ContentBlock`](crate::ContentBlock) adds the `type`
/// on the wire.
///
/// A server that returns embedded resources should declare the capability `resources`.
///
/// ```
/// use mcp_tool_runtime::{ContentBlock, EmbeddedResource, ResourceContents};
/// use serde_json::json;
///
/// let notes = EmbeddedResource::new(ResourceContents::text("notes://today", "Buy bread."));
/// assert_eq!(
///     serde_json::to_value(ContentBlock::from(notes))?,
///     json!({
///         "type": "resource",
///         "resource": { "uri": "notes://today", "text": "Buy bread." },
///     }),
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct EmbeddedResource {
    /// The contents.
    pub resource: ResourceContents,
    /// The annotations of the block. The contents have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
    /// The `_meta` of the block. The contents have their own.
    #[serde(default, rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Map<String, Value>>,
}

impl EmbeddedResource {
    /// Creates a resource with its contents.
    pub fn new(resource: impl Into<ResourceContents>) -> Self {
        EmbeddedResource {
            resource: resource.into(),
            annotations: None,
            meta: None,
        }
    }
}
