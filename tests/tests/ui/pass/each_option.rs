// The use of every key of the attribute, in each form that it takes.
#![deny(warnings)]
#![allow(deprecated)] // arguments without a description

use std::borrow::Cow;
use std::collections::BTreeMap;

use mcp_tool_runtime::{CallToolResult, ToolRegistry, mcp_tool, tools};

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
#[mcp_tool(request_state)]
async fn sealed(#[context] _cx: &mcp_tool_runtime::ToolContext) {}

/// Searches the archive.
#[mcp_tool(request_state = true, timeout = "1m")]
async fn sealed_by_value(#[context] _cx: &mcp_tool_runtime::ToolContext, _word: String) {}

/// Searches the archive.
#[mcp_tool(request_state = false)]
fn not_sealed() {}

/// Searches the archive.
#[mcp_tool(companion = SearchTool)]
async fn renamed_companion() {}

const ICON: &str = "https://tools.example/search.png";
const SIZE: &str = "48x48";
const ITEMS: &str = "items";

/// Searches the archive.
#[mcp_tool(icon = "https://tools.example/search.png")]
async fn icon_short() {}

/// Searches the archive.
#[mcp_tool(icon = ICON)]
async fn icon_constant() {}

/// Searches the archive.
#[mcp_tool(
    icon = "data:image/png;base64,iVBORw0KGgo=",
    icon(src = "https://tools.example/search.svg"),
    icon(
        src = ICON,
        mime_type = "image/png",
        sizes = ["16x16", "any", SIZE],
        theme = "dark",
    ),
    icon(src = concat!("https://", "tools.example"), sizes = "48x48", theme = "light")
)]
async fn icons() {}

/// Searches the archive.
#[mcp_tool(meta(owner = "search team"))]
async fn meta_word() {}

/// Searches the archive.
#[mcp_tool(meta(
    "com.example/owner" = "search team",
    "openai/toolInvocation/invoking" = "Searching",
    "com.example/tags" = ["archive", "text"],
    r#type = 3,
    cost = ("cents", 0.5),
    limits = std::collections::BTreeMap::<&str, u8>::from([("day", 9)]),
    json = serde_json::json!({ "a": null }),
))]
async fn meta_values() {}

/// Searches the archive.
#[mcp_tool(timeout = "30s")]
async fn timeout_seconds() {}

/// Searches the archive.
#[mcp_tool(timeout = "250 ms")]
async fn timeout_milliseconds() {}

/// Searches the archive.
#[mcp_tool(timeout = "2m", blocking)]
fn timeout_on_a_thread() {}

/// Searches the archive.
#[mcp_tool(timeout = "1h", blocking = false)]
async fn timeout_hours() {}

/// Searches the archive.
#[mcp_tool(blocking = true)]
fn on_a_thread() {}

/// Searches the archive.
#[mcp_tool(blocking = false)]
fn in_place() {}

/// Searches the archive.
#[mcp_tool(output = false)]
async fn without_output() -> Vec<String> {
    Vec::new()
}

type Reply = Result<CallToolResult, String>;

#[derive(schemars::JsonSchema)]
struct Found<'a, const N: usize> {
    #[allow(dead_code)]
    titles: Cow<'a, str>,
}

/// Searches the archive.
#[mcp_tool(output = BTreeMap<String, Vec<u8>>, title = "Search")]
async fn with_output() -> Reply {
    Ok(CallToolResult::default())
}

/// Searches the archive.
#[mcp_tool(title = "Search", output = std::collections::BTreeMap<std::string::String, [(u8, bool); 2]>)]
fn with_a_long_output() -> CallToolResult {
    CallToolResult::default()
}

/// Searches the archive.
#[allow(clippy::needless_lifetimes)] // So as to show that it can be written.
#[mcp_tool(output = Found<'q, 3>, wrap = "found")]
async fn with_a_borrowed_output<'q>(words: &'q str) -> CallToolResult {
    CallToolResult::text(words)
}

/// Searches the archive.
#[mcp_tool(output = &'static str)]
async fn with_output_of_a_value() -> serde_json::Value {
    serde_json::Value::from("text")
}

/// Searches the archive.
#[mcp_tool(wrap = "items")]
async fn wrapped() -> Vec<String> {
    Vec::new()
}

/// Searches the archive.
#[mcp_tool(wrap = ITEMS)]
async fn wrapped_by_a_constant() -> Result<Vec<String>, String> {
    Ok(Vec::new())
}

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
            sealed,
            sealed_by_value,
            not_sealed,
            icon_short,
            icon_constant,
            icons,
            meta_word,
            meta_values,
            timeout_seconds,
            timeout_milliseconds,
            timeout_on_a_thread,
            timeout_hours,
            on_a_thread,
            in_place,
            without_output,
            with_output,
            with_a_long_output,
            with_a_borrowed_output,
            with_output_of_a_value,
            wrapped,
            wrapped_by_a_constant,
            SearchTool,
            other_path,
            All,
        ])
        .request_state_key([7; 32])
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
