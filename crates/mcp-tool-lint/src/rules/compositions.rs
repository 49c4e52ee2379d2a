//! Compositions of schemas.

use mcp_tool_schema::definitions::resolve;
use mcp_tool_schema::keywords::Keywords as _;
use serde_json::Map;

use super::*;
use crate::subject::accepts_all;

pub(super) const SINGLE_BRANCH: Rule = Rule {
    id: "single_branch",
    breaks: "`allOf`, `anyOf` or `oneOf` has only one branch, and some clients lose that branch when they convert the schema",
    repair: "replace the composition with its branch",
    since: "2026-09",
    sources: &[
        "alpacahq/alpaca-mcp-server#110",
        "makenotion/notion-mcp-server#102",
    ],
    effects: effects![Warning Session: Gemini; Warning Meaning: OpenAi VsCode],
    effects_in_result: NONE,
    check: Check::Keyword(&["allOf", "anyOf", "oneOf"], |node, keyword, branches| {
        let is_single = branches.as_array()?.len() == 1 && node.role != Role::Root;
        is_single.then(|| format!("its `{keyword}` has one branch"))
    }),
};

pub(super) const UNUSED_CONDITION: Rule = Rule {
    id: "unused_condition",
    breaks: "models do not follow conditions such as `oneOf` and `if`, and the Gemini API does not support these keywords",
    repair: "describe the condition, and check it in the tool",
    since: "2026-08",
    sources: &[
        "modelcontextprotocol/modelcontextprotocol#2806",
        "cortexkit/aft#323",
        "mastra-ai/mastra#22489",
    ],
    effects: effects![Warning Meaning: Claude OpenAi OpenAiStrict VsCode Cursor; Warning Session: Gemini],
    effects_in_result: NONE,
    check: Check::Node(unused_condition),
};

/// Keywords that can express a condition.
pub(super) const CONDITIONS: &[&str] = &[
    "oneOf",
    "anyOf",
    "allOf",
    "not",
    "if",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
];

fn unused_condition(tool: &Subject<'_>, node: &Node<'_>, hits: &mut Vec<Hit>) {
    let Some(root) = tool.input.root().and_then(Node::object) else {
        return;
    };
    for keyword in CONDITIONS {
        // At the root of a schema, other rules report `oneOf`, `anyOf`, `allOf` and `not`.
        let has_other_rule =
            node.role == Role::Root && matches!(*keyword, "oneOf" | "anyOf" | "allOf" | "not");
        if node.has(keyword) && !has_other_rule && is_condition(root, node, keyword) {
            hits.push(tool.hit(node, keyword, format!("`{keyword}` is used")));
        }
    }
}

/// Returns whether a keyword is a condition, instead of only a choice of types or values.
pub(super) fn is_condition(root: &Map<String, Value>, node: &Node<'_>, keyword: &str) -> bool {
    let branches = node.list(keyword);
    let has = |branch: &Value, keys: &[&str]| keys.iter().any(|key| branch.get(key).is_some());
    match keyword {
        // A `oneOf` is a condition, unless the `oneOf` has only one branch, every branch has
        // `const` or `enum`, or the branches are disjoint.
        "oneOf" => {
            let is_enum = branches.iter().all(|it| has(it, &["const", "enum"]));
            branches.len() > 1 && !is_enum && !are_disjoint(root, branches)
        }
        // An `anyOf` is a condition if a branch has `required` or `not`, but none of the
        // `type_keywords`.
        "anyOf" => branches.iter().any(|branch| {
            let type_keywords = [
                "type",
                "$ref",
                "enum",
                "const",
                "properties",
                "anyOf",
                "oneOf",
                "items",
            ];
            has(branch, &["required", "not"]) && !has(branch, &type_keywords)
        }),
        // A branch without keywords accepts every value.
        "allOf" => branches.iter().filter(|it| !accepts_all(it)).count() > 1,
        // The TypeScript library zod writes `"not": {}` for the value `undefined`. So an empty
        // `not` does not count as a condition.
        "not" => node
            .get("not")
            .and_then(Value::as_object)
            .is_some_and(|not| !not.is_empty()),
        _ => true,
    }
}

/// Returns whether every two branches have no type in common, or differ in a tag: a property with one constant
/// value. A value with this property then fits at most one branch.
fn are_disjoint(root: &Map<String, Value>, branches: &[Value]) -> bool {
    let branches = branches.iter().map(|branch| {
        let branch = resolve(branch, root);
        let tag = |(name, schema)| match resolve(schema, root).only_values()? {
            [only] => Some((name, only)),
            _ => None,
        };
        let tags = branch.named("properties").filter_map(tag).collect();
        (types(branch), tags)
    });
    // Every branch is compared with every other one, so this list has all that a comparison needs.
    let branches: Vec<Branch<'_>> = branches.collect();
    branches.iter().enumerate().all(|(at, one)| {
        let mut others = branches[at + 1..].iter();
        others.all(|other| are_apart(one, other))
    })
}

/// The types of a branch, and its tags.
type Branch<'s> = (Vec<&'s str>, Vec<(&'s String, &'s Value)>);

fn are_apart((types, tags): &Branch<'_>, (others, other_tags): &Branch<'_>) -> bool {
    if types.is_empty() || others.is_empty() {
        return false;
    }
    if !types.iter().any(|kind| others.contains(kind)) {
        return true;
    }
    let differs = |(name, value): &(&String, &Value)| {
        let mut others = other_tags.iter();
        others.any(|(other, other_value)| other == name && other_value != value)
    };
    *types == ["object"] && *others == ["object"] && tags.iter().any(differs)
}

/// Returns the types that a schema accepts. Replaces `integer` with `number`, because every integer is also a
/// number.
fn types(schema: &Value) -> Vec<&str> {
    if schema.get("type").is_none() {
        if schema.get("properties").is_some() {
            return vec!["object"];
        }
        if schema.get("const") == Some(&Value::Null) {
            return vec!["null"];
        }
    }
    let number = |kind| if kind == "integer" { "number" } else { kind };
    schema.types().map(number).collect()
}
