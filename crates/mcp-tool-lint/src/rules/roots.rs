//! The roots of schemas.

use mcp_tool_rules::schema::is_name_of_input;

use super::*;

pub(super) const ROOT_COMPOSITION: Rule = Rule {
    id: "root_composition",
    breaks: "`inputSchema` has `oneOf`, `anyOf` or `allOf` at the root; OpenAI also rejects `enum` and `not` there",
    repair: "write one tool for each form of the input, or one object with optional members",
    since: "2026-09",
    sources: &[
        "opentokenz/mcpx#28",
        "makenotion/notion-mcp-server#341",
        "anthropics/claude-code#4753",
        "langchain-ai/langchainjs#9804",
        "ProfSynapse/nexus#6",
    ],
    effects: effects![Error Session: Claude OpenAi OpenAiStrict; Warning Session: Gemini; Warning Meaning: VsCode Cursor],
    effects_in_result: NONE,
    check: Check::Tool(root_composition),
};

/// The effects of `enum` and `not` at a root.
const OPENAI_AND_GEMINI: &[Effect] =
    effects![Error Session: OpenAi OpenAiStrict; Warning Session: Gemini];

fn root_composition(tool: &Subject<'_>, hits: &mut Vec<Hit>) {
    let Some(root) = tool.input.root() else {
        return;
    };
    for keyword in ["oneOf", "anyOf", "allOf", "enum", "not"] {
        if root.has(keyword) {
            let what = format!("its `inputSchema` has `{keyword}` at the root");
            let hit = tool.hit(root, keyword, what);
            hits.push(hit.effects_if(matches!(keyword, "enum" | "not"), OPENAI_AND_GEMINI));
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
    breaks: "the root of `inputSchema` has no `properties`, not even an empty object",
    repair: "write `\"properties\": {}`",
    since: "2026-09",
    sources: &[
        "opentokenz/mcpx#28",
        "posit-dev/mcptools#91",
        "wevm/incur#170",
        "github/github-mcp-server#1548",
        "bnb-chain/bnbchain-mcp#68",
    ],
    effects: effects![Error Session: OpenAi OpenAiStrict VsCode],
    effects_in_result: NONE,
    check: Check::Node(|tool, node, hits| {
        if node.role == Role::Root && node.is("object") && !node.has("properties") {
            hits.push(tool.hit(node, "", "its `inputSchema` has no `properties`"));
        }
    }),
};

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
