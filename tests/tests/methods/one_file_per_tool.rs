//! Each tool function has a file of the same name. Each `impl` block with tools also has its own file.

mod admin;
mod archive;
mod count;
mod fetch;
mod search;

use archive::Archive;
use mcp_tool_runtime::{Tool, ToolRegistry, tools};
use mcp_tool_tests::Peer;
use serde_json::json;

// `#[mcp_tool]` on the function `search` also generates a struct `search`. `use search::search`
// would import both the function and the struct, and the struct would clash with the module
// `search`. With a glob import, the module shadows the struct, so the module and the struct do
// not clash.
pub(crate) use search::*;

// The generated struct of the tool `count` is `CountTool`, which does not clash with the module
// `count`. So this import needs no glob.
pub(crate) use count::{CountTool, count};

fn list() -> Vec<Tool<Archive>> {
    tools![
        search::search,
        fetch::fetch,
        CountTool,
        Archive,
        admin::AdminTools,
    ]
}

#[test]
fn each_tool_can_have_its_own_file() {
    let registry = ToolRegistry::builder(Archive::default())
        .tools(list())
        .build()
        .unwrap();
    let names: Vec<_> = registry
        .definitions()
        .iter()
        .map(|tool| &*tool.name)
        .collect();
    assert_eq!(
        names,
        ["search", "fetch", "count", "keep", "list", "admin_purge"]
    );
    let peer = Peer::new(&registry);
    assert_eq!(peer.text("keep", json!({ "page": "tides" })), "1");
    assert_eq!(peer.text("search", json!({ "word": "tide" })), "tides");
    assert_eq!(peer.text("count", json!({})), "1");
    assert_eq!(peer.text("admin_purge", json!({})), "ok");
    assert_eq!(peer.text("list", json!({})), "[]");
    assert_eq!(search(registry.state(), "tide"), "nothing");
    assert_eq!(count(registry.state()), 0);
}

#[test]
fn one_import_covers_the_module_and_the_function() {
    mod another {
        use super::{Archive, Tool, search, tools};

        pub(super) fn list() -> Vec<Tool<Archive>> {
            assert_eq!(search(&Archive::default(), "tide"), "nothing");
            tools![search::search]
        }
    }
    assert_eq!(another::list().len(), 1);
}
