//! Content blocks that some clients reject, and content blocks that the protocol forbids. The registry logs
//! both kinds. It sends the first kind unchanged, but a block of the second kind makes the call fail.

use mcp_tool_runtime::content::{ResourceContents, ResourceLink};
use mcp_tool_runtime::{CallToolResult, ContentBlock, ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::Peer;
use serde_json::{Value, json};

use crate::log::logged;

/// Returns two blocks with wrong media types.
#[mcp_tool]
fn doubtful() -> Vec<ContentBlock> {
    vec![
        ContentBlock::image_bytes(&[1], "png"),
        ContentBlock::audio_bytes(&[1], "image/png"),
    ]
}

/// Returns a text block, and a block with the URI `address`.
#[mcp_tool]
fn address(#[arg(sensitive)] address: &str, kind: &str) -> CallToolResult {
    let block = match kind {
        "link" => ResourceLink::new(address, "today").into(),
        "text" => ContentBlock::resource(ResourceContents::text(address, "text")),
        _ => ContentBlock::resource(ResourceContents::blob_bytes(address, &[1])),
    };
    CallToolResult::new([ContentBlock::text("before"), block])
}

/// Returns valid blocks.
#[mcp_tool]
fn right() -> Vec<ContentBlock> {
    vec![
        ContentBlock::text("today"),
        ContentBlock::image_bytes(&[1], "image/png"),
        ContentBlock::resource_link("notes://today", "today"),
    ]
}

fn registry() -> ToolRegistry<()> {
    ToolRegistry::builder(())
        .tools(tools![doubtful, address, right])
        .build()
        .unwrap()
}

#[test]
fn an_invalid_uri_is_not_sent() {
    // R120
    let registry = registry();
    for peer in Peer::all(&registry) {
        for kind in ["link", "text", "blob"] {
            let call = |address: &str| {
                let mut result = Value::Null;
                let arguments = json!({ "address": address, "kind": kind });
                let log = logged(|| result = peer.call("address", arguments));
                (result, log)
            };
            for (wrong, reason) in [
                ("", "it has no scheme"),
                ("secret", "it has no scheme"),
                ("/tmp/secret", "it has no scheme"),
                ("1secret:x", "it has no scheme"),
                ("notes://secret report", "percent-encoded"),
                ("notes://secret/é", "percent-encoded"),
                ("notes://secret/%4", "percent-encoded"),
            ] {
                let (result, log) = call(wrong);
                assert_eq!(result["isError"], true, "{wrong}: {result}");
                let text = result["content"][0]["text"].as_str().unwrap();
                assert!(
                    text.starts_with("`address` returned an address that is not a URI (error "),
                    "{text}"
                );
                assert_eq!(result["content"].as_array().unwrap().len(), 1);
                assert!(
                    log.contains("ERROR") && log.contains("tool=\"address\""),
                    "{log}"
                );
                assert!(log.contains(reason), "{wrong}: {log}");
                assert!(!log.contains("secret"), "{log}");
            }
            let (result, log) = call("notes://today/%C3%A9?a=b#c");
            assert_eq!(result.get("isError"), None, "{result}");
            assert_eq!(result["content"].as_array().unwrap().len(), 2);
            assert!(!log.contains("ERROR"), "{log}");
        }
    }
}

#[test]
fn the_log_names_the_tool_and_the_fault() {
    // R117: the log warns about a block with a wrong media type. The registry still sends the
    // block, because some clients accept such a block.
    let registry = registry();
    let peer = Peer::new(&registry);
    let mut result = Value::Null;
    let log = logged(|| result = peer.call("doubtful", json!({})));
    assert_eq!(result["content"].as_array().unwrap().len(), 2);
    assert_eq!(result["content"][0]["mimeType"], "png");
    let lines: Vec<_> = log.lines().filter(|line| line.contains("WARN")).collect();
    assert_eq!(lines.len(), 2, "{log}");
    assert!(lines[0].contains("doubtful"), "{log}");
    assert!(lines[0].contains("its media type `png` does not start with `image/`"));
    assert!(lines[1].contains("does not start with `audio/`"), "{log}");
    let log = logged(|| result = peer.call("right", json!({})));
    assert!(!log.contains("WARN"), "{log}");
}
