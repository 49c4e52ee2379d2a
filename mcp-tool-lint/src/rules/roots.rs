//! The roots of schemas.

use mcp_tool_rules::schema::is_name_of_input;

use super::*;

pub(super) const ROOT_COMPOSITION: Rule = Rule {
    id: "root_composition",
    breaks: "the arguments of a tool are described by `oneOf`, `anyOf` or `allOf` at the root; OpenAI refuses `enum` and `not` there, too",
    repair: "make a tool of each form, or one object whose other members are optional",
    since: "2026-09",
    sources: &[
        "opentokenz/mcpx#28",
        "makenotion/notion-mcp-server#341",
        "anthropics/claude-code#4753",
        "langchain-ai/langchainjs#9804",
        "ProfSynapse/nexus#6",
    ],
    effects: effects![Error Session: Claude OpenAi OpenAiStrict; Warning Session: Gemini; Warning Meaning: VsCode Cursor],
    effects_in_answer: NONE,
    check: Check::Tool(composition),
};

fn composition(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    let Some(root) = tool.input.root() else {
        return;
    };
    for keyword in ["oneOf", "anyOf", "allOf"] {
        if root.has(keyword) {
            let what = format!("its arguments have `{keyword}` at the root");
            hits.push(tool.hit(root, keyword, what));
        }
    }
    for keyword in ["enum", "not"] {
        if root.has(keyword) {
            let what = format!("its arguments have `{keyword}` at the root");
            hits.push(
                tool.hit(root, keyword, what)
                    .with(effects![Error Session: OpenAi OpenAiStrict; Warning Session: Gemini]),
            );
        }
    }
}

/// Why a root is not said to be an object.
fn no_object(root: &Value) -> Option<String> {
    match (root, root.get("type")) {
        (Value::Object(members), _) if members.is_empty() => Some("is empty".to_owned()),
        (Value::Object(_), Some(kind)) if kind == "object" => None,
        (Value::Object(_), Some(kind)) => Some(format!("has the type {}", brief(kind))),
        (Value::Object(_), None) => Some("has no `type`".to_owned()),
        (other, _) => Some(format!("is {}", brief(other))),
    }
}

pub(super) const ROOT_OBJECT: Rule = Rule {
    id: "root_object",
    breaks: "the root of `inputSchema` does not say `\"type\": \"object\"`",
    repair: "write `\"type\": \"object\"` at the root, and `\"properties\"` beside it",
    since: "2026-09",
    sources: &[
        "opentokenz/mcpx#28",
        "inboxapi/cli#106",
        "github/copilot-cli#1825",
        "modelcontextprotocol/rust-sdk#251",
    ],
    effects: effects![Error List: Claude VsCode Cursor; Error Session: OpenAi OpenAiStrict Gemini],
    effects_in_answer: NONE,
    check: Check::Tool(input),
};

fn input(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    if !tool.tool.is_object() {
        return;
    }
    match (tool.input.root(), tool.tool.get("inputSchema")) {
        (Some(root), _) => {
            if let Some(why) = no_object(root.schema) {
                hits.push(tool.hit(root, "", format!("its `inputSchema` {why}")));
            }
        }
        (None, Some(_)) => {
            hits.push(tool.hit_at("/inputSchema", "its `inputSchema` is `null`"));
        }
        (None, None) => hits.push(tool.hit_at("", "it has no `inputSchema`")),
    }
}

pub(super) const ROOT_PROPERTIES: Rule = Rule {
    id: "root_properties",
    breaks: "an input object lists no `properties`, not even none",
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
    effects_in_answer: NONE,
    check: Check::Tool(properties),
};

fn properties(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    if let Some(root) = tool.input.root()
        && root.is("object")
        && !root.has("properties")
    {
        hits.push(tool.hit(root, "", "its `inputSchema` has no `properties`"));
    }
}

pub(super) const OUTPUT_OBJECT: Rule = Rule {
    id: "output_object",
    breaks: "the root of `outputSchema` does not say `\"type\": \"object\"`",
    repair: "return an object, wrap the value in one, or publish no output schema",
    since: "2026-09",
    sources: &["opentokenz/mcpx#28", "modelcontextprotocol/rust-sdk#445"],
    effects: NONE,
    effects_in_answer: effects![Error List: Claude VsCode Cursor; Warning List: Gemini],
    check: Check::Tool(output),
};

fn output(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    if let Some(root) = tool.output.root() {
        if let Some(why) = no_object(root.schema) {
            hits.push(tool.hit(root, "", format!("its `outputSchema` {why}")));
        }
    } else if tool.tool.get("outputSchema").is_some() {
        hits.push(Hit {
            in_answer: true,
            ..tool.hit_at("/outputSchema", "its `outputSchema` is `null`")
        });
    }
}

pub(super) const NESTED_INPUT: Rule = Rule {
    id: "nested_input",
    breaks: "the whole input is nested under one argument such as `request`, and models send its members without it",
    repair: "write `#[arg(flatten)]` before the parameter, as in `#[arg(flatten)] request: Request`, or \
             `allow(nested_input)` in `#[mcp_tool]` to keep it nested",
    since: "2026-09",
    sources: &["basher83/Zammad-MCP#212"],
    effects: EVERYWHERE,
    effects_in_answer: NONE,
    check: Check::Tool(nested_input),
};

fn nested_input(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    let arguments = tool.input.nodes.iter().filter(|node| {
        let is_argument = node.parent == Some(0) && matches!(node.role, Role::Property { .. });
        is_argument && !node.has("x-mcp-header")
    });
    let &[node] = arguments.collect::<Vec<_>>().as_slice() else {
        return;
    };
    let Role::Property {
        name,
        required: true,
    } = node.role
    else {
        return;
    };
    let resolved = node.target.map_or(node, |target| &tool.input.nodes[target]);
    let members = resolved.get("properties");
    let has_members = members
        .and_then(Value::as_object)
        .is_some_and(|members| !members.is_empty());
    if is_name_of_input(name) && has_members {
        let what = format!("the whole input is nested under `{name}`");
        hits.push(tool.hit(node, "", what));
    }
}
