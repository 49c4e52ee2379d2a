//! The size of a list of tools.

use mcp_tool_runtime::lint::ListSize;
use mcp_tool_tests::zoo;
use serde_json::json;

/// The size is the number of bytes that serde_json writes.
#[test]
fn list_size_counts_serialized_bytes() {
    for list in [
        json!([]),
        json!({ "tools": [] }),
        json!([{ "name": "ü\"\\\n\u{1}\u{1f}/", "a": [1, -2.5, null, true, {}], "b": { "c": [] } }]),
    ] {
        assert_eq!(
            ListSize::of_json(&list).bytes,
            list.to_string().len(),
            "{list}"
        );
    }
    let registry = zoo::registry();
    let size = ListSize::of(&registry);
    assert_eq!(size.tools.len(), registry.definitions().len());
    assert!(size.bytes > size.tools.iter().map(|tool| tool.bytes).sum());
    let largest = size.largest(2);
    assert!(largest[0].bytes >= largest[1].bytes);
}
