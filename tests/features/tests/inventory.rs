//! Feature `inventory`: the option `register = …` adds a tool to a collection.

use mcp_tool_runtime::{HasState, ToolRegistry, collect_tools, mcp_tool, mcp_tools, tools};
use mcp_tool_tests::Peer;
use serde_json::json;

struct App {
    count: u8,
}

struct Other;

impl HasState<u8> for App {
    fn state(&self) -> &u8 {
        &self.count
    }
}

collect_tools! {
    /// All tools of the program.
    AppTools: App
}
collect_tools!(Unrelated: Other);
collect_tools!(pub(crate) Empty: ());

mod deep {
    pub(super) mod inside {
        use mcp_tool_runtime::mcp_tool;

        /// Borrows the whole state.
        #[mcp_tool(register = super::super::AppTools, name = "zz")]
        async fn last(#[state] app: &super::super::App) -> u8 {
            app.count
        }
    }
}

/// Borrows a part of the state.
#[mcp_tool(register = AppTools)]
async fn part(#[state] count: &u8) -> u8 {
    *count
}

/// Is in no collection.
#[mcp_tool]
async fn alone() {}

/// Is in another collection.
#[mcp_tool(register = Unrelated)]
async fn elsewhere() {}

#[mcp_tools(register = AppTools, prefix = "app.")]
impl App {
    /// Is a method.
    #[mcp_tool]
    async fn method(&self) -> u8 {
        self.count
    }
}

#[test]
fn tools_join_only_their_collection() {
    let registry = ToolRegistry::builder(App { count: 7 })
        .tools(AppTools::tools())
        .tools(tools![alone])
        .build()
        .unwrap();
    let names: Vec<_> = registry
        .definitions()
        .iter()
        .map(|tool| &*tool.name)
        .collect();
    assert_eq!(
        names,
        ["app.method", "part", "zz", "alone"],
        "by name, then as listed"
    );
    let peer = Peer::new(&registry);
    for tool in ["app.method", "part", "zz"] {
        assert_eq!(peer.text(tool, json!({})), "7");
    }
    assert_eq!(Unrelated::tools().len(), 1);
    assert!(Empty::tools().is_empty());
}

#[test]
fn a_collected_and_listed_tool_is_a_duplicate() {
    // R06
    let error = ToolRegistry::builder(App { count: 7 })
        .tools(AppTools::tools())
        .tools(tools![part])
        .build()
        .unwrap_err();
    assert!(
        error.to_string().contains("two tools are named `part`"),
        "{error}"
    );
}
