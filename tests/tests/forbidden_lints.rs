//! This test crate forbids several lints. An `allow` of one of them in generated code would not compile.

#![forbid(
    dead_code,
    missing_copy_implementations,
    missing_debug_implementations,
    non_camel_case_types,
    non_snake_case,
    unreachable_code,
    unused_variables
)]

use mcp_tool_runtime::{ToolRegistry, mcp_tool, mcp_tools, tools};
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

/// `#[mcp_tool]` and `#[mcp_tools]` allow the lint `deprecated` in generated code only if the attributes or the
/// signature of the item contain that word.
mod nothing_deprecated {
    #![forbid(deprecated)]

    use super::{mcp_tool, mcp_tools};

    /// Doubles.
    #[mcp_tool]
    pub(crate) fn double(
        /// What to double
        number: u8,
    ) -> u16 {
        2 * u16::from(number)
    }

    pub(crate) struct Server;

    #[mcp_tools]
    impl Server {
        /// Does nothing.
        #[mcp_tool]
        async fn wait(&self) {
            let Self = self;
        }
    }
}

#[test]
fn tools_without_a_deprecated_attribute_allow_nothing() {
    use nothing_deprecated::{Server, double};
    let registry = ToolRegistry::builder(Server)
        .tools(tools![double, Server])
        .build()
        .unwrap();
    assert_eq!(registry.definitions().len(), 2);
    assert_eq!(double(2), 4);
}

#[test]
fn tools_need_no_allow() {
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
