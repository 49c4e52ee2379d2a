//! The content blocks `image` and `audio`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::base64::{checked, decode, encode};
use super::{Annotations, BlobResourceContents, EmbeddedResource, InvalidBase64};

/// Declares a content block that has Base64 data and a media type.
macro_rules! media {
    (
        $(#[$about:meta])*
        pub struct $media:ident {
            $(#[$data:meta])*
            data,
            $(#[$mime_type:meta])*
            mime_type,
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "camelCase")]
        #[non_exhaustive]
        pub struct $media {
            $(#[$data])*
            pub data: String,
            $(#[$mime_type])*
            pub mime_type: String,
            /// The annotations of the block.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub annotations: Option<Annotations>,
            /// The `_meta` of the block.
            #[serde(default, rename = "_meta", skip_serializing_if = "Option::is_none")]
            pub meta: Option<Map<String, Value>>,
        }

        impl $media {
            /// Creates the block from bytes.
            pub fn from_bytes(bytes: &[u8], mime_type: impl Into<String>) -> Self {
                Self::of(encode(bytes), mime_type)
            }

            /// Creates the block from Base64 text.
            ///
            /// # Errors
            ///
            /// Returns [`InvalidBase64`] if `data` is not Base64 with the standard alphabet and padding.
            pub fn from_base64(
                data: impl Into<String>,
                mime_type: impl Into<String>,
            ) -> Result<Self, InvalidBase64> {
                checked(data.into()).map(|data| Self::of(data, mime_type))
            }

            fn of(data: String, mime_type: impl Into<String>) -> Self {
                $media {
                    data,
                    mime_type: mime_type.into(),
                    annotations: None,
                    meta: None,
                }
            }

            /// Returns the bytes, or `None` if `data` is not padded standard Base64.
            pub fn bytes(&self) -> Option<Vec<u8>> {
                decode(&self.data).ok()
            }
        }
    };
}

media! {
    /// An image, as a block. [`ContentBlock`](crate::ContentBlock) adds the `type` on the wire.
    ///
    /// ```
    /// use mcp_tool_runtime::content::ImageContent;
    ///
    /// let image = ImageContent::from_bytes(&[0xff, 0xd8], "image/jpeg");
    /// assert_eq!(image.data, "/9g=");
    /// assert_eq!(image.bytes(), Some(vec![0xff, 0xd8]));
    /// assert_eq!(ImageContent::from_base64("/9g=", "image/jpeg")?, image);
    /// # Ok::<(), mcp_tool_runtime::content::InvalidBase64>(())
    /// ```
    pub struct ImageContent {
        /// The image as Base64: standard alphabet, padded.
        data,
        /// The media type, one of `image/*`.
        mime_type,
    }
}

media! {
    /// A sound, as a block. [`ContentBlock`](crate::ContentBlock) adds the `type` on the wire.
    ///
    /// ```
    /// use mcp_tool_runtime::content::AudioContent;
    ///
    /// let audio = AudioContent::from_bytes(b"RIFF", "audio/wav");
    /// assert_eq!(audio.data, "UklGRg==");
    /// assert_eq!(audio.bytes().as_deref(), Some(&b"RIFF"[..]));
    /// assert_eq!(AudioContent::from_base64("UklGRg==", "audio/wav")?, audio);
    /// # Ok::<(), mcp_tool_runtime::content::InvalidBase64>(())
    /// ```
    pub struct AudioContent {
        /// The sound as Base64: standard alphabet, padded.
        data,
        /// The media type, one of `audio/*`.
        mime_type,
    }
}

impl AudioContent {
    /// Moves the sound into an embedded resource, for a client whose protocol version has no sounds. The URI
    /// names the block by its position in the result (RFC 2392).
    pub(super) fn take_resource(&mut self, position: usize) -> EmbeddedResource {
        EmbeddedResource {
            resource: BlobResourceContents {
                uri: format!("cid:block-{}@result", position + 1),
                mime_type: Some(std::mem::take(&mut self.mime_type)),
                blob: std::mem::take(&mut self.data),
                meta: None,
            }
            .into(),
            annotations: self.annotations.take(),
            meta: None,
        }
    }
}
