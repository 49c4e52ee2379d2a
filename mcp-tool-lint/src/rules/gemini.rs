//! Keywords that Gemini's own kind of schema does not have.

use mcp_tool_rules::schema::FORMATS;
use serde_json::Map;

use super::compositions::{CONDITIONS, is_plain};
use super::types::is_optional_null;
use super::*;
use crate::value_text::is_container;

/// Whether Gemini has this format.
pub(super) fn knows(node: &Node<'_>, format: &str) -> bool {
    match format {
        "date-time" | "enum" => node.is("string"),
        "float" | "double" => node.is("number"),
        "int32" | "int64" => node.is("integer"),
        _ => false,
    }
}

pub(super) const GEMINI_FORMAT: Rule = Rule {
    id: "gemini_format",
    breaks: "the Gemini API accepts the formats `date-time` and `enum` of strings only; Vertex AI accepts others, and many clients remove them",
    repair: "name the format in the description, and check it in the tool",
    since: "2026-09",
    sources: &[
        "reference.rnfirebase.io/_react-native-firebase/ai/SchemaInterface.html",
        "google-gemini/gemini-cli#3178",
        "pizza-bot-app/pizza-bot#62",
        "fazer-ai/agents#64",
        "ahmadrosid/nakama#293",
    ],
    effects: effects![Warning Session: Gemini],
    effects_in_answer: NONE,
    check: Check::Keyword(&["format"], |node, _, format| {
        let format = format.as_str()?;
        let is_unknown = FORMATS.contains(&format) && !knows(node, format);
        is_unknown.then(|| format!("its format is `{format}`"))
    }),
};

/// Keywords of Gemini's schemas.
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
    // Some versions reject this keyword, but nearly every host removes it.
    "additionalProperties",
];

/// Returns whether Gemini knows a keyword, or another rule reports it.
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
    breaks: "Gemini rejects keywords that it does not know, such as `exclusiveMinimum`, `examples` and all `x-…`, if the client passes them on",
    repair: "say it in the description, and check it in the tool",
    since: "2026-09",
    sources: &[
        "pizza-bot-app/pizza-bot#62",
        "AstrBotDevs/AstrBot#7572",
        "tashfeenahmed/freellmapi#417",
        "ahmadrosid/nakama#292",
        "zendev-sh/goai#108",
        "hideya/langchain-mcp-tools-ts#36",
        "CherryHQ/cherry-studio#4153",
    ],
    effects: effects![Warning Session: Gemini],
    effects_in_answer: NONE,
    check: Check::Node(keyword),
};

fn keyword(tool: &Subject<'_>, node: &Node<'_>, hits: &mut Vec<Hit>) {
    for (keyword, value) in node.object().into_iter().flatten() {
        let is_unknown = match keyword.as_str() {
            // The rest of `oneOf`, if no other rule reports it.
            "oneOf" => {
                let branches = node.list("oneOf");
                let is_plain = branches.len() > 1 && is_plain(tool.input.nodes[0].schema, branches);
                is_plain && node.role != Role::Root && !is_optional_null(node)
            }
            // These keywords are no conditions, which have a rule of their own.
            "then" | "else" => !node.has("if"),
            "not" => value.as_object().is_some_and(Map::is_empty),
            "uniqueItems" => value != &Value::Bool(false),
            other => !is_known_or_reported(other),
        };
        if is_unknown {
            let mut hit = tool.hit(node, keyword, format!("`{keyword}` is used"));
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
    breaks: "Vertex AI accepts nothing but a description beside `anyOf`",
    repair: "put it into each branch, or leave it out",
    since: "2026-07",
    sources: &[
        "lambda-alpha-labs/Graphenium#37",
        "BerriAI/litellm#11164",
        "anomalyco/opencode#15795",
        "anomalyco/opencode#14788",
    ],
    effects: effects![Warning Session: Gemini],
    effects_in_answer: NONE,
    check: Check::Keyword(&["anyOf"], |node, _, _| {
        // No report has a description alone. Another rule reports what Gemini does not know.
        let mut others = node.object()?.keys().filter(|it| {
            let may_be = ["anyOf", "title", "description"].contains(&it.as_str());
            !may_be && is_known_or_reported(it)
        });
        // Another rule reports an optional `null`, and its repair removes the `anyOf`.
        let has_other_rule = node.role == Role::Root || is_optional_null(node);
        let beside = others.next().filter(|_| !has_other_rule)?;
        Some(format!("`{beside}` is beside `anyOf`"))
    }),
};

pub(super) const EMPTY_ENUM_VALUE: Rule = Rule {
    id: "empty_enum_value",
    breaks: "an `enum` has the empty string, which Gemini rejects",
    repair: "leave it out, and make the argument optional",
    since: "2026-04",
    sources: &["sbroenne/mcp-server-excel#607"],
    effects: effects![Error Session: Gemini],
    effects_in_answer: NONE,
    check: Check::Keyword(&["enum"], |_, _, values| {
        let is_there = values.as_array()?.iter().any(|value| value == "");
        is_there.then(|| "its `enum` has the empty string".to_owned())
    }),
};

pub(super) const MISPLACED_KEYWORD: Rule = Rule {
    id: "misplaced_keyword",
    breaks: "`properties`, `required` or `items` is at a type that does not use it",
    repair: "remove it, or correct the type",
    since: "2026-08",
    sources: &["anomalyco/opencode#11889", "mastra-ai/mastra#22489"],
    effects: effects![Error Session: Gemini],
    effects_in_answer: NONE,
    check: Check::Keyword(
        &["properties", "required", "items"],
        |node, keyword, value| {
            let kind = match keyword {
                "items" => "array",
                _ => "object",
            };
            // Another rule reports malformed values.
            let is_misplaced = is_container(value) && node.has("type") && !node.is(kind);
            is_misplaced.then(|| format!("it has `{keyword}`, and its type is not `{kind}`"))
        },
    ),
};
