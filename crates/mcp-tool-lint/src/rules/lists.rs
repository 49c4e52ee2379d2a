//! Rules about annotations, and about the whole list of tools.

use std::collections::HashMap;

use super::*;
use crate::profile::Profile;

pub(super) const CONTRADICTING_HINTS: Rule = Rule {
    id: "contradicting_hints",
    breaks: "a tool sets both `readOnlyHint` and `destructiveHint` to true, and these hints contradict each other",
    repair: "remove one of the hints",
    since: "2026-08",
    sources: &["elgorro/aiquila#386", "bug-ops/mcpls#319"],
    effects: effects![Warning Meaning: Claude OpenAi VsCode],
    effects_in_result: NONE,
    check: Check::Tool(|tool, hits| {
        let hints = &tool.definition["annotations"];
        if hints["readOnlyHint"] == true && hints["destructiveHint"] == true {
            let what = "`readOnlyHint` and `destructiveHint` are both true";
            hits.push(tool.hit_at("/annotations/destructiveHint", what));
        }
    }),
};

/// A requirement of a directory for each tool: its words, and the places of which one must have a value.
type Requirement = (&'static str, &'static [&'static str]);

/// The requirements of Claude's directory of connectors.
const CLAUDE: &[Requirement] = &[
    ("a title", &["/title", "/annotations/title"]),
    (
        "the hint `readOnlyHint` or `destructiveHint`",
        &["/annotations/readOnlyHint", "/annotations/destructiveHint"],
    ),
];

/// The requirements of ChatGPT's directory of apps.
const CHATGPT: &[Requirement] = &[
    ("the hint `readOnlyHint`", &["/annotations/readOnlyHint"]),
    (
        "the hint `destructiveHint`",
        &["/annotations/destructiveHint"],
    ),
    ("the hint `openWorldHint`", &["/annotations/openWorldHint"]),
];

pub(super) const REVIEW: Rule = Rule {
    id: "review",
    breaks: "Claude's directory requires each tool to have a title, and `readOnlyHint` or `destructiveHint`; ChatGPT's requires \
             `readOnlyHint`, `destructiveHint` and `openWorldHint`, each `true` or `false`",
    repair: "add the title and the hints; in Rust, write `title`, `read_only`, `destructive` and `open_world` in `#[mcp_tool]`, or \
             set hints of all tools with `ToolDefaults`",
    since: "2026-09",
    sources: &[
        "justincasher/lean-explore#85",
        "elgorro/aiquila#386",
        "openai/plugins:plugins/openai-developers/skills/chatgpt-app-submission/SKILL.md",
        "cloudflare/mcp#205",
    ],
    effects: effects![Warning Review: Claude OpenAi],
    effects_in_result: NONE,
    check: Check::List(|list, hits| {
        review(list, CLAUDE, effects![Warning Review: Claude], hits);
        review(list, CHATGPT, effects![Warning Review: OpenAi], hits);
    }),
};

pub(super) const PORTAL_DESCRIPTION: Rule = Rule {
    id: "portal_description",
    breaks: "the portal of ChatGPT's directory accepts at most 200 characters in a tool's description, according to one report; only a check with `ready_for` reports it",
    repair: "shorten the description, or allow this rule if the portal accepts yours",
    since: "2026-08",
    sources: &["whisper-money/whisper-money#751"],
    effects: effects![Warning Review: OpenAi],
    effects_in_result: NONE,
    check: Check::List(|list, hits| {
        let is_checked = list.ready_for.contains(&Profile::OpenAi);
        let is_long =
            |tool: &&Subject<'_>| is_checked && tool.text("description").chars().count() > 200;
        let tools: Vec<_> = list.tools.iter().filter(is_long).collect();
        hits.extend(lacking(&tools, "a description of at most 200 characters").map(list_hit));
    }),
};

/// Creates one finding for all tools that violate a requirement of a directory. Separate findings would fill
/// the report, because often every tool of a list lacks a title.
fn review(
    list: &ToolList<'_>,
    requirements: &[Requirement],
    effects: &'static [Effect],
    hits: &mut Vec<Hit>,
) {
    let (mut parts, mut failed) = (Vec::new(), Vec::new());
    for (what, places) in requirements {
        let is_met = |tool: &Subject<'_>| {
            let mut values = places.iter().filter_map(|it| tool.definition.pointer(it));
            values.any(|it| it.is_boolean() || it.as_str().is_some_and(|it| !it.trim().is_empty()))
        };
        let tools = list.tools.iter().filter(|tool| tool.definition.is_object());
        let tools: Vec<_> = tools.filter(|tool| !is_met(tool)).collect();
        parts.extend(lacking(&tools, what));
        failed.extend(tools);
    }
    let Some(first) = failed.first() else { return };
    let what = parts.join("; ");
    let is_one = failed.iter().all(|tool| tool.position == first.position);
    let hit = if is_one {
        first.hit_at("", what)
    } else {
        list_hit(what)
    };
    hits.push(hit.effects(effects));
}

/// Returns a clause that says which tools lack something. The clause names at most five tools. Returns `None`
/// if `tools` is empty.
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
    check: Check::List(|list, hits| {
        if let Some(why) = list.not_a_list {
            hits.push(Hit::at("", format!("no tools were found: {why}")));
        } else if list.tools.is_empty() {
            let effects = effects![Warning List: Claude OpenAi OpenAiStrict Gemini VsCode Cursor];
            hits.push(list_hit("it has no tools").effects(effects));
        }
    }),
};

pub(super) const ONE_NAME_TWICE: Rule = Rule {
    id: "one_name_twice",
    breaks: "two tools have the same name, or differ only in characters that Codex replaces with `_`, such as `-`",
    repair: "rename one of the tools",
    since: "2026-08",
    sources: &[
        "langchain-ai/langchain-mcp-adapters#605",
        "microsoft/vscode#249266",
        "googleapis/js-genai:src/mcp/_mcp.ts",
        "openai/codex#16944",
    ],
    effects: effects![Error Tool: Claude VsCode Cursor; Error Session: OpenAi OpenAiStrict Gemini],
    effects_in_result: NONE,
    check: Check::List(one_name_twice),
};

fn one_name_twice(list: &ToolList<'_>, hits: &mut Vec<Hit>) {
    // Codex writes `_` for other characters, and adds a hash to names that are then equal.
    let in_codex = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let (mut names, mut names_in_codex) = (HashMap::new(), HashMap::new());
    for tool in list.tools.iter().filter(|tool| !tool.name.is_empty()) {
        let name: String = tool.name.chars().map(in_codex).collect();
        let similar = names_in_codex.insert(name, tool.name);
        if let Some(other) = names.insert(tool.name, tool.position) {
            let what = format!("`/tools/{other}` has the same name");
            hits.push(tool.hit_at("/name", what));
        } else if let Some(other) = similar {
            let what = format!("for Codex, its name and `{other}` are one name");
            let hit = tool.hit_at("/name", what);
            hits.push(hit.effects(effects![Warning Meaning: OpenAi]));
        }
    }
}

pub(super) const TOO_MANY_TOOLS: Rule = Rule {
    id: "too_many_tools",
    breaks: "the server has more than 128 tools: some clients and model APIs accept at most 128 in a request, and VS Code groups the \
             tools, so that the model must open a group first",
    repair: "split the server, or filter the tools",
    since: "2026-06",
    sources: &[
        "microsoft/copilot-intellij-feedback#1842",
        "microsoft/vscode#258360",
        "microsoft/vscode#294055",
    ],
    effects: effects![Warning Session: OpenAi OpenAiStrict; Warning Meaning: VsCode],
    effects_in_result: NONE,
    check: Check::List(|list, hits| {
        let tools = list.tools.len();
        if tools > 128 {
            hits.push(list_hit(format!("it has {tools} tools, more than 128")));
        }
    }),
};

pub(super) const LARGE_LIST: Rule = Rule {
    id: "large_list",
    breaks: "the input schemas of the tools have more than 1,048,576 bytes in total; claude.ai admits tools in the order of their \
             names, and skips the rest",
    repair: "shorten the largest schemas, or split the server",
    since: "2026-08",
    sources: &["Softeria/ms-365-mcp-server#655"],
    effects: effects![Error Tool: Claude],
    effects_in_result: NONE,
    check: Check::List(large_list),
};

fn large_list(list: &ToolList<'_>, hits: &mut Vec<Hit>) {
    const ADMITTED: usize = 1_048_576;
    let mut tools: Vec<_> = list.tools.iter().collect();
    tools.sort_by_key(|tool| tool.name);
    let mut bytes = 0;
    let skipped = tools.iter().filter_map(|tool| {
        bytes += tool.definition["inputSchema"].to_string().len();
        (bytes > ADMITTED).then(|| tool.display_name())
    });
    let skipped: Vec<_> = skipped.collect();
    if let Some(first) = skipped.first() {
        let others = and_others(skipped.len() - 1);
        let what =
            format!("its input schemas have {bytes} bytes, so `{first}`{others} are skipped");
        hits.push(list_hit(what));
    }
}
