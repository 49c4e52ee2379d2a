//! `$ref` and definitions.

use super::*;

pub(super) const REFERENCE: Rule = Rule {
    id: "reference",
    breaks: "Gemini does not follow a `$ref`",
    repair: "replace the reference with the schema it refers to; if this makes a generated definition too large, make its types smaller, or split the tool",
    since: "2026-09",
    sources: &[
        "NousResearch/hermes-agent#100441",
        "google-gemini/gemini-cli#13326",
        "anomalyco/opencode#12295",
        "su-kaka/gcli2api#374",
    ],
    effects: effects![Error Session: Gemini],
    effects_in_result: NONE,
    check: Check::Keyword(&["$ref"], |node, _, target| {
        // Other rules report recursion and references to missing schemas.
        let is_resolved = node.reference == Some(Reference::Resolved);
        let target = target.as_str().filter(|_| is_resolved)?;
        Some(
            match keyword_beside_reference(node, &["description", "default"]) {
                Some(keyword) => {
                    format!("it refers to `{target}`, and has `{keyword}` beside `$ref`")
                }
                None => format!("it refers to `{target}`"),
            },
        )
    }),
};

pub(super) const UNRESOLVED_REFERENCE: Rule = Rule {
    id: "unresolved_reference",
    breaks: "a `$ref` refers to a missing schema, or to another document",
    repair: "replace the reference with the intended schema",
    since: "2026-06",
    sources: &[
        "google-gemini/gemini-cli#13326",
        "modelcontextprotocol/typescript-sdk#1175",
        "modelcontextprotocol/typescript-sdk#2337",
    ],
    effects: effects![Warning Session: Claude OpenAi; Error Session: OpenAiStrict Gemini; Warning Tool: VsCode Cursor],
    effects_in_result: effects![Error List: Claude Gemini Cursor],
    check: Check::Keyword(&["$ref"], |node, _, target| {
        let target = target.as_str()?;
        match node.reference? {
            Reference::Missing => Some(format!("it refers to `{target}`, which does not exist")),
            Reference::OtherDocument => Some(format!("it refers to another document, `{target}`")),
            _ => None,
        }
    }),
};

pub(super) const RECURSION: Rule = Rule {
    id: "recursion",
    breaks: "a schema contains itself",
    repair: "limit the depth, or replace the inner part with a string of JSON",
    since: "2026-08",
    sources: &[
        "Avick3110/houseCARL#451",
        "anthropics/claude-code#77106",
        "mastra-ai/mastra#15400",
    ],
    effects: effects![Warning List: Claude; Error Session: Gemini; Warning Session: OpenAi],
    effects_in_result: effects![Warning List: Claude],
    check: Check::Keyword(&["$ref"], |node, _, target| {
        let closes_circle = node.reference == Some(Reference::ClosesCircle);
        let target = target.as_str().filter(|_| closes_circle)?;
        Some(format!("the schema at `{target}` contains itself"))
    }),
};

pub(super) const UNUSED_DEFINITION: Rule = Rule {
    id: "unused_definition",
    breaks: "a definition that nothing refers to makes requests longer, and Gemini does not know `$defs`",
    repair: "remove the definition",
    since: "2026-03",
    sources: &[
        "larksuite/lark-openapi-mcp#63",
        "anthropics/claude-code#13717",
        "datastax/astra-assistants-api#73",
    ],
    effects: effects![Warning Tokens: OpenAi OpenAiStrict VsCode; Warning Session: Gemini],
    effects_in_result: effects![Warning Tokens: OpenAi OpenAiStrict VsCode],
    check: Check::Tool(unused_definition),
};

/// Reports the unused definitions of `inputSchema` in one finding, and those of `outputSchema` in another.
/// Generators often copy all definitions into each tool, so separate findings would be too many.
fn unused_definition(tool: &Subject<'_>, hits: &mut Vec<Hit>) {
    for schemas in [&tool.input, &tool.output] {
        let outer = schemas.nodes.iter().filter_map(|node| match node.role {
            Role::Definition(name) if node.is_unused && node.parent == Some(0) => {
                Some((node, name))
            }
            _ => None,
        });
        let unused: Vec<_> = outer.collect();
        if let Some((first, name)) = unused.first() {
            let others = and_others(unused.len() - 1);
            let what = format!("nothing refers to the definition `{name}`{others}");
            hits.push(tool.hit(first, "", what));
        }
    }
}

/// Returns the first keyword beside a `$ref` that is not allowed there. Definitions are always allowed,
/// because a `$ref` at the root needs them in the same object.
pub(super) fn keyword_beside_reference<'l>(node: &Node<'l>, allowed: &[&str]) -> Option<&'l str> {
    const ALWAYS: &[&str] = &["$ref", "$defs", "definitions"];
    let object = node.object().filter(|object| object.contains_key("$ref"))?;
    let mut keywords = object.keys().map(String::as_str);
    keywords.find(|keyword| !ALWAYS.contains(keyword) && !allowed.contains(keyword))
}
