//! Types of values.

use super::*;

pub(super) const BOOLEAN_SCHEMA: Rule = Rule {
    id: "boolean_schema",
    breaks: "a schema is `true` or `false` instead of an object, except in keywords such as `additionalProperties`",
    repair: "replace `true` with a schema that has a type; remove a member or keyword whose schema is `false`",
    since: "2026-09",
    sources: &[
        "anomalyco/opencode#49464",
        "anthropics/claude-code#92900",
        "7xuanlu/wenlan#360",
        "GaloyMoney/drua#230",
    ],
    effects: effects![Error List: Claude; Warning Session: Gemini; Error Session: OpenAiStrict],
    effects_in_result: effects![Error List: Claude; Warning List: Cursor],
    check: Check::Node(|tool, node, hits| {
        if node.schema.is_boolean() && node.role != Role::Root {
            let what = format!("its schema is `{}`", node.schema);
            hits.push(tool.hit(node, "", what));
        }
    }),
};

pub(super) const SEVERAL_TYPES: Rule = Rule {
    id: "several_types",
    breaks: "`type` is a list",
    repair: "write one type; for an optional argument, leave its name out of `required` instead of adding `null`",
    since: "2026-09",
    sources: &[
        "taylorwilsdon/google_workspace_mcp#1099",
        "Eigenwise/atomic-agents#283",
        "cursor/cursor#3778",
        "baruchiro/paperless-mcp#138",
        "zed-industries/zed#44875",
    ],
    effects: effects![Error Session: Gemini; Warning Tool: Claude Cursor],
    effects_in_result: NONE,
    check: Check::Keyword(&["type"], |_, _, kinds| {
        let is_list = kinds.is_array();
        is_list.then(|| format!("its type is {}", shorten(kinds)))
    }),
};

/// Returns whether a branch of `anyOf` or `oneOf` is `null`.
pub(super) fn is_nullable(node: &Node<'_>) -> bool {
    let is_null = |it: &Value| it["type"] == "null" || it.get("const") == Some(&Value::Null);
    let mut keywords = ["anyOf", "oneOf"].iter();
    keywords.any(|keyword| node.list(keyword).iter().any(is_null))
}

/// Returns whether `null` probably means something other than an absent member. This is so if the schema has a
/// default other than `null`, or a description with `null` and a word such as `clear`.
fn null_has_a_meaning(node: &Node<'_>) -> bool {
    const RESETS: &[&str] = &[
        "clear", "reset", "remove", "unset", "delete", "erase", "disable", "unassign", "detach",
    ];
    let branches = node.list("anyOf").iter().chain(node.list("oneOf"));
    let mut descriptions = branches
        .chain([node.schema])
        .filter_map(|schema| schema.get("description")?.as_str());
    let has_default = node.get("default").is_some_and(|value| !value.is_null());
    has_default
        || descriptions.any(|description| {
            let text = description.to_lowercase();
            let mut words = text.split(|c: char| !c.is_alphanumeric());
            words.clone().any(|word| word == "null")
                && words.any(|word| RESETS.iter().any(|verb| word.starts_with(verb)))
        })
}

/// Returns whether an argument or member is optional and also accepts `null` without a special meaning.
pub(super) fn is_optional_null(node: &Node<'_>) -> bool {
    node.is_optional() && is_nullable(node) && !null_has_a_meaning(node)
}

pub(super) const OPTIONAL_NULL: Rule = Rule {
    id: "optional_null",
    breaks: "an optional member may also be `null`",
    repair: "remove `null` from the type, unless `null` means something other than an absent member",
    since: "2026-09",
    sources: &[
        "taylorwilsdon/google_workspace_mcp#1099",
        "jordiboehme/crystalline#14",
        "longbridge/longbridge-mcp#61",
        "anthropics/claude-code#80666",
    ],
    effects: effects![Warning Session: Gemini; Warning Tool: Claude],
    effects_in_result: NONE,
    check: Check::Node(|tool, node, hits| {
        if is_optional_null(node) {
            hits.push(tool.hit(node, "", "it is optional, and also accepts `null`"));
        }
    }),
};

pub(super) const NULLABLE: Rule = Rule {
    id: "nullable",
    breaks: "`nullable` belongs to OpenAPI; JSON Schema ignores it, so validators still reject `null`",
    repair: "remove `nullable`, and remove the member's name from `required`",
    since: "2026-06",
    sources: &[
        "PrefectHQ/fastmcp#3744",
        "nocobase/nocobase#8994",
        "gravitee-io/gravitee-api-management#17521",
    ],
    effects: effects![Warning Meaning: Claude OpenAi VsCode Cursor; Warning Session: OpenAiStrict],
    effects_in_result: effects![Warning Tool: Claude Cursor],
    check: Check::Keyword(&["nullable"], |_, _, value| {
        (value == true).then(|| "`nullable` is used, which JSON Schema does not have".to_owned())
    }),
};

pub(super) const NO_TYPE: Rule = Rule {
    id: "no_type",
    breaks: "the schema of a value has none of `type`, `$ref`, `const`, `anyOf`, `oneOf` and `allOf`; Claude Code sends such an argument as a \
             string",
    repair: "write `type`, or `anyOf` with one branch for each possible type",
    since: "2026-08",
    sources: &[
        "anthropics/claude-code#82652",
        "google-gemini/gemini-cli#4400",
        "googleapis/js-genai#806",
        "jordiboehme/crystalline#14",
    ],
    effects: effects![Error Session: OpenAiStrict; Warning Session: Gemini; Warning Tool: Claude],
    effects_in_result: NONE,
    check: Check::Node(no_type),
};

fn no_type(tool: &Subject<'_>, node: &Node<'_>, hits: &mut Vec<Hit>) {
    const INSTEAD: &[&str] = &["type", "$ref", "anyOf", "oneOf", "allOf", "const"];
    let Some(object) = node.object().filter(|_| !node.has_any(INSTEAD)) else {
        return;
    };
    let what = if object.is_empty() {
        "its schema is empty"
    } else {
        "it has no `type`"
    };
    // Claude Code sends only whole arguments as text.
    let is_argument = node.parent == Some(0) && node.property().is_some() && !node.has("enum");
    let hit = tool.hit(node, "", what);
    let hit = hit.effects_if(
        !is_argument,
        effects![Error Session: OpenAiStrict; Warning Session: Gemini],
    );
    hits.push(match node.role {
        Role::Property { .. } | Role::OtherProperties | Role::Items(_) => hit,
        Role::Branch if node.has("enum") => hit,
        // Report a branch or a definition without a `type` only for OpenAI strict mode. Do not
        // report the schema for Gemini, because a branch can be a condition such as `{
        // "required": ["a"] }`, and a definition can be unused.
        Role::Branch | Role::Definition(_) => hit.effects(effects![Error Session: OpenAiStrict]),
        _ => return,
    });
}

pub(super) const ARRAY_ITEMS: Rule = Rule {
    id: "array_items",
    breaks: "the schema of a list has no `items`, or describes items by position with `prefixItems`",
    repair: "write `items`; replace a tuple with an object with named members",
    since: "2026-08",
    sources: &[
        "sbroenne/mcp-server-excel#672",
        "db-lyon/ue-mcp#936",
        "diegosouzapw/OmniRoute#13464",
        "microsoft/vscode#244467",
        "rootlyhq/rootly-mcp-server#82",
    ],
    effects: effects![Error Session: VsCode OpenAi OpenAiStrict Gemini],
    effects_in_result: NONE,
    check: Check::Node(array_items),
};

fn array_items(tool: &Subject<'_>, node: &Node<'_>, hits: &mut Vec<Hit>) {
    hits.push(match (node.has("items"), node.has("prefixItems")) {
        (false, true) if node.is("array") => tool.hit(
            node,
            "",
            "it describes its items by position, and has no `items`",
        ),
        (false, false) if node.is("array") => tool.hit(node, "", "its items are not described"),
        (true, true) => tool
            .hit(node, "prefixItems", "it also describes items by position")
            .effects(effects![Warning Session: Gemini]),
        _ => return,
    });
}
