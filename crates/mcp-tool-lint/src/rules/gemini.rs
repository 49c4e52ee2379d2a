//! Keywords and values that Gemini's dialect of JSON Schema does not have.

use mcp_tool_rules::schema::FORMATS;
use serde_json::Map;

use super::compositions::{CONDITIONS, is_condition};
use super::types::is_optional_null;
use super::*;
use crate::value_text::is_container;

/// Returns whether Gemini accepts a format for the type of this schema.
pub(super) fn accepts_format(node: &Node<'_>, format: &str) -> bool {
    match format {
        "date-time" | "enum" => node.is("string"),
        "float" | "double" => node.is("number"),
        "int32" | "int64" => node.is("integer"),
        _ => false,
    }
}

/// The keywords that Gemini accepts.
const KNOWN: &[&str] = &[
    "type",
    "format",
    "title",
    "description",
    "nullable",
    "enum",
    "items",
    "minItems",
    "maxItems",
    "properties",
    "required",
    "propertyOrdering",
    "minProperties",
    "maxProperties",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "pattern",
    "anyOf",
    "default",
    "example",
    // Some versions of Gemini reject `additionalProperties`, but nearly every client removes
    // `additionalProperties` before the client sends the schema to Gemini. So this rule does not
    // report `additionalProperties`.
    "additionalProperties",
];

/// Returns whether a keyword is in `KNOWN`, or other rules report it.
fn is_known_or_reported(keyword: &str) -> bool {
    const REPORTED: &[&str] = &[
        "$schema",
        "$ref",
        "$defs",
        "definitions",
        "const",
        "prefixItems",
    ];
    let mut lists = [KNOWN, REPORTED, CONDITIONS].into_iter();
    lists.any(|keywords| keywords.contains(&keyword))
}

pub(super) const GEMINI_KEYWORD: Rule = Rule {
    id: "gemini_keyword",
    breaks: "Gemini rejects keywords that it does not know, such as `exclusiveMinimum`, `examples` and all `x-…`, if the client passes \
             them on; its API accepts only the string formats `date-time` and `enum`, and Vertex AI more",
    repair: "remove the keyword; state its meaning in the description, and check values in the tool",
    since: "2026-09",
    sources: &[
        "pizza-bot-app/pizza-bot#62",
        "reference.rnfirebase.io/_react-native-firebase/ai/SchemaInterface.html",
        "fazer-ai/agents#64",
        "tashfeenahmed/freellmapi#417",
        "ahmadrosid/nakama#292",
        "zendev-sh/goai#108",
        "hideya/langchain-mcp-tools-ts#36",
        "CherryHQ/cherry-studio#4153",
    ],
    effects: effects![Warning Session: Gemini],
    effects_in_result: NONE,
    check: Check::Node(gemini_keyword),
};

fn gemini_keyword(tool: &Subject<'_>, node: &Node<'_>, hits: &mut Vec<Hit>) {
    for (keyword, value) in node.object().into_iter().flatten() {
        let is_unknown = match keyword.as_str() {
            // Report only a `oneOf` that `anyOf` can replace. Other rules report a condition, a
            // choice of `const`, a `oneOf` at the root, and a `oneOf` that lets an optional
            // property be `null`.
            "oneOf" => {
                let branches = node.list("oneOf");
                let root = tool.input.root().and_then(Node::object);
                let is_union = branches.len() > 1
                    && !root.is_some_and(|root| is_condition(root, node, "oneOf"))
                    && branches.iter().any(|branch| branch.get("const").is_none());
                is_union && node.role != Role::Root && !is_optional_null(node)
            }
            // Other rules report an `if` with its `then` and `else`, and a `not` that is not
            // empty.
            "then" | "else" => !node.has("if"),
            "not" => value.as_object().is_some_and(Map::is_empty),
            "uniqueItems" => value != &Value::Bool(false),
            // Another rule reports formats that JSON Schema does not define.
            "format" => value
                .as_str()
                .is_some_and(|format| FORMATS.contains(&format) && !accepts_format(node, format)),
            other => !is_known_or_reported(other),
        };
        if is_unknown {
            let what = match value.as_str().filter(|_| keyword == "format") {
                Some(format) => format!("its format is `{format}`"),
                None => format!("`{keyword}` is used"),
            };
            let mut hit = tool.hit(node, keyword, what);
            hit.repair = match keyword.as_str() {
                "exclusiveMinimum" => Some("write `minimum`"),
                "exclusiveMaximum" => Some("write `maximum`"),
                "oneOf" => Some("write `anyOf`"),
                other if other.starts_with("x-") || other.starts_with('$') => {
                    Some("remove it, unless another client reads it")
                }
                _ => None,
            };
            hits.push(hit);
        }
    }
}

pub(super) const BESIDE_ANY_OF: Rule = Rule {
    id: "beside_any_of",
    breaks: "a schema has another keyword beside `anyOf`; Vertex AI accepts only a title or description there",
    repair: "move that keyword into each branch, or remove it",
    since: "2026-07",
    sources: &[
        "lambda-alpha-labs/Graphenium#37",
        "BerriAI/litellm#11164",
        "anomalyco/opencode#15795",
        "anomalyco/opencode#14788",
    ],
    effects: effects![Warning Session: Gemini],
    effects_in_result: NONE,
    check: Check::Keyword(&["anyOf"], |node, _, _| {
        // Skip the keywords that the rule `gemini_keyword` reports.
        let mut others = node.object()?.keys().filter(|it| {
            let is_allowed = ["anyOf", "title", "description"].contains(&it.as_str());
            !is_allowed && is_known_or_reported(it)
        });
        // Skip an `anyOf` at the root, and an `anyOf` that lets an optional property also be
        // `null`, because other rules report these two cases.
        let has_other_rule = node.role == Role::Root || is_optional_null(node);
        let beside = others.next().filter(|_| !has_other_rule)?;
        Some(format!("`{beside}` is beside `anyOf`"))
    }),
};

pub(super) const EMPTY_ENUM_VALUE: Rule = Rule {
    id: "empty_enum_value",
    breaks: "an `enum` has the empty string, which Gemini rejects",
    repair: "remove the empty string, and make the argument or member optional",
    since: "2026-04",
    sources: &["sbroenne/mcp-server-excel#607"],
    effects: effects![Error Session: Gemini],
    effects_in_result: NONE,
    check: Check::Keyword(&["enum"], |_, _, values| {
        let has_empty = values.as_array()?.iter().any(|value| value == "");
        has_empty.then(|| "its `enum` has the empty string".to_owned())
    }),
};

pub(super) const MISPLACED_KEYWORD: Rule = Rule {
    id: "misplaced_keyword",
    breaks: "a schema has `properties`, `required` or `items`, but its type does not use that keyword",
    repair: "remove the keyword, or correct the type",
    since: "2026-08",
    sources: &["anomalyco/opencode#11889", "mastra-ai/mastra#22489"],
    effects: effects![Error Session: Gemini],
    effects_in_result: NONE,
    check: Check::Keyword(
        &["properties", "required", "items"],
        |node, keyword, value| {
            let kind = match keyword {
                "items" => "array",
                _ => "object",
            };
            // Skip a value that is not an object or array, because other rules report such a
            // value.
            let is_misplaced = is_container(value) && node.has("type") && !node.is(kind);
            is_misplaced.then(|| format!("it has `{keyword}`, and its type is not `{kind}`"))
        },
    ),
};

pub(super) const TITLE_AND_TYPE: Rule = Rule {
    id: "title_and_type",
    breaks: "an object has members with the names `title` and `type`, and some versions of Gemini CLI take them for keywords",
    repair: "rename one of the two members",
    since: "2025-11",
    sources: &["google-gemini/gemini-cli#13705"],
    effects: effects![Warning Session: Gemini],
    effects_in_result: NONE,
    check: Check::Keyword(&["properties"], |_, _, members| {
        let has_both = members.get("title").is_some() && members.get("type").is_some();
        has_both.then(|| "it has the members `title` and `type`".to_owned())
    }),
};
