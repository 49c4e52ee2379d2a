//! Our types as the SDK's.

use ::rmcp::model as sdk;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::{
    Annotations, CallToolResponse, CallToolResult, ContentBlock, Icon, IconTheme, InputRequired,
    ProtocolError, ResourceContents, ResourceLink, Role, StructuredContent, ToolDefinition,
};

/// The error with its code and its data kept.
pub(super) fn error(error: ProtocolError) -> sdk::ErrorData {
    sdk::ErrorData::new(
        sdk::ErrorCode(error.code()),
        error.message().to_owned(),
        error.data().cloned(),
    )
}

/// A definition, by way of its wire form, which has everything in it. Not for every request.
pub(super) fn tool(definition: &ToolDefinition) -> Result<sdk::Tool, sdk::ErrorData> {
    serde_json::to_value(definition)
        .and_then(serde_json::from_value)
        .map_err(|error| {
            tracing::error!(tool = definition.name, %error, "a definition does not fit the SDK");
            sdk::ErrorData::internal_error("a tool definition cannot be sent", None)
        })
}

/// A response that has been projected for the peer.
pub(super) fn response(
    response: CallToolResponse,
) -> Result<sdk::CallToolResponse, sdk::ErrorData> {
    match response {
        CallToolResponse::Complete(complete) => {
            result(complete).map(sdk::CallToolResponse::Complete)
        }
        CallToolResponse::InputRequired(input) => {
            input_required(input).map(sdk::CallToolResponse::InputRequired)
        }
    }
}

fn input_required(input: InputRequired) -> Result<sdk::InputRequiredResult, sdk::ErrorData> {
    let mut requests = sdk::InputRequests::new();
    for (key, request) in input.input_requests {
        requests.insert(key, by_wire(&request, "an input request")?);
    }
    let mut converted = sdk::InputRequiredResult::new(Some(requests), input.request_state);
    converted.meta = meta(input.meta);
    Ok(converted)
}

/// By way of the wire form.
pub(super) fn by_wire<T: DeserializeOwned>(
    value: &impl Serialize,
    what: &str,
) -> Result<T, sdk::ErrorData> {
    serde_json::to_value(value)
        .and_then(serde_json::from_value)
        .map_err(|error| {
            tracing::error!(%error, "{what} does not fit the SDK");
            sdk::ErrorData::internal_error(format!("{what} cannot be sent"), None)
        })
}

fn result(result: CallToolResult) -> Result<sdk::CallToolResult, sdk::ErrorData> {
    let mut converted = sdk::CallToolResult::default();
    converted.content = result.content.into_iter().map(block).collect();
    converted.structured_content = result
        .structured_content
        .as_ref()
        .map(structured)
        .transpose()?;
    converted.is_error = result.is_error.then_some(true);
    converted.meta = meta(result.meta);
    Ok(converted)
}

/// `null` stays a value here, apart from no structured content (R104).
fn structured(content: &StructuredContent) -> Result<Value, sdk::ErrorData> {
    serde_json::from_str(content.as_str()).map_err(|error| {
        tracing::error!(%error, "structured content does not fit the SDK");
        sdk::ErrorData::internal_error("the structured content is nested too deeply", None)
    })
}

fn block(block: ContentBlock) -> sdk::ContentBlock {
    match block {
        ContentBlock::Text(text) => {
            let mut converted = sdk::TextContent::new(text.text);
            converted.annotations = text.annotations.map(annotations);
            converted.meta = meta(text.meta);
            sdk::ContentBlock::Text(converted)
        }
        ContentBlock::Image(image) => {
            let mut converted = sdk::ImageContent::new(image.data, image.mime_type);
            converted.annotations = image.annotations.map(annotations);
            converted.meta = meta(image.meta);
            sdk::ContentBlock::Image(converted)
        }
        ContentBlock::Audio(audio) => {
            let mut converted = sdk::AudioContent::new(audio.data, audio.mime_type);
            converted.annotations = audio.annotations.map(annotations);
            converted.meta = meta(audio.meta);
            sdk::ContentBlock::Audio(converted)
        }
        ContentBlock::ResourceLink(link) => sdk::ContentBlock::ResourceLink(resource_link(link)),
        ContentBlock::Resource(resource) => {
            let mut converted = sdk::EmbeddedResource::new(contents(resource.resource));
            converted.annotations = resource.annotations.map(annotations);
            converted.meta = meta(resource.meta);
            sdk::ContentBlock::Resource(converted)
        }
    }
}

fn resource_link(link: ResourceLink) -> sdk::Resource {
    let mut converted = sdk::Resource::new(link.uri, link.name);
    converted.title = link.title;
    converted.description = link.description;
    converted.mime_type = link.mime_type;
    converted.size = link.size;
    converted.icons = (!link.icons.is_empty()).then(|| link.icons.into_iter().map(icon).collect());
    converted.annotations = link.annotations.map(annotations);
    converted.meta = meta(link.meta);
    converted
}

fn contents(contents: ResourceContents) -> sdk::ResourceContents {
    match contents {
        ResourceContents::Text(text) => sdk::ResourceContents::TextResourceContents {
            uri: text.uri,
            mime_type: text.mime_type,
            text: text.text,
            meta: meta(text.meta),
        },
        ResourceContents::Blob(blob) => sdk::ResourceContents::BlobResourceContents {
            uri: blob.uri,
            mime_type: blob.mime_type,
            blob: blob.blob,
            meta: meta(blob.meta),
        },
    }
}

fn annotations(annotations: Annotations) -> sdk::Annotations {
    let mut converted = sdk::Annotations::default();
    if !annotations.audience.is_empty() {
        converted.audience = Some(annotations.audience.into_iter().map(role).collect());
    }
    // The SDK has no more precision for it.
    converted.priority = annotations.priority.map(|priority| priority.get() as f32);
    converted.last_modified = annotations.last_modified.map(|time| time.to_string());
    converted
}

fn role(role: Role) -> sdk::Role {
    match role {
        Role::User => sdk::Role::User,
        Role::Assistant => sdk::Role::Assistant,
    }
}

fn icon(icon: Icon) -> sdk::Icon {
    let mut converted = sdk::Icon::new(icon.src);
    converted.mime_type = icon.mime_type;
    converted.sizes = (!icon.sizes.is_empty()).then_some(icon.sizes);
    converted.theme = icon.theme.map(|theme| match theme {
        IconTheme::Light => sdk::IconTheme::Light,
        IconTheme::Dark => sdk::IconTheme::Dark,
    });
    converted
}

fn meta(meta: Option<Map<String, Value>>) -> Option<sdk::MetaObject> {
    meta.map(sdk::MetaObject)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Through text, as on the wire: as a value, the SDK's priority is not what it is as text.
    fn wire(value: &impl Serialize) -> Value {
        serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
    }

    #[test]
    fn every_block_keeps_its_wire_form() {
        // R114 to R119, R123, R124, R129
        let shared = json!({
            "annotations": {
                "audience": ["user", "assistant"],
                "priority": 0.3,
                "lastModified": "2025-01-12T15:00:58Z",
            },
            "_meta": { "example.com/n": 1 },
        });
        let blocks = [
            json!({ "type": "text", "text": "hi" }),
            json!({ "type": "image", "data": "iVBORw==", "mimeType": "image/png" }),
            json!({ "type": "audio", "data": "UklGRg==", "mimeType": "audio/wav" }),
            json!({ "type": "resource_link", "uri": "notes://today", "name": "today" }),
            json!({
                "type": "resource_link",
                "uri": "notes://today",
                "name": "today",
                "title": "Today",
                "description": "What is to be done",
                "mimeType": "text/markdown",
                "size": u64::MAX,
                "icons": [
                    { "src": "https://tools.example/note.png" },
                    {
                        "src": "data:image/png;base64,iVBORw==",
                        "mimeType": "image/png",
                        "sizes": ["48x48", "any"],
                        "theme": "dark",
                    },
                ],
            }),
            json!({ "type": "resource", "resource": { "uri": "a:b", "text": "hi" } }),
            json!({
                "type": "resource",
                "resource": {
                    "uri": "a:b",
                    "mimeType": "image/png",
                    "blob": "iVBORw==",
                    "_meta": { "example.com/n": 2 },
                },
            }),
        ];
        for plain in blocks {
            let mut full = plain.clone();
            full.as_object_mut()
                .unwrap()
                .extend(shared.as_object().unwrap().clone());
            for expected in [plain, full] {
                let ours: ContentBlock = serde_json::from_value(expected.clone()).unwrap();
                assert_eq!(wire(&block(ours)), expected);
            }
        }
    }

    #[test]
    fn null_is_no_absence() {
        // R104
        let structured = CallToolResult::structured(&()).unwrap();
        assert_eq!(
            result(structured).unwrap().structured_content,
            Some(Value::Null)
        );
        assert_eq!(
            result(CallToolResult::text("hi"))
                .unwrap()
                .structured_content,
            None
        );
    }

    #[test]
    fn structured_content_beyond_the_depth_limit_is_an_error() {
        let mut deep = json!(1);
        for _ in 0..200 {
            deep = json!([deep]);
        }
        let structured = CallToolResult::structured(&deep).unwrap();
        assert_eq!(
            result(structured).unwrap_err().code,
            sdk::ErrorCode::INTERNAL_ERROR
        );
    }

    #[test]
    fn errors_keep_code_and_data() {
        let unsupported = "1999-01-01".parse::<crate::ProtocolVersion>().unwrap_err();
        let converted = error(unsupported.clone().into());
        assert_eq!(wire(&converted), wire(&ProtocolError::from(unsupported)));
    }
}
