//! The contents of a resource, text or bytes, and the content block `resource`.

use mcp_tool_rules::base64;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::InvalidBase64;
use super::annotations::Annotations;
use super::base64::{checked, decode};

/// The contents of a resource: text, or bytes as Base64.
///
/// Contents have neither annotations nor a title. The [`EmbeddedResource`](crate::content::EmbeddedResource)
/// around them has the annotations.
///
/// ```
/// use mcp_tool_runtime::content::ResourceContents;
/// use serde_json::json;
///
/// let contents = ResourceContents::text("notes://today", "# Today").with_mime_type("text/markdown");
/// assert_eq!(
///     serde_json::to_value(&contents)?,
///     json!({ "uri": "notes://today", "mimeType": "text/markdown", "text": "# Today" }),
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum ResourceContents {
    /// Text.
    Text(TextResourceContents),
    /// Bytes as Base64.
    Blob(BlobResourceContents),
}

impl ResourceContents {
    /// Creates the contents of a text resource.
    pub fn text(uri: impl Into<String>, text: impl Into<String>) -> Self {
        TextResourceContents::new(uri, text).into()
    }

    /// Creates the contents of a binary resource from its bytes.
    pub fn blob_bytes(uri: impl Into<String>, bytes: &[u8]) -> Self {
        BlobResourceContents::from_bytes(uri, bytes).into()
    }

    /// Creates the contents of a binary resource from Base64 text.
    ///
    /// # Errors
    ///
    /// Returns [`InvalidBase64`] if `data` is not Base64 with the standard alphabet and padding.
    pub fn blob_base64(
        uri: impl Into<String>,
        data: impl Into<String>,
    ) -> Result<Self, InvalidBase64> {
        BlobResourceContents::from_base64(uri, data).map(Self::from)
    }

    /// Sets the media type.
    pub fn with_mime_type(mut self, mime_type: impl Into<String>) -> Self {
        let slot = match &mut self {
            ResourceContents::Text(contents) => &mut contents.mime_type,
            ResourceContents::Blob(contents) => &mut contents.mime_type,
        };
        *slot = Some(mime_type.into());
        self
    }
}

impl ResourceContents {
    pub(super) fn meta_mut(&mut self) -> &mut Option<Map<String, Value>> {
        match self {
            ResourceContents::Text(contents) => &mut contents.meta,
            ResourceContents::Blob(contents) => &mut contents.meta,
        }
    }
}

impl From<TextResourceContents> for ResourceContents {
    fn from(contents: TextResourceContents) -> Self {
        ResourceContents::Text(contents)
    }
}

impl From<BlobResourceContents> for ResourceContents {
    fn from(contents: BlobResourceContents) -> Self {
        ResourceContents::Blob(contents)
    }
}

/// The contents of a text resource.
///
/// ```
/// use mcp_tool_runtime::ContentBlock;
/// use mcp_tool_runtime::content::TextResourceContents;
///
/// let notes = TextResourceContents::new("notes://today", "Buy bread.");
/// assert_eq!(notes.text, "Buy bread.");
/// let block = ContentBlock::resource(notes);
/// # let _ = block;
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TextResourceContents {
    /// The URI of the resource, with a scheme. If the URI is invalid, the server sends an error instead of
    /// the result, and logs the reason.
    pub uri: String,
    /// The media type, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// The text.
    pub text: String,
    /// The `_meta` of the contents. The block around them has its own.
    #[serde(default, rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Map<String, Value>>,
}

impl TextResourceContents {
    /// Creates the contents of a text resource.
    pub fn new(uri: impl Into<String>, text: impl Into<String>) -> Self {
        TextResourceContents {
            uri: uri.into(),
            mime_type: None,
            text: text.into(),
            meta: None,
        }
    }
}

/// The contents of a binary resource.
///
/// ```
/// use mcp_tool_runtime::content::BlobResourceContents;
///
/// let blob = BlobResourceContents::from_bytes("photos://7", &[0xff, 0xd8]);
/// assert_eq!(blob.blob, "/9g=");
/// assert_eq!(blob.bytes(), Some(vec![0xff, 0xd8]));
/// assert_eq!(BlobResourceContents::from_base64("photos://7", "/9g=")?, blob);
/// # Ok::<(), mcp_tool_runtime::content::InvalidBase64>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct BlobResourceContents {
    /// The URI of the resource, with a scheme. If the URI is invalid, the server sends an error instead of
    /// the result, and logs the reason.
    pub uri: String,
    /// The media type, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// The bytes as Base64: standard alphabet, padded.
    pub blob: String,
    /// The `_meta` of the contents. The block around them has its own.
    #[serde(default, rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Map<String, Value>>,
}

impl BlobResourceContents {
    /// Creates the contents of a binary resource from bytes.
    pub fn from_bytes(uri: impl Into<String>, bytes: &[u8]) -> Self {
        Self::of(uri, base64::encode(bytes))
    }

    /// Creates the contents of a binary resource from Base64 text.
    ///
    /// # Errors
    ///
    /// Returns [`InvalidBase64`] if `data` is not Base64 with the standard alphabet and padding.
    pub fn from_base64(
        uri: impl Into<String>,
        data: impl Into<String>,
    ) -> Result<Self, InvalidBase64> {
        checked(data.into()).map(|blob| Self::of(uri, blob))
    }

    fn of(uri: impl Into<String>, blob: String) -> Self {
        BlobResourceContents {
            uri: uri.into(),
            mime_type: None,
            blob,
            meta: None,
        }
    }

    /// Returns the bytes, or `None` if `blob` is not padded standard Base64.
    pub fn bytes(&self) -> Option<Vec<u8>> {
        decode(&self.blob).ok()
    }
}

/// A resource with its contents, as a block. [`ContentBlock`](crate::ContentBlock) adds the `type`
/// on the wire.
///
/// A server that returns embedded resources should declare the capability `resources`.
///
/// ```
/// use mcp_tool_runtime::ContentBlock;
/// use mcp_tool_runtime::content::{EmbeddedResource, ResourceContents};
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

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json, to_value};

    use super::*;

    fn read(wire: Value) -> Result<ResourceContents, String> {
        from_value(wire).map_err(|error| error.to_string())
    }

    #[test]
    fn text_and_blob_resources_have_their_wire_form() {
        // R123
        let cases = [
            (
                ResourceContents::text("notes://today", "hi"),
                json!({ "uri": "notes://today", "text": "hi" }),
            ),
            (
                ResourceContents::blob_bytes("photos://7", &[0xfb, 0xff]),
                json!({ "uri": "photos://7", "blob": "+/8=" }),
            ),
            (
                ResourceContents::blob_bytes("photos://7", b"").with_mime_type("image/png"),
                json!({ "uri": "photos://7", "mimeType": "image/png", "blob": "" }),
            ),
        ];
        for (contents, wire) in cases {
            assert_eq!(to_value(&contents).unwrap(), wire);
            assert_eq!(read(wire).unwrap(), contents);
        }
    }

    #[test]
    fn meta_of_the_resource_round_trips() {
        for member in ["text", "blob"] {
            let wire = json!({ "uri": "a:b", member: "QQ==", "_meta": { "example.com/n": 1 } });
            assert_eq!(to_value(read(wire.clone()).unwrap()).unwrap(), wire);
        }
    }

    #[test]
    fn contents_and_a_uri_are_required() {
        // R123
        for wire in [json!({ "uri": "a:b" }), json!({ "text": "A" })] {
            assert!(read(wire.clone()).is_err(), "{wire}");
        }
    }

    #[test]
    fn annotations_and_title_of_contents_are_dropped() {
        // R124: resource contents have no annotations and no title. An example in the MCP
        // specification contains both members, and some servers send them. So `read` must ignore
        // both members and must not reject the contents.
        let wire = json!({
            "uri": "a:b",
            "title": "A",
            "text": "A",
            "annotations": { "priority": 1 },
        });
        assert_eq!(read(wire).unwrap(), ResourceContents::text("a:b", "A"));
    }

    #[test]
    fn only_standard_base64_is_read() {
        // R116: like image data, a blob must be padded Base64 in the standard alphabet
        let mut blob = BlobResourceContents::from_bytes("a:b", &[0xfb, 0xff]);
        assert_eq!(blob.bytes(), Some(vec![0xfb, 0xff]));
        for text in ["-_8=", "+/8", "no Base64"] {
            blob.blob = text.to_owned();
            assert_eq!(blob.bytes(), None, "{text}");
        }
    }
}
