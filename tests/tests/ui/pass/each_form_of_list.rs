// Every way in which a tool gets into a list, and a list into a registry.
#![deny(warnings)]
#![allow(deprecated)] // arguments without a description

use std::sync::Arc;

use mcp_tool_runtime::{HasState, ToolRegistry, mcp_tool, tools};

/// Searches the archive.
#[mcp_tool]
async fn search() {}

/// Fetches a page.
#[mcp_tool]
fn fetch() {}

mod admin {
    use mcp_tool_runtime::mcp_tool;

    /// Empties the cache.
    #[mcp_tool]
    pub(crate) async fn purge() {}

    pub(crate) mod deep {
        use mcp_tool_runtime::mcp_tool;

        /// Searches the archive.
        #[mcp_tool(name = "deep_search")]
        pub(crate) async fn search() {}
    }
}

use admin::deep::search as deep_search;
use admin::purge;

mod one_file_per_tool {
    use mcp_tool_runtime::mcp_tool;

    /// Lists what there is.
    #[mcp_tool(companion = ListTool)]
    pub(crate) async fn one_file_per_tool() {}
}

use one_file_per_tool::ListTool;

struct Archive;
struct Log;

struct App {
    archive: Archive,
    log: Log,
}

impl HasState<Archive> for App {
    fn state(&self) -> &Archive {
        &self.archive
    }
}

impl HasState<Log> for App {
    fn state(&self) -> &Log {
        &self.log
    }
}

/// Has the whole state.
#[mcp_tool]
async fn whole(#[state] app: &App) {
    let _ = app;
}

/// Has parts of the state.
#[mcp_tool]
async fn parts(#[state] archive: &Archive, #[state] log: &Log) {
    let _ = (archive, log);
}

fn names<S: Send + Sync + 'static>(registry: &ToolRegistry<S>) -> Vec<String> {
    registry
        .definitions()
        .iter()
        .map(|tool| tool.name.to_string())
        .collect()
}

pub(crate) fn main() {
    let empty = ToolRegistry::builder(()).tools(tools![]).build().unwrap();
    assert!(names(&empty).is_empty());

    let paths = ToolRegistry::builder(())
        .tools(tools![
            search,
            self::fetch,
            admin::purge,
            self::admin::deep::search,
            ListTool,
        ])
        .build()
        .unwrap();
    assert_eq!(
        names(&paths),
        [
            "search",
            "fetch",
            "purge",
            "deep_search",
            "one_file_per_tool"
        ]
    );

    let imported = ToolRegistry::builder(())
        .tools(tools![purge, deep_search])
        .build()
        .unwrap();
    assert_eq!(names(&imported), ["purge", "deep_search"]);

    let list = tools![search, fetch];
    let from_a_variable = ToolRegistry::builder(()).tools(list).build().unwrap();
    assert_eq!(names(&from_a_variable), ["search", "fetch"]);

    let conditional = ToolRegistry::builder(())
        .tools(tools![
            #[cfg(any())]
            no_such_tool,
            search,
            #[cfg(all())]
            fetch
        ])
        .build()
        .unwrap();
    assert_eq!(names(&conditional), ["search", "fetch"]);

    let state = App {
        archive: Archive,
        log: Log,
    };
    let shared = ToolRegistry::builder_arc(Arc::new(state))
        .tools(tools![search, whole])
        .tools(tools![parts])
        .build()
        .unwrap();
    assert_eq!(names(&shared), ["search", "whole", "parts"]);

    /// Lives in a function.
    #[mcp_tool]
    async fn local() {}
    let in_a_function = ToolRegistry::builder(())
        .tools(tools![local, search])
        .build()
        .unwrap();
    assert_eq!(names(&in_a_function), ["local", "search"]);
}
