//! The roots of schemas.

use mcp_tool_rules::schema::is_name_of_input;
use mcp_tool_schema::keywords::Keywords as _;

use super::*;
use crate::subject::accepts_all;

pub(super) const ROOT_COMPOSITION: Rule = Rule {
    id: "root_composition",
    breaks: "`inputSchema` has `oneOf`, `anyOf` or `allOf` at the root: Anthropic's and OpenAI's APIs reject the request; Claude Code \
             flattens the schema since 2.1.195, or leaves the tool out; VS Code removes the keyword; Codex can lose the `properties` \
             beside it; OpenAI also rejects `enum` and `not` there",
    repair: "write one tool for each form of the input, or one object with optional members",
    since: "2026-09",
    sources: &[
        "anthropics/claude-code#95504",
        "code.claude.com/docs/en/mcp",
        "diegosouzapw/OmniRoute#13561",
        "makenotion/notion-mcp-server#341",
        "openai/codex#42283",
    ],
    effects: effects![Error Session: OpenAi OpenAiStrict; Warning Session: Claude Gemini; Warning Meaning: VsCode Cursor],
    effects_in_result: NONE,
    check: Check::Tool(root_composition),
};

fn root_composition(tool: &Subject<'_>, hits: &mut Vec<Hit>) {
    let Some(root) = tool.input.root() else {
        return;
    };
    for keyword in ["oneOf", "anyOf", "allOf", "enum", "not"] {
        if root.has(keyword) {
            let what = format!("its `inputSchema` has `{keyword}` at the root");
            let hit = tool.hit(root, keyword, what);
            let effects = effects![Error Session: OpenAi OpenAiStrict; Warning Session: Gemini];
            hits.push(hit.effects_if(matches!(keyword, "enum" | "not"), effects));
        }
    }
}

/// Returns a hit for a root that does not describe an object.
fn no_object_at(tool: &Subject<'_>, side: Side) -> Option<Hit> {
    let key = side.key();
    match tool.schemas(side).root() {
        Some(root) => {
            let why = no_object(root.schema)?;
            Some(tool.hit(root, "", format!("its `{key}` {why}")))
        }
        None => {
            tool.definition.get(key)?;
            let hit = tool.hit_at(&format!("/{key}"), format!("its `{key}` is `null`"));
            let in_result = side == Side::Output;
            Some(Hit { in_result, ..hit })
        }
    }
}

/// Returns the reason why a root does not describe an object.
fn no_object(root: &Value) -> Option<String> {
    match (root, root.get("type")) {
        (Value::Object(_), Some(kind)) if kind == "object" => None,
        (Value::Object(_), Some(kind)) => Some(format!("has the type {}", shorten(kind))),
        (Value::Object(_), None) => Some("has no `type`".to_owned()),
        (other, _) => Some(format!("is {}", shorten(other))),
    }
}

pub(super) const ROOT_OBJECT: Rule = Rule {
    id: "root_object",
    breaks: "the root of `inputSchema` has no `\"type\": \"object\"`",
    repair: "write `\"type\": \"object\"` at the root, and `\"properties\"` beside it",
    since: "2026-09",
    sources: &[
        "opentokenz/mcpx#28",
        "inboxapi/cli#106",
        "github/copilot-cli#1825",
        "modelcontextprotocol/rust-sdk#251",
    ],
    effects: effects![Error List: Claude VsCode Cursor; Error Session: OpenAi OpenAiStrict Gemini],
    effects_in_result: NONE,
    check: Check::Tool(|tool, hits| {
        if tool.definition.is_object() && tool.definition.get("inputSchema").is_none() {
            hits.push(tool.hit_at("", "it has no `inputSchema`"));
        }
        hits.extend(no_object_at(tool, Side::Input));
    }),
};

pub(super) const ROOT_PROPERTIES: Rule = Rule {
    id: "root_properties",
    breaks: "the root of `inputSchema` has no `properties`, not even an empty object; or it describes no argument and allows any, and \
             Claude Code mixes up several arguments of such a tool",
    repair: "write `\"properties\": {}`, and describe each argument there",
    since: "2026-09",
    sources: &[
        "opentokenz/mcpx#28",
        "github/copilot-cli#2223",
        "wevm/incur#170",
        "github/github-mcp-server#1548",
        "anthropics/claude-code#62171",
    ],
    effects: effects![Error Session: OpenAi OpenAiStrict; Warning Session: VsCode; Warning Tool: Claude],
    effects_in_result: NONE,
    check: Check::Tool(root_properties),
};

fn root_properties(tool: &Subject<'_>, hits: &mut Vec<Hit>) {
    let root = tool.input.root().filter(|root| root.is("object"));
    let Some(root) = root else { return };
    if !root.has("properties") {
        let hit = tool.hit(root, "", "its `inputSchema` has no `properties`");
        let effects = effects![Error Session: OpenAi OpenAiStrict; Warning Session: VsCode];
        hits.push(hit.effects(effects));
    }
    let is_open = root.get("additionalProperties").is_some_and(accepts_all);
    if is_open && root.schema.named("properties").next().is_none() {
        let what = "its `inputSchema` describes no argument, and allows any";
        let hit = tool.hit(root, "", what);
        hits.push(hit.effects(effects![Warning Tool: Claude]));
    }
}

pub(super) const OUTPUT_OBJECT: Rule = Rule {
    id: "output_object",
    breaks: "the root of `outputSchema` has no `\"type\": \"object\"`",
    repair: "return an object, wrap the value in one, or publish no output schema",
    since: "2026-09",
    sources: &["opentokenz/mcpx#28", "modelcontextprotocol/rust-sdk#445"],
    effects: NONE,
    effects_in_result: effects![Error List: Claude VsCode Cursor; Warning List: Gemini],
    check: Check::Tool(|tool, hits| hits.extend(no_object_at(tool, Side::Output))),
};

pub(super) const NESTED_INPUT: Rule = Rule {
    id: "nested_input",
    breaks: "the whole input is nested under one argument such as `request`, and models may send the members without that argument",
    repair: "make the members of that argument the arguments of the tool; in Rust, write `#[arg(flatten)]` before the parameter, or \
             `allow(nested_input)` in `#[mcp_tool]` to keep it nested",
    since: "2026-09",
    sources: &["basher83/Zammad-MCP#212"],
    effects: EVERYWHERE,
    effects_in_result: NONE,
    check: Check::Tool(nested_input),
};

fn nested_input(tool: &Subject<'_>, hits: &mut Vec<Hit>) {
    let mut arguments = tool.arguments().filter(|node| !node.has("x-mcp-header"));
    let (Some(node), None) = (arguments.next(), arguments.next()) else {
        return;
    };
    let name = node.property().unwrap_or_default();
    let mut targets = tool.input.targets(node);
    let members = targets.find_map(|target| target.get("properties")?.as_object());
    if !node.is_optional()
        && is_name_of_input(name)
        && members.is_some_and(|members| !members.is_empty())
    {
        let what = format!("the whole input is nested under `{name}`");
        hits.push(tool.hit(node, "", what));
    }
}
