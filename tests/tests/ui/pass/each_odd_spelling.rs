// usage: unusual programs that are correct
use mcp_tool_runtime::mcp_tool as tool;
use mcp_tool_runtime::{HasState, ToolRegistry, mcp_tool, tools};

const LIMIT: u8 = 9;

/// A text that is made by a constant method with a familiar name.
struct Text;

impl Text {
    const fn into(self) -> &'static str {
        "Searches the archive."
    }
}

#[derive(HasState)]
struct App {
    #[state(skip)]
    started: u64,
    limit: u32,
}

#[tool[read_only, title = if cfg!(test) { "Test" } else { "Search" }]]
#[doc = "Searches the archive."]
fn search(
    #[arg(default = LIMIT, range(..=9),)]
    /// How many to return
    #[arg(example = LIMIT as u32 - 1, example = 2,)]
    #[cfg_attr(any(), allow(unused))]
    limit: u8,
    #[arg(range((1)..={ LIMIT }), description = if cfg!(test) { "Test" } else { "Where to start" })]
    page: u8,
) {
    let _ = (limit, page);
}

#[mcp_tool(description = Text.into(), meta(limit = LIMIT as u32, next = LIMIT + 1,))]
fn find() {}

/// Answers at once.
#[mcp_tool /* title = */ (read_only, title = "With = a comment")]
fn answer() {}

pub(crate) fn main() {
    let registry = ToolRegistry::builder(()).tools(tools![answer]);
    let registry = registry.build().unwrap();
    let definition = &registry.definitions()[0];
    assert_eq!(definition.title.as_deref(), Some("With = a comment"));
    let annotations = definition.annotations.as_ref().unwrap();
    assert_eq!(annotations.read_only_hint, Some(true));
    search(1, 1);
    find();
    let registry = ToolRegistry::builder(()).tools(tools![search, find]);
    registry.build().unwrap();
    let App { started, limit } = App {
        started: 0,
        limit: 1,
    };
    let _ = (started, limit);
}
