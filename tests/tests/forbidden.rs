//! A crate that forbids lints: an `allow` in an expansion would not compile here.

#![forbid(
    dead_code,
    missing_copy_implementations,
    missing_debug_implementations,
    non_camel_case_types,
    non_snake_case,
    unreachable_code,
    unused_variables
)]

use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::Peer;
use serde_json::json;

/// Adds.
#[mcp_tool(read_only)]
async fn add(
    /// First
    a: u8,
    /// Second
    #[arg(default = 1)]
    b: u8,
) -> u8 {
    a + b
}

#[test]
fn tools_need_no_allowance() {
    let registry = ToolRegistry::builder(())
        .tools(tools![
            add,
            #[cfg_attr(all(), cfg(any()))]
            subtract,
        ])
        .build()
        .unwrap();
    assert_eq!(Peer::new(&registry).text("add", json!({ "a": 2 })), "3");
}
