//! Content blocks: the parts of a result.

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::{
    Annotations, AudioContent, EmbeddedResource, ImageContent, InvalidBase64, ResourceContents,
    ResourceLink, TextContent,
};

/// A part of a tool's response: text, an image, audio, a link to a resource, or a resource.
///
/// The protocol allows these five kinds. On the wire, a block is an object whose `type` names the
/// kind. Every kind accepts annotations.
///
/// ```
/// use mcp_tool_runtime::ContentBlock;
/// use mcp_tool_runtime::content::Role;
/// use serde_json::json;
///
/// let blocks = [
///     ContentBlock::text("Rain from noon."),
///     ContentBlock::image_bytes(b"\x89PNG", "image/png").with_audience([Role::User]),
/// ];
/// assert_eq!(
///     serde_json::to_value(&blocks)?,
///     json!([
///         { "type": "text", "text": "Rain from noon." },
///         {
///             "type": "image",
///             "data": "iVBORw==",
///             "mimeType": "image/png",
///             "annotations": { "audience": ["user"] },
///         },
///     ]),
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum ContentBlock {
    /// Text.
    Text(TextContent),
    /// An image.
    Image(ImageContent),
    /// A sound. Clients of protocol version 2024-11-05 receive it as an embedded resource.
    Audio(AudioContent),
    /// A link to a resource that the client may read. Before protocol version 2025-06-18, clients receive it as
    /// a text with the title, the URI and the description.
    ResourceLink(ResourceLink),
    /// A resource with its contents.
    Resource(EmbeddedResource),
}

impl ContentBlock {
    /// Creates a block of text.
    pub fn text(text: impl Into<String>) -> Self {
        TextContent::new(text).into()
    }

    /// Creates an image from its bytes. The media type is one of `image/*`.
    ///
    /// This method does not accept text. For an image that is already Base64, use
    /// [`image_base64`](Self::image_base64):
    ///
    /// ```compile_fail,E0308
    /// use mcp_tool_runtime::ContentBlock;
    ///
    /// ContentBlock::image_bytes("iVBORw==", "image/png");
    /// ```
    pub fn image_bytes(bytes: &[u8], mime_type: impl Into<String>) -> Self {
        ImageContent::from_bytes(bytes, mime_type).into()
    }

    /// Creates an image from Base64 text. The media type is one of `image/*`.
    ///
    /// ```
    /// use mcp_tool_runtime::ContentBlock;
    ///
    /// let image = ContentBlock::image_base64("iVBORw==", "image/png")?;
    /// assert_eq!(image, ContentBlock::image_bytes(b"\x89PNG", "image/png"));
    /// # Ok::<(), mcp_tool_runtime::content::InvalidBase64>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`InvalidBase64`] if `data` is not Base64 with the standard alphabet and padding.
    pub fn image_base64(
        data: impl Into<String>,
        mime_type: impl Into<String>,
    ) -> Result<Self, InvalidBase64> {
        ImageContent::from_base64(data, mime_type).map(Self::from)
    }

    /// Creates a sound from its bytes. The media type is one of `audio/*`.
    pub fn audio_bytes(bytes: &[u8], mime_type: impl Into<String>) -> Self {
        AudioContent::from_bytes(bytes, mime_type).into()
    }

    /// Creates a sound from Base64 text. The media type is one of `audio/*`.
    ///
    /// # Errors
    ///
    /// Returns [`InvalidBase64`] if `data` is not Base64 with the standard alphabet and padding.
    pub fn audio_base64(
        data: impl Into<String>,
        mime_type: impl Into<String>,
    ) -> Result<Self, InvalidBase64> {
        AudioContent::from_base64(data, mime_type).map(Self::from)
    }

    /// Creates a link to the resource at `uri`.
    pub fn resource_link(uri: impl Into<String>, name: impl Into<String>) -> Self {
        ResourceLink::new(uri, name).into()
    }

    /// Creates a resource with its contents.
    pub fn resource(resource: impl Into<ResourceContents>) -> Self {
        EmbeddedResource::new(resource).into()
    }

    /// Returns the text of a text block. Returns `None` for every other kind, including an embedded text
    /// resource.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            ContentBlock::Text(content) => Some(&content.text),
            _ => None,
        }
    }

    /// Adapts the block to a protocol version before 2025-11-25, which has no icons. Links exist since protocol
    /// version 2025-06-18, and sounds since 2025-03-26. `position` is that of the block in its result.
    pub(crate) fn downgrade(&mut self, position: usize, has_links: bool, has_audio: bool) {
        if !has_links {
            self.drop_meta();
        }
        match self {
            ContentBlock::ResourceLink(link) if has_links => link.icons.clear(),
            ContentBlock::ResourceLink(link) => *self = link.to_text().into(),
            ContentBlock::Audio(audio) if !has_audio => {
                *self = audio.take_resource(position).into();
            }
            _ => {}
        }
    }

    /// Removes `_meta` and `lastModified`, which exist since protocol version 2025-06-18.
    fn drop_meta(&mut self) {
        *self.meta_mut() = None;
        if let ContentBlock::Resource(block) = self {
            *block.resource.meta_mut() = None;
        }
        let annotations = self.annotations_mut();
        if let Some(some) = annotations
            && some.last_modified.take().is_some()
            && *some == Annotations::default()
        {
            *annotations = None;
        }
    }
}

/// Reads the block from a JSON map, without Serde's derive for tagged enums. The derive fails on numbers if any
/// crate in the build enables serde_json's feature `arbitrary_precision`.
impl<'de> Deserialize<'de> for ContentBlock {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut block = Map::deserialize(deserializer)?;
        let kind = match block.remove("type") {
            Some(kind) => read::<String, _>(kind)?,
            None => return Err(D::Error::missing_field("type")),
        };
        let block = Value::Object(block);
        match kind.as_str() {
            "text" => read(block).map(ContentBlock::Text),
            "image" => read(block).map(ContentBlock::Image),
            "audio" => read(block).map(ContentBlock::Audio),
            "resource_link" => read(block).map(ContentBlock::ResourceLink),
            "resource" => read(block).map(ContentBlock::Resource),
            other => Err(D::Error::unknown_variant(
                other,
                &["text", "image", "audio", "resource_link", "resource"],
            )),
        }
    }
}

fn read<T: DeserializeOwned, E: Error>(value: Value) -> Result<T, E> {
    serde_json::from_value(value).map_err(E::custom)
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json, to_string, to_value};

    use super::*;
    use crate::content::{Annotations, Priority, Role, Timestamp};

    /// One block of each kind, with its JSON.
    fn kinds() -> [(ContentBlock, Value); 5] {
        [
            // R115
            (
                ContentBlock::text("hi"),
                json!({ "type": "text", "text": "hi" }),
            ),
            // R116: `+` and `/` belong to the standard Base64 alphabet, and `=` is padding
            (
                ContentBlock::image_bytes(&[0xfb, 0xff], "image/png"),
                json!({ "type": "image", "data": "+/8=", "mimeType": "image/png" }),
            ),
            (
                ContentBlock::audio_bytes(b"RIFF", "audio/wav"),
                json!({ "type": "audio", "data": "UklGRg==", "mimeType": "audio/wav" }),
            ),
            // R118
            (
                ContentBlock::resource_link("notes://today", "today"),
                json!({ "type": "resource_link", "uri": "notes://today", "name": "today" }),
            ),
            // R123
            (
                ContentBlock::resource(ResourceContents::text("notes://today", "hi")),
                json!({ "type": "resource", "resource": { "uri": "notes://today", "text": "hi" } }),
            ),
        ]
    }

    #[test]
    fn content_blocks_have_their_exact_wire_form() {
        // R114
        for (block, wire) in kinds() {
            assert_eq!(to_value(&block).unwrap(), wire);
            assert_eq!(from_value::<ContentBlock>(wire).unwrap(), block);
        }
    }

    #[test]
    fn kinds_accept_annotations_and_meta() {
        // R129, R124: the annotations of an embedded resource are next to the member `resource`,
        // not inside `resource`
        let annotations = Annotations::default()
            .with_audience([Role::User, Role::Assistant])
            .with_priority(Priority::new(0.5).unwrap())
            .with_last_modified("2025-01-12T15:00:58Z".parse::<Timestamp>().unwrap());
        let meta = Map::from_iter([("example.com/page".to_owned(), json!(7))]);
        for (block, mut wire) in kinds() {
            wire["annotations"] = json!({
                "audience": ["user", "assistant"],
                "priority": 0.5,
                "lastModified": "2025-01-12T15:00:58Z",
            });
            wire["_meta"] = json!({ "example.com/page": 7 });
            let block = block
                .with_annotations(annotations.clone())
                .with_meta(meta.clone());
            assert_eq!(to_value(&block).unwrap(), wire);
            assert_eq!(from_value::<ContentBlock>(wire.clone()).unwrap(), block);
            // serde_json reads numbers from text and from a `Value` by different code, so test
            // both.
            let text = wire.to_string();
            assert_eq!(serde_json::from_str::<ContentBlock>(&text).unwrap(), block);
        }
    }

    #[test]
    fn each_annotation_can_be_set_on_each_kind() {
        // R126 to R129; setting one annotation leaves the others unchanged
        let time: Timestamp = "2025-01-12T15:00:58Z".parse().unwrap();
        let expected = Annotations::default()
            .with_audience([Role::User])
            .with_priority(Priority::OPTIONAL)
            .with_last_modified(time.clone());
        macro_rules! check {
            ($($block:expr),* $(,)?) => {$(
                let block = $block
                    .with_last_modified(time.clone())
                    .with_audience([Role::User])
                    .with_priority(Priority::OPTIONAL);
                assert_eq!(
                    to_value(&block).unwrap()["annotations"],
                    to_value(&expected).unwrap(),
                );
            )*};
        }
        for (block, _) in kinds() {
            check!(block);
        }
        check!(
            TextContent::new("hi"),
            ImageContent::from_bytes(&[1], "image/png"),
            AudioContent::from_bytes(&[1], "audio/wav"),
            ResourceLink::new("a:b", "b"),
            EmbeddedResource::new(ResourceContents::blob_bytes("a:b", &[1])),
        );
    }

    #[test]
    fn a_received_time_is_unchanged() {
        // R128
        for time in ["2025-01-12T15:00:58+02:00", "2025-01-12", "yesterday"] {
            let wire = json!({
                "type": "text",
                "text": "hi",
                "annotations": { "lastModified": time },
            });
            let block: ContentBlock = from_value(wire.clone()).unwrap();
            assert_eq!(to_value(&block).unwrap(), wire);
        }
    }

    #[test]
    fn the_type_member_is_serialized_first() {
        let text = to_string(&ContentBlock::text("hi")).unwrap();
        assert_eq!(text, r#"{"type":"text","text":"hi"}"#);
    }

    #[test]
    fn other_kinds_are_rejected() {
        // R114: `tool_use` is for sampling only
        for wire in [
            json!({ "type": "tool_use", "id": "1", "name": "a", "input": {} }),
            json!({ "text": "hi" }),
            json!({ "type": 1, "text": "hi" }),
            json!({ "type": "text" }),
            json!({ "type": "image", "data": "" }),
            json!({ "type": "audio", "mimeType": "audio/wav" }),
            json!({ "type": "resource_link", "uri": "a:b" }),
            json!({ "type": "resource", "resource": { "uri": "a:b" } }),
            json!({ "type": "text", "text": "hi", "annotations": { "priority": 2 } }),
        ] {
            assert!(from_value::<ContentBlock>(wire.clone()).is_err(), "{wire}");
        }
    }

    #[test]
    fn a_resource_link_round_trips_with_all_members() {
        // R118, R119
        let wire = json!({
            "type": "resource_link",
            "uri": "notes://today",
            "name": "today",
            "title": "Today",
            "description": "What is to be done",
            "mimeType": "text/markdown",
            "size": u64::MAX,
            "icons": [{ "src": "https://tools.example/note.png" }],
        });
        let text = wire.to_string();
        let mut block: ContentBlock = serde_json::from_str(&text).unwrap();
        assert_eq!(to_value(&block).unwrap(), wire);

        block.downgrade(0, true, true);
        let mut older = wire;
        older.as_object_mut().unwrap().remove("icons");
        assert_eq!(to_value(&block).unwrap(), older);
    }

    #[test]
    fn base64_is_kept_or_rejected() {
        // R116
        macro_rules! check {
            ($from_base64:expr, $from_bytes:expr) => {
                let from_base64 = $from_base64;
                let from_bytes = $from_bytes;
                for (data, bytes) in [("", &[][..]), ("aGk=", b"hi"), ("+/8=", &[0xfb, 0xff])] {
                    assert_eq!(from_base64(data).unwrap(), from_bytes(bytes));
                }
                for (data, position) in [
                    // The URL-safe alphabet, a space, a line break, a letter that is not ASCII
                    ("-_8=", 0),
                    ("aG k", 2),
                    ("aGk=\n", 4),
                    ("aé==", 1),
                    // Missing padding, padding too early, unused bits that are not zero, an
                    // incomplete last group
                    ("+/8", 3),
                    ("a===", 1),
                    ("aGl=", 2),
                    ("aGkaa", 5),
                ] {
                    let error = from_base64(data).unwrap_err();
                    assert_eq!(error.position(), position, "{data}");
                }
            };
        }
        check!(
            |data| ContentBlock::image_base64(data, "image/png"),
            |bytes| ContentBlock::image_bytes(bytes, "image/png")
        );
        check!(
            |data| ContentBlock::audio_base64(data, "audio/wav"),
            |bytes| ContentBlock::audio_bytes(bytes, "audio/wav")
        );
        check!(|data| ResourceContents::blob_base64("a:b", data), |bytes| {
            ResourceContents::blob_bytes("a:b", bytes)
        });
    }

    #[test]
    fn as_text_returns_only_the_text_of_text_blocks() {
        let texts: Vec<_> = kinds()
            .iter()
            .map(|(block, _)| block.as_text().is_some())
            .collect();
        assert_eq!(texts, [true, false, false, false, false]);
    }
}
