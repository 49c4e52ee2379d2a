//! Tools that return content blocks of different kinds, and a tool that returns an error.

use mcp_tool_runtime::{ContentBlock, ResourceContents, mcp_tool};

use crate::samples::{PICTURE, SOUND};

/// Returns a text.
#[mcp_tool(title = "Text", read_only)]
pub(crate) fn test_simple_text() -> &'static str {
    "This is a simple text response for testing."
}

/// Returns a picture of one pixel.
#[mcp_tool(title = "Picture", read_only)]
pub(crate) fn test_image_content() -> ContentBlock {
    ContentBlock::image_bytes(PICTURE, "image/png")
}

/// Returns a silent sound.
#[mcp_tool(title = "Sound", read_only)]
pub(crate) fn test_audio_content() -> ContentBlock {
    ContentBlock::audio_bytes(SOUND, "audio/wav")
}

/// Returns a resource and its content.
#[mcp_tool(title = "Resource", read_only)]
pub(crate) fn test_embedded_resource() -> ContentBlock {
    let text = "This is an embedded resource content.";
    let resource = ResourceContents::text("test://embedded-resource", text);
    ContentBlock::resource(resource.with_mime_type("text/plain"))
}

/// Returns a text, a picture and a resource.
#[mcp_tool(title = "All together", read_only)]
pub(crate) fn test_multiple_content_types() -> Vec<ContentBlock> {
    let text = r#"{"test":"data","value":123}"#;
    let resource = ResourceContents::text("test://mixed-content-resource", text);
    vec![
        ContentBlock::text("Multiple content types test:"),
        ContentBlock::image_bytes(PICTURE, "image/png"),
        ContentBlock::resource(resource.with_mime_type("application/json")),
    ]
}

/// Fails.
#[mcp_tool(title = "Error", read_only)]
pub(crate) fn test_error_handling() -> Result<(), &'static str> {
    // The error type can be a plain text, which the model reads.
    Err("This tool intentionally returns an error for testing")
}
