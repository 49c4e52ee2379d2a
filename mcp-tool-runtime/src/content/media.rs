use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Annotations, decode, encode};

/// An image, as a block. The `type` on the wire comes from
/// [`ContentBlock`](crate::ContentBlock).
///
/// ```
/// use mcp_tool_runtime::ImageContent;
///
/// let image = ImageContent::new([0xff, 0xd8], "image/jpeg");
/// assert_eq!(image.data, "/9g=");
/// assert_eq!(image.bytes(), Some(vec![0xff, 0xd8]));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ImageContent {
    /// The image as Base64: standard alphabet, padded (R116, R130).
    pub data: String,
    /// The media type, one of `image/*` (R117).
    pub mime_type: String,
    /// For whom the block is meant and how much it matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
    /// The block's `_meta`.
    #[serde(default, rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Map<String, Value>>,
}

impl ImageContent {
    /// An image of these bytes.
    pub fn new(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        ImageContent {
            data: encode(bytes.as_ref()),
            mime_type: mime_type.into(),
            annotations: None,
            meta: None,
        }
    }

    /// The bytes, or `None` where `data` is no padded standard Base64.
    pub fn bytes(&self) -> Option<Vec<u8>> {
        decode(&self.data)
    }
}

/// A sound, as a block. The `type` on the wire comes from
/// [`ContentBlock`](crate::ContentBlock).
///
/// ```
/// use mcp_tool_runtime::AudioContent;
///
/// let audio = AudioContent::new(b"RIFF", "audio/wav");
/// assert_eq!(audio.data, "UklGRg==");
/// assert_eq!(audio.bytes().as_deref(), Some(&b"RIFF"[..]));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct AudioContent {
    /// The sound as Base64: standard alphabet, padded (R116).
    pub data: String,
    /// The media type, one of `audio/*` (R117).
    pub mime_type: String,
    /// For whom the block is meant and how much it matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Annotations>,
    /// The block's `_meta`.
    #[serde(default, rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Map<String, Value>>,
}

impl AudioContent {
    /// A sound of these bytes.
    pub fn new(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        AudioContent {
            data: encode(bytes.as_ref()),
            mime_type: mime_type.into(),
            annotations: None,
            meta: None,
        }
    }

    /// The bytes, or `None` where `data` is no padded standard Base64.
    pub fn bytes(&self) -> Option<Vec<u8>> {
        decode(&self.data)
    }
}
