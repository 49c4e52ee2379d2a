//! Blocks that some client refuses: the author reads of them in the log.

use mcp_tool_runtime::{
    ContentBlock, ResourceContents, ResourceLink, ToolRegistry, mcp_tool, tools,
};
use mcp_tool_tests::Peer;
use serde_json::{Value, json};

use crate::log::logged;

/// Answers with what is none.
#[mcp_tool]
fn doubtful() -> Vec<ContentBlock> {
    vec![
        ContentBlock::image_bytes(&[1], "png"),
        ContentBlock::audio_bytes(&[1], "image/png"),
        ResourceLink::new("today", "today").into(),
        ContentBlock::resource(ResourceContents::text("/tmp/secret", "text")),
        ContentBlock::resource(ResourceContents::blob_bytes("", &[1])),
    ]
}

/// Answers with what is right.
#[mcp_tool]
fn right() -> Vec<ContentBlock> {
    vec![
        ContentBlock::text("today"),
        ContentBlock::image_bytes(&[1], "image/png"),
        ContentBlock::resource_link("notes://today", "today"),
    ]
}

#[test]
fn the_log_names_the_tool_and_what_is_wrong() {
    // R117, R120: the answer goes out as it is, because not every client is strict
    let registry = ToolRegistry::builder(())
        .tools(tools![doubtful, right])
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    let mut result = Value::Null;
    let log = logged(|| result = peer.call("doubtful", json!({})));
    assert_eq!(result["content"].as_array().unwrap().len(), 5);
    assert_eq!(result["content"][0]["mimeType"], "png");
    let lines: Vec<_> = log.lines().filter(|line| line.contains("WARN")).collect();
    assert_eq!(lines.len(), 5, "{log}");
    assert!(lines[0].contains("doubtful"), "{log}");
    assert!(lines[0].contains("its media type `png` is none of `image/*`"));
    assert!(lines[1].contains("is none of `audio/*`"), "{log}");
    for line in &lines[2..] {
        assert!(line.contains("its address is no URI with a scheme"));
        assert!(!line.contains("secret"), "{line}");
    }
    let log = logged(|| result = peer.call("right", json!({})));
    assert!(!log.contains("WARN"), "{log}");
}
