// The use of every key of the attribute, in each form that it takes.
#![deny(warnings)]

use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};

mod names {
    pub(super) const SEARCH: &str = "search-by-path";
}

const TITLE: &str = "Search";
const DESCRIPTION: &str = "Searches the archive.";

const fn title() -> &'static str {
    TITLE
}

/// Searches the archive.
#[mcp_tool]
async fn bare() {}

/// Searches the archive.
#[mcp_tool()]
async fn empty_parentheses() {}

/// Searches the archive.
#[mcp_tool(name = "search.by-literal_1")]
async fn name_literal() {}

/// Searches the archive.
#[mcp_tool(name = names::SEARCH)]
async fn name_constant() {}

/// Searches the archive.
#[mcp_tool]
async fn r#match() {}

/// Searches the archive.
#[mcp_tool(title = "Search")]
async fn title_literal() {}

/// Searches the archive.
#[mcp_tool(title = TITLE)]
async fn title_constant() {}

/// Searches the archive.
#[mcp_tool(title = title())]
async fn title_call() {}

/// Searches the archive.
#[mcp_tool(title = concat!("Search", " ", "it"))]
async fn title_macro() {}

/// Searches the archive.
#[mcp_tool(title = include_str!("text/title.txt"))]
async fn title_file() {}

#[mcp_tool(description = "Searches the archive.")]
async fn description_literal() {}

#[mcp_tool(description = DESCRIPTION)]
async fn description_constant() {}

#[mcp_tool(description = concat!("Searches ", "the archive."))]
async fn description_macro() {}

#[mcp_tool(description = include_str!("text/description.md"))]
async fn description_file() {}

/// For the programmer.
#[mcp_tool(description = "For the model.")]
async fn description_beside_a_doc_comment() {}

#[doc = include_str!("text/description.md")]
#[mcp_tool]
async fn doc_file() {}

/// Searches the archive.
///
/// In several lines.
#[doc = concat!("And ", "a macro.")]
#[mcp_tool]
async fn doc_lines() {}

/// Searches the archive.
#[mcp_tool(read_only, destructive = false, idempotent, open_world)]
async fn hints_bare() {}

/// Searches the archive.
#[mcp_tool(read_only = true, idempotent = true, open_world = true)]
async fn hints_true() {}

/// Searches the archive.
#[mcp_tool(read_only = false, destructive, idempotent = false, open_world = false)]
async fn hints_false() {}

/// Searches the archive.
#[mcp_tool(allow_unknown)]
async fn open() {}

/// Searches the archive.
#[mcp_tool(allow_unknown = false)]
async fn closed() {}

/// Searches the archive.
#[mcp_tool(companion = SearchTool)]
async fn renamed_companion() {}

mod facade {
    pub(super) use mcp_tool_runtime as deep;
}

/// Searches the archive.
#[mcp_tool(crate = self::facade::deep)]
async fn other_path() {}

/// Searches the archive.
#[mcp_tool(
    name = "all_together",
    title = "Search",
    description = "Searches the archive.",
    read_only,
    companion = All,
    crate = ::mcp_tool_runtime,
)]
async fn all_together() {}

pub(crate) fn main() {
    let registry = ToolRegistry::builder(())
        .tools(tools![
            bare,
            empty_parentheses,
            name_literal,
            name_constant,
            r#match,
            title_literal,
            title_constant,
            title_call,
            title_macro,
            title_file,
            description_literal,
            description_constant,
            description_macro,
            description_file,
            description_beside_a_doc_comment,
            doc_file,
            doc_lines,
            hints_bare,
            hints_true,
            hints_false,
            open,
            closed,
            SearchTool,
            other_path,
            All,
        ])
        .build()
        .unwrap();
    let names: Vec<_> = registry
        .definitions()
        .iter()
        .map(|tool| &*tool.name)
        .collect();
    for name in [
        "search.by-literal_1",
        "search-by-path",
        "match",
        "renamed_companion",
        "all_together",
    ] {
        assert!(names.contains(&name), "{name}: {names:?}");
    }
}
