//! The types of the content blocks, and their setters. An embedded resource stands in `resource.rs`.

use mcp_tool_rules::base64;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::annotations::{Annotations, Priority, Role};
use super::base64::{InvalidBase64, checked, decode};
use super::block::ContentBlock;
use super::icon::Icon;
use super::resource::{BlobResourceContents, EmbeddedResource};
use super::timestamp::Timestamp;

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
                Self::of(base64::encode(bytes), mime_type)
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

/// Implements the setters on each type, so that users need not import a trait.
macro_rules! setters {
    ($($block:ident)*) => {$(
        impl $block {
            /// Sets the annotations of the block, in place of all earlier ones.
            pub fn with_annotations(mut self, annotations: Annotations) -> Self {
                *self.annotations_mut() = Some(annotations);
                self
            }

            /// Sets the audience of the block.
            pub fn with_audience(mut self, audience: impl IntoIterator<Item = Role>) -> Self {
                let annotations = self.annotations_mut().get_or_insert_default();
                annotations.audience = audience.into_iter().collect();
                self
            }

            /// Sets the priority of the block.
            pub fn with_priority(mut self, priority: Priority) -> Self {
                self.annotations_mut().get_or_insert_default().priority = Some(priority);
                self
            }

            /// Sets the time of the last change: a [`Timestamp`], or a
            /// [`SystemTime`](std::time::SystemTime).
            pub fn with_last_modified(mut self, time: impl Into<Timestamp>) -> Self {
                self.annotations_mut().get_or_insert_default().last_modified = Some(time.into());
                self
            }

            /// Sets the block's `_meta`.
            pub fn with_meta(mut self, meta: Map<String, Value>) -> Self {
                *self.meta_mut() = Some(meta);
                self
            }
        }
    )*};
}

macro_rules! members {
    ($($block:ident in $variant:ident)*) => {
        $(
            impl $block {
                fn annotations_mut(&mut self) -> &mut Option<Annotations> {
                    &mut self.annotations
                }

                fn meta_mut(&mut self) -> &mut Option<Map<String, Value>> {
                    &mut self.meta
                }
            }

            impl From<$block> for ContentBlock {
                fn from(block: $block) -> Self {
                    ContentBlock::$variant(block)
                }
            }
        )*

        impl ContentBlock {
            pub(super) fn annotations_mut(&mut self) -> &mut Option<Annotations> {
                match self {
                    $(ContentBlock::$variant(block) => block.annotations_mut(),)*
                }
            }

            pub(super) fn meta_mut(&mut self) -> &mut Option<Map<String, Value>> {
                match self {
                    $(ContentBlock::$variant(block) => block.meta_mut(),)*
                }
            }
        }
    };
}

setters! { ContentBlock TextContent ImageContent AudioContent ResourceLink EmbeddedResource }

members! {
    TextContent in Text
    ImageContent in Image
    AudioContent in Audio
    ResourceLink in ResourceLink
    EmbeddedResource in Resource
}
