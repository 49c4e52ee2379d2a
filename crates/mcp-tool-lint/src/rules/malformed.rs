//! Malformed tool definitions and malformed schemas.

use std::collections::HashSet;

use mcp_tool_schema::numbers::is_of_kind;
use serde_json::Map;

use super::*;

/// The effects of a schema that is nested too deep.
const CLOSED_LIST: &[Effect] =
    effects![Warning List: Claude VsCode Cursor; Warning Session: OpenAi OpenAiStrict Gemini];

/// A function that returns whether a JSON value has the expected form.
type IsRight = fn(&Value) -> bool;

pub(super) const MALFORMED_TOOL: Rule = Rule {
    id: "malformed_tool",
    breaks: "a tool is not an object, has no name, or has a part of the wrong type",
    repair: "correct the definition of the tool according to the MCP specification",
    since: "2026-09",
    sources: &["opentokenz/mcpx#28", "modelcontextprotocol/rust-sdk#445"],
    effects: effects![Error List: Claude Gemini VsCode Cursor; Error Session: OpenAi OpenAiStrict],
    effects_in_result: NONE,
    check: Check::Tool(malformed_tool),
};

/// Checks the parts of a tool's definition other than the schemas.
fn malformed_tool(tool: &Subject<'_>, hits: &mut Vec<Hit>) {
    let Some(definition) = tool.definition.as_object() else {
        let what = format!("it is {}, not an object", shorten(tool.definition));
        return hits.push(tool.hit_at("", what));
    };
    match definition.get("name") {
        Some(name) if name == "" => hits.push(tool.hit_at("/name", "its name is empty")),
        Some(_) => {}
        None => hits.push(tool.hit_at("", "it has no name")),
    }
    let kinds: [(&str, IsRight, &str); 12] = [
        ("name", Value::is_string, "a string"),
        ("title", Value::is_string, "a string"),
        ("description", Value::is_string, "a string"),
        ("annotations", Value::is_object, "an object"),
        ("annotations/title", Value::is_string, "a string"),
        ("annotations/readOnlyHint", Value::is_boolean, "a boolean"),
        (
            "annotations/destructiveHint",
            Value::is_boolean,
            "a boolean",
        ),
        ("annotations/idempotentHint", Value::is_boolean, "a boolean"),
        ("annotations/openWorldHint", Value::is_boolean, "a boolean"),
        ("_meta", Value::is_object, "an object"),
        ("execution", Value::is_object, "an object"),
        ("icons", Value::is_array, "a list"),
    ];
    for (key, is_right, kind) in kinds {
        let place = format!("/{key}");
        let value = tool.definition.pointer(&place);
        if let Some(value) = value.filter(|value| !is_right(value)) {
            let what = format!("its `{key}` is {}, not {kind}", shorten(value));
            hits.push(tool.hit_at(&place, what));
        }
    }
}

const TYPES: &[&str] = &[
    "string", "number", "integer", "boolean", "object", "array", "null",
];

pub(super) const MALFORMED_KEYWORD: Rule = Rule {
    id: "malformed_keyword",
    breaks: "a keyword has a value that JSON Schema 2020-12 does not allow, such as a list of schemas in `items`",
    repair: "correct the value, or remove the keyword",
    since: "2026-08",
    sources: &[
        "brave/brave-search-mcp-server#335",
        "anomalyco/opencode#32488",
        "anthropics/claude-code#63673",
        "smallmain/vscode-unify-chat-provider#162",
        "FoundationAgents/OpenManus#1162",
    ],
    effects: effects![Error Session: Claude OpenAi OpenAiStrict Gemini; Error Tool: VsCode; Warning Tool: Cursor],
    effects_in_result: effects![Warning List: Claude Gemini Cursor],
    check: Check::Node(malformed_keyword),
};

fn malformed_keyword(tool: &Subject<'_>, node: &Node<'_>, hits: &mut Vec<Hit>) {
    let Some(object) = node.object() else {
        // Other rules report roots that are not objects.
        if !node.schema.is_boolean() && node.role != Role::Root {
            let what = format!("a schema is expected, not {}", shorten(node.schema));
            hits.push(tool.hit(node, "", what));
        }
        return;
    };
    for (keyword, value) in object {
        if let Some(expected) = expected_value(keyword, value) {
            let what = format!("`{keyword}` is {}, not {expected}", shorten(value));
            let mut hit = tool.hit(node, keyword, what);
            hit.repair = (keyword == "items").then_some(
                "write one schema for all items; replace a tuple with an object with named members",
            );
            hits.push(hit);
        }
    }
}

/// Returns a description of the value that a keyword requires. Returns `None` if `value` is valid, or if the
/// function does not know the keyword.
fn expected_value(keyword: &str, value: &Value) -> Option<&'static str> {
    let (items, number) = (value.as_array(), value.as_f64());
    let is_integer = || is_of_kind(value, "integer");
    let has_items = items.is_some_and(|items| !items.is_empty());
    let is_type = |kind: &Value| kind.as_str().is_some_and(|kind| TYPES.contains(&kind));
    let all = |value: &Value, is_right: IsRight| {
        let items = value.as_array();
        items.is_some_and(|items| items.iter().all(is_right))
    };
    let (is_right, expected) = match keyword {
        "type" if has_items => (all(value, is_type), "types of JSON"),
        "type" => (is_type(value), "a type of JSON"),
        "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" => {
            (value.is_object(), "an object")
        }
        "dependentRequired" => {
            let mut lists = value.as_object().into_iter().flat_map(Map::values);
            let is_right = lists.all(|list| all(list, Value::is_string)) && value.is_object();
            (is_right, "an object of lists of names")
        }
        "required" => (all(value, Value::is_string), "a list of names"),
        "items" => (!value.is_array(), "one schema"),
        "enum" | "examples" => (value.is_array(), "a list"),
        "anyOf" | "oneOf" | "allOf" | "prefixItems" => (has_items, "a list of schemas"),
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => {
            (value.is_number(), "a number")
        }
        "multipleOf" => (number.is_some_and(|step| step > 0.0), "a number above 0"),
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties"
        | "minContains" | "maxContains" => (
            number.is_some_and(|number| number >= 0.0) && is_integer(),
            "a count",
        ),
        "title" | "description" | "pattern" | "format" | "$ref" | "$schema" => {
            (value.is_string(), "a string")
        }
        "uniqueItems" | "deprecated" | "readOnly" | "writeOnly" => {
            (value.is_boolean(), "true or false")
        }
        _ => return None,
    };
    (!is_right).then_some(expected)
}

pub(super) const LISTED_TWICE: Rule = Rule {
    id: "listed_twice",
    breaks: "`required`, `type` or `enum` has the same entry twice",
    repair: "remove one of the two entries",
    since: "2026-04",
    sources: &[
        "DingTalk-Real-AI/dingtalk-workspace-cli#123",
        "microsoft/vscode#292474",
        "ProfSynapse/nexus#5",
    ],
    effects: effects![Error Session: Claude OpenAi OpenAiStrict; Warning Session: Gemini; Error Tool: VsCode],
    effects_in_result: effects![Warning Tool: Claude],
    check: Check::Node(listed_twice),
};

const ENUM_TWICE: &[Effect] = effects![Warning Session: OpenAi OpenAiStrict; Error Tool: VsCode];

fn listed_twice(tool: &Subject<'_>, node: &Node<'_>, hits: &mut Vec<Hit>) {
    for keyword in ["required", "type", "enum"] {
        let mut seen = HashSet::new();
        let mut values = node.list(keyword).iter();
        if let Some(value) = values.find(|value| !seen.insert(value.to_string())) {
            let what = format!("`{keyword}` lists {} twice", shorten(value));
            let hit = tool.hit(node, keyword, what);
            let is_enum = keyword == "enum" && !hit.in_result;
            hits.push(hit.effects_if(is_enum, ENUM_TWICE));
        }
    }
}

pub(super) const UNDEFINED_REQUIRED: Rule = Rule {
    id: "undefined_required",
    breaks: "`required` names a property that is not in `properties`",
    repair: "add it to `properties`, or remove it from `required`",
    since: "2026-04",
    sources: &[
        "moltis-org/moltis#747",
        "google-gemini/gemini-cli#1458",
        "camel-ai/camel#2629",
        "openai/openai-java#485",
    ],
    effects: effects![Error Session: Gemini OpenAiStrict; Warning Meaning: Claude OpenAi VsCode Cursor],
    effects_in_result: effects![Warning Meaning: Claude Cursor],
    check: Check::Node(undefined_required),
};

fn undefined_required(tool: &Subject<'_>, node: &Node<'_>, hits: &mut Vec<Hit>) {
    // Skip a schema whose required properties can be defined elsewhere. For example, a branch of
    // `anyOf` can require a property that only the parent schema defines.
    let properties = node.get("properties").and_then(Value::as_object);
    if !is_whole(tool, node) || node.has_any(&["patternProperties", "allOf", "anyOf", "$ref"]) {
        return;
    }
    for name in node.list("required").iter().filter_map(Value::as_str) {
        if !properties.is_some_and(|members| members.contains_key(name)) {
            let what = format!("`{name}` is required, and not in `properties`");
            hits.push(tool.hit(node, "required", what));
        }
    }
}

/// Returns whether a schema must define all its required properties itself. A condition such as `if` can rely on
/// its parent's properties, and so can a branch that lacks the type `object` or `properties`. A schema in a keyword
/// such as `additionalProperties` counts like its parent.
fn is_whole(tool: &Subject<'_>, node: &Node<'_>) -> bool {
    match node.role {
        Role::Branch => node.is("object") && node.has("properties"),
        Role::Other => false,
        Role::OtherProperties => {
            let outer = tool.schemas(node.side).parent(node);
            outer.is_none_or(|outer| is_whole(tool, outer))
        }
        Role::Root | Role::Definition(_) | Role::Property { .. } | Role::Items(_) => true,
    }
}

pub(super) const EMPTY_ENUM: Rule = Rule {
    id: "empty_enum",
    breaks: "an empty `enum` accepts no value",
    repair: "list the values, or remove `enum`",
    since: "2026-02",
    sources: &[
        "microsoft/vscode#292474",
        "json-schema.org/draft/2020-12/json-schema-validation",
    ],
    effects: effects![Warning Tool: Claude OpenAi OpenAiStrict Gemini VsCode Cursor],
    effects_in_result: effects![Warning Tool: Claude Cursor],
    check: Check::Keyword(&["enum"], |_, _, values| {
        let is_empty = values.as_array()?.is_empty();
        is_empty.then(|| "its `enum` is empty".to_owned())
    }),
};

pub(super) const DEEP_SCHEMA: Rule = Rule {
    id: "deep_schema",
    breaks: "a schema is nested more than 128 levels deep",
    repair: "replace the inner part with a string of JSON, or split the tool",
    since: "2026-08",
    sources: &[
        "Avick3110/houseCARL#451",
        "OpenHands/software-agent-sdk#1955",
        "openclaw/openclaw#152883",
    ],
    effects: CLOSED_LIST,
    effects_in_result: CLOSED_LIST,
    check: Check::Tool(|tool, hits| {
        for schemas in [&tool.input, &tool.output] {
            let first = schemas.nodes.iter().find(|node| node.is_too_deep());
            let what = "it is nested so deep that the linter did not read its parts";
            hits.extend(first.map(|node| tool.hit(node, "", what)));
        }
    }),
};
