//! Rules about annotations, and about the whole list of tools.

use std::collections::HashMap;

use super::*;

/// The effects of an empty list.
const EMPTY_LIST: &[Effect] =
    effects![Warning List: Claude OpenAi OpenAiStrict Gemini VsCode Cursor];

fn hint(tool: &Subject<'_>, name: &str) -> Option<bool> {
    tool.definition.get("annotations")?.get(name)?.as_bool()
}

pub(super) const CONTRADICTING_HINTS: Rule = Rule {
    id: "contradicting_hints",
    breaks: "a tool sets both `readOnlyHint` and `destructiveHint` to true, and these hints contradict each other",
    repair: "remove one of the hints",
    since: "2026-08",
    sources: &["elgorro/aiquila#386", "bug-ops/mcpls#319"],
    effects: effects![Warning Meaning: Claude OpenAi VsCode],
    effects_in_result: NONE,
    check: Check::Tool(contradicting_hints),
};

fn contradicting_hints(tool: &Subject<'_>, hits: &mut Vec<Hit>) {
    if hint(tool, "readOnlyHint") == Some(true) && hint(tool, "destructiveHint") == Some(true) {
        hits.push(tool.hit_at(
            "/annotations/destructiveHint",
            "`readOnlyHint` and `destructiveHint` are both true",
        ));
    }
}

pub(super) const REVIEW: Rule = Rule {
    id: "review",
    breaks: "Claude's directory of connectors requires each tool to have a title, and `readOnlyHint` or `destructiveHint`",
    repair: "add `title`, and `readOnlyHint` or `destructiveHint`; in Rust, write `title`, and `read_only` or \
             `destructive`, in `#[mcp_tool]`",
    since: "2026-08",
    sources: &["justincasher/lean-explore#85", "elgorro/aiquila#386"],
    effects: effects![Warning Review: Claude],
    effects_in_result: NONE,
    check: Check::List(review),
};

/// Creates one finding for all tools that lack a title or a hint. Separate findings would fill the report,
/// because often every tool of a list lacks a title.
fn review(list: &ToolList<'_>, hits: &mut Vec<Hit>) {
    let has_title = |tool: &&Subject<'_>| {
        let places = ["/title", "/annotations/title"].iter();
        let mut titles = places.filter_map(|place| tool.definition.pointer(place)?.as_str());
        titles.any(|title| !title.trim().is_empty())
    };
    let has_hint = |tool: &&Subject<'_>| {
        hint(tool, "readOnlyHint").is_some() || hint(tool, "destructiveHint").is_some()
    };
    let tools = || list.tools.iter().filter(|tool| tool.definition.is_object());
    let no_title: Vec<_> = tools().filter(|tool| !has_title(tool)).collect();
    let no_hint: Vec<_> = tools().filter(|tool| !has_hint(tool)).collect();
    let parts = [
        lacking(&no_title, "a title"),
        lacking(&no_hint, "the hint `readOnlyHint` or `destructiveHint`"),
    ];
    let what = parts.into_iter().flatten().collect::<Vec<_>>().join("; ");
    let mut tools = no_title.iter().chain(&no_hint);
    if let Some(first) = tools.next() {
        hits.push(if tools.all(|tool| tool.position == first.position) {
            first.hit_at("", what)
        } else {
            list_hit(what)
        });
    }
}

/// Returns a clause that says which tools lack a title or a hint. The clause names at most five tools.
/// Returns `None` if `tools` is empty.
fn lacking(tools: &[&Subject<'_>], what: &str) -> Option<String> {
    const NAMED: usize = 5;
    let names: Vec<_> = tools
        .iter()
        .take(NAMED)
        .map(|tool| format!("`{}`", tool.display_name()))
        .collect();
    let others = and_others(tools.len() - names.len());
    let lack = if tools.len() == 1 { "lacks" } else { "lack" };
    (!tools.is_empty()).then(|| format!("{}{others} {lack} {what}", names.join(", ")))
}

fn list_hit(what: impl Into<String>) -> Hit {
    Hit::at("/tools", what)
}

pub(super) const NO_TOOLS: Rule = Rule {
    id: "no_tools",
    breaks: "the server returns no list of tools, or an empty list",
    repair: "respond to `tools/list` with an object whose member `tools` lists the tools",
    since: "2026-08",
    sources: &[
        "modelcontextprotocol/rust-sdk#1233",
        "modelcontextprotocol/rust-sdk#1174",
    ],
    effects: effects![Error List: Claude OpenAi OpenAiStrict Gemini VsCode Cursor],
    effects_in_result: NONE,
    check: Check::List(no_tools),
};

fn no_tools(list: &ToolList<'_>, hits: &mut Vec<Hit>) {
    if let Some(why) = list.not_a_list {
        hits.push(Hit::at("", format!("no tools were found: {why}")));
    } else if list.tools.is_empty() {
        hits.push(list_hit("it has no tools").effects(EMPTY_LIST));
    }
}

pub(super) const ONE_NAME_TWICE: Rule = Rule {
    id: "one_name_twice",
    breaks: "two tools have the same name",
    repair: "rename one of the tools",
    since: "2026-08",
    sources: &[
        "langchain-ai/langchain-mcp-adapters#605",
        "microsoft/vscode#249266",
        "googleapis/js-genai:src/mcp/_mcp.ts",
    ],
    effects: effects![Error Tool: Claude VsCode Cursor; Error Session: OpenAi OpenAiStrict Gemini],
    effects_in_result: NONE,
    check: Check::List(one_name_twice),
};

fn one_name_twice(list: &ToolList<'_>, hits: &mut Vec<Hit>) {
    let mut names = HashMap::new();
    for tool in list.tools.iter().filter(|tool| !tool.name.is_empty()) {
        if let Some(other) = names.insert(tool.name, tool.position) {
            let what = format!("`/tools/{other}` has the same name");
            hits.push(tool.hit_at("/name", what));
        }
    }
}

pub(super) const TOO_MANY_TOOLS: Rule = Rule {
    id: "too_many_tools",
    breaks: "the server has more than 128 tools, and some clients and model APIs accept at most 128 in a request",
    repair: "split the server, or filter the tools",
    since: "2026-06",
    sources: &[
        "microsoft/copilot-intellij-feedback#1842",
        "zed-industries/zed#32946",
        "0x4m4/hexstrike-ai#119",
        "microsoft/vscode#255585",
        "Azure/azure-mcp#372",
    ],
    effects: effects![Error Session: VsCode; Warning Session: OpenAi OpenAiStrict],
    effects_in_result: NONE,
    check: Check::List(|list, hits| more_than(128, list, hits)),
};

pub(super) const MANY_TOOLS: Rule = Rule {
    id: "many_tools",
    breaks: "the server has more than 40 tools, and some versions of Cursor pass only the first 40 to the model",
    repair: "split the server, or filter the tools",
    since: "2025-04",
    sources: &["bun913/mcp-testrail#6"],
    effects: effects![Warning Tool: Cursor],
    effects_in_result: NONE,
    check: Check::List(|list, hits| more_than(40, list, hits)),
};

fn more_than(limit: usize, list: &ToolList<'_>, hits: &mut Vec<Hit>) {
    let tools = list.tools.len();
    if tools > limit {
        hits.push(list_hit(format!("it has {tools} tools, more than {limit}")));
    }
}

/// Claude Code warns if the definitions of the tools have more tokens than this in total.
const TOKENS: usize = 25_000;

pub(super) const LARGE_LIST: Rule = Rule {
    id: "large_list",
    breaks: "the definitions of the tools have more than 25,000 tokens, so Claude Code warns the user",
    repair: "shorten the largest tools, or split the server",
    since: "2025-12",
    sources: &[
        "anthropics/claude-code#12241",
        "getsentry/XcodeBuildMCP#153",
    ],
    effects: effects![Warning Tokens: Claude],
    effects_in_result: NONE,
    check: Check::List(large_list),
};

fn large_list(list: &ToolList<'_>, hits: &mut Vec<Hit>) {
    let size = &list.size;
    if size.tokens() <= TOKENS {
        return;
    }
    let largest: Vec<_> = size
        .largest(3)
        .iter()
        .map(|tool| format!("`{}` ({})", tool.name, tool.tokens()))
        .collect();
    hits.push(list_hit(format!(
        "it takes about {} tokens, more than 25,000; the largest are {}",
        size.tokens(),
        largest.join(", ")
    )));
}
