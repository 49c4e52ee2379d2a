//! Converts types of the runtime to types of the SDK.

use mcp_tool_runtime::{
    CallToolResponse, CallToolResult, ContentBlock, InputRequired, ProtocolError,
    StructuredContent, ToolDefinition,
};
use rmcp::model as sdk;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Converts an error, and keeps its code, message and data.
pub fn error(error: ProtocolError) -> sdk::ErrorData {
    sdk::ErrorData::new(
        sdk::ErrorCode(error.code()),
        error.message().to_owned(),
        error.data().cloned(),
    )
}

/// Converts a tool definition through its JSON. The conversion is slow, so `SdkTools` caches the result.
pub(crate) fn tool(definition: &ToolDefinition) -> Result<sdk::Tool, sdk::ErrorData> {
    by_wire(definition, "a tool definition")
}

/// Converts a response that is already in the form of the client's protocol version.
pub(crate) fn response(
    response: CallToolResponse,
) -> Result<sdk::CallToolResponse, sdk::ErrorData> {
    match response {
        CallToolResponse::Complete(complete) => {
            result(complete).map(sdk::CallToolResponse::Complete)
        }
        CallToolResponse::InputRequired(input) => {
            input_required(input).map(sdk::CallToolResponse::InputRequired)
        }
        other => {
            tracing::error!(?other, "a response does not fit the SDK");
            let message = "the response cannot be sent";
            Err(sdk::ErrorData::internal_error(message, None))
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

/// Converts a value through its JSON.
pub(crate) fn by_wire<T: DeserializeOwned>(
    value: &impl Serialize,
    what: &str,
) -> Result<T, sdk::ErrorData> {
    through_json(value).map_err(|error| first_mismatch(&error, what))
}

fn through_json<T: DeserializeOwned>(value: &impl Serialize) -> serde_json::Result<T> {
    serde_json::to_value(value).and_then(serde_json::from_value)
}

fn first_mismatch(error: &serde_json::Error, what: &str) -> sdk::ErrorData {
    tracing::error!(%error, "{what} does not fit the SDK");
    sdk::ErrorData::internal_error(format!("{what} cannot be sent"), None)
}

fn result(result: CallToolResult) -> Result<sdk::CallToolResult, sdk::ErrorData> {
    let mut converted = sdk::CallToolResult::default();
    converted.content = result
        .content
        .into_iter()
        .map(block)
        .collect::<Result<_, _>>()?;
    converted.structured_content = result
        .structured_content
        .as_ref()
        .map(structured)
        .transpose()?;
    converted.is_error = result.is_error.then_some(true);
    converted.meta = meta(result.meta);
    Ok(converted)
}

/// Parses structured content. JSON `null` is a value here, and does not mean that the content is missing.
fn structured(content: &StructuredContent) -> Result<Value, sdk::ErrorData> {
    serde_json::from_str(content.as_str()).map_err(|error| {
        tracing::error!(%error, "structured content does not fit the SDK");
        sdk::ErrorData::internal_error("the structured content is nested too deeply", None)
    })
}

fn block(block: ContentBlock) -> Result<sdk::ContentBlock, sdk::ErrorData> {
    block
        .try_into()
        .map_err(|error| first_mismatch(&error, "a content block"))
}

fn meta(meta: Option<Map<String, Value>>) -> Option<sdk::MetaObject> {
    meta.map(sdk::MetaObject)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Converts a value to JSON text, and parses the text. The SDK stores `priority` as an `f32`. A direct
    /// conversion to `Value` would show the rounding error of the `f32`.
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
                let theirs = block(ours.clone()).unwrap();
                assert_eq!(wire(&theirs), expected);
                assert_eq!(ContentBlock::try_from(theirs).unwrap(), ours);
            }
        }
    }

    #[test]
    fn null_differs_from_absent() {
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
        let unsupported = "1999-01-01"
            .parse::<mcp_tool_runtime::ProtocolVersion>()
            .unwrap_err();
        let converted = error(unsupported.clone().into());
        assert_eq!(wire(&converted), wire(&ProtocolError::from(unsupported)));
    }
}
