//! OpenAI's strict mode.

use mcp_tool_rules::schema::FORMATS;
use serde_json::json;

use super::references::keyword_beside_reference;
use super::*;

pub(super) const STRICT_OBJECT: Rule = Rule {
    id: "strict_object",
    breaks: "strict mode needs every member in `required`, and `\"additionalProperties\": false` in every object",
    repair: "leave strict mode off for this tool, or list every member in `required`",
    since: "2026-09",
    sources: &[
        "anthony-chaudhary/fak#10777",
        "softwaremill/sttp-ai#521",
        "github/github-mcp-server#376",
    ],
    effects: effects![Error Session: OpenAiStrict],
    effects_in_result: NONE,
    check: Check::Node(strict_object),
};

fn strict_object(tool: &Subject<'_>, node: &Node<'_>, hits: &mut Vec<Hit>) {
    if node.is_optional() {
        hits.push(tool.hit(node, "", "it is not required"));
    }
    if is_object(node) && node.get("additionalProperties") != Some(&json!(false)) {
        let mut hit = tool.hit(node, "", "it has no `\"additionalProperties\": false`");
        hit.repair =
            Some("leave strict mode off for this tool, or write `\"additionalProperties\": false`");
        hits.push(hit);
    }
}

fn is_object(node: &Node<'_>) -> bool {
    node.is("object") || node.has("properties")
}

/// Returns the largest number of objects that are nested inside each other.
fn levels(nodes: &[Node<'_>]) -> usize {
    let mut levels: Vec<usize> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let outer = node.parent.map_or(0, |parent| levels[parent]);
        levels.push(outer + usize::from(is_object(node)));
    }
    levels.into_iter().max().unwrap_or(0)
}

/// Keywords that strict mode rejects.
const REJECTED: &[&str] = &[
    "allOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "dependentRequired",
    "dependentSchemas",
    "patternProperties",
    "prefixItems",
    "default",
    "uniqueItems",
    "propertyNames",
    "contains",
    "minProperties",
    "maxProperties",
    "minContains",
    "maxContains",
    "unevaluatedProperties",
    "unevaluatedItems",
];

/// Keywords that the documentation of strict mode does not list.
const UNLISTED: &[&str] = &["minLength", "maxLength"];

pub(super) const STRICT_KEYWORD: Rule = Rule {
    id: "strict_keyword",
    breaks: "a schema has a keyword or format that strict mode does not support",
    repair: "leave strict mode off for this tool, or remove the keyword",
    since: "2026-09",
    sources: &[
        "1jehuang/jcode#687",
        "posit-dev/chatlas#255",
        "vercel/ai#6704",
        "jsonschemaprofiles.unitvectorylabs.com/schemas/openai",
    ],
    effects: effects![Error Session: OpenAiStrict],
    effects_in_result: NONE,
    check: Check::Node(strict_keyword),
};

fn strict_keyword(tool: &Subject<'_>, node: &Node<'_>, hits: &mut Vec<Hit>) {
    const KNOWN: &[&str] = &[
        "date-time",
        "time",
        "date",
        "duration",
        "email",
        "hostname",
        "ipv4",
        "ipv6",
        "uuid",
    ];
    // At the root, another rule reports `allOf`, `oneOf` and `not`.
    let has_other_rule =
        |keyword: &str| node.role == Role::Root && matches!(keyword, "allOf" | "oneOf" | "not");
    for keyword in REJECTED.iter().chain(UNLISTED) {
        if node.has(keyword) && !has_other_rule(keyword) {
            let hit = tool.hit(node, keyword, format!("`{keyword}` is used"));
            let is_unlisted = UNLISTED.contains(keyword);
            hits.push(hit.effects_if(is_unlisted, effects![Warning Session: OpenAiStrict]));
        }
    }
    if let Some(keyword) = keyword_beside_reference(node, &[]) {
        let what = format!("`{keyword}` is beside `$ref`");
        hits.push(tool.hit(node, "$ref", what));
    }
    if let Some(format) = node.text("format")
        && FORMATS.contains(&format)
        && !KNOWN.contains(&format)
    {
        let what = format!("the format `{format}` is used");
        hits.push(tool.hit(node, "format", what));
    }
}

pub(super) const STRICT_SIZE: Rule = Rule {
    id: "strict_size",
    breaks: "strict mode limits a schema to 10 levels of objects, 5,000 properties, 1,000 enum values, and 120,000 characters in names and values",
    repair: "split the tool",
    since: "2026-02",
    sources: &["jsonschemaprofiles.unitvectorylabs.com/schemas/openai"],
    effects: effects![Error Session: OpenAiStrict],
    effects_in_result: NONE,
    check: Check::Tool(strict_size),
};

fn strict_size(tool: &Subject<'_>, hits: &mut Vec<Hit>) {
    let Some(root) = tool.input.root() else {
        return;
    };
    let nodes = || tool.input.nodes.iter();
    let names = || nodes().filter_map(|node| node.property());
    let values = || nodes().flat_map(|node| node.list("enum"));
    let length = |value: &Value| value.as_str().map_or(0, |text| text.chars().count());
    let constants = nodes().filter_map(|node| node.get("const")).map(length);
    let characters: usize = names()
        .map(|name| name.chars().count())
        .chain(values().map(length))
        .chain(constants)
        .sum();
    let measured = [
        (levels(&tool.input.nodes), 10, "levels of objects"),
        (names().count(), 5_000, "properties"),
        (values().count(), 1_000, "enum values"),
        (characters, 120_000, "characters in names and values"),
    ];
    for (found, limit, unit) in measured {
        if found > limit {
            let what = format!("its input has {found} {unit}, more than {limit}");
            hits.push(tool.hit(root, "", what));
        }
    }
    for node in nodes() {
        let values = node.list("enum");
        let characters: usize = values.iter().map(length).sum();
        if values.len() > 250 && characters > 15_000 {
            let what = format!(
                "its `enum` of more than 250 values has {characters} characters, more than 15,000"
            );
            hits.push(tool.hit(node, "enum", what));
        }
    }
}
