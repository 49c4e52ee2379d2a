//! Locates a problem inside an argument. Finds the path as text, and the schema and the value at this path.

use mcp_tool_schema::definitions::resolve;
use mcp_tool_schema::describe::describe;
use mcp_tool_schema::keywords::Keywords as _;
use serde_json::{Map, Value, json};

use super::fault::{Problem, Step};

/// Returns the path to a problem as text, such as `place.points[3].lat`. Also returns the schema at this
/// path, if there is one. Shortens a long path to its start and end.
pub(super) fn locate<'s>(
    root: &'s Map<String, Value>,
    name: &str,
    problem: &Problem,
) -> (String, Option<&'s Value>) {
    const SHOWN: usize = 6;

    let name = published_name(root.object("properties"), name, problem);
    let mut schema = root
        .object("properties")
        .and_then(|members| members.get(name));
    let mut path = Vec::new();
    for step in problem.steps() {
        let members = schema.and_then(|schema| resolve(schema, root).object("properties"));
        let step = match step {
            Step::Key(key) => Step::Key(published_name(members, key, problem).to_owned()),
            Step::Index(index) => Step::Index(*index),
        };
        schema = schema.and_then(|schema| subschemas(schema, root, &step).first().copied());
        path.push(step.to_string());
    }
    if path.len() > 2 * SHOWN {
        path.splice(SHOWN..path.len() - SHOWN, ["…".to_owned()]);
    }
    (name.to_owned() + &path.concat(), schema)
}

/// Returns the published name of the member `key`, or `key` itself if no other name fits. A validator such as
/// `garde` knows only the Rust name, which may differ in case, underscores and hyphens.
fn published_name<'n>(
    members: Option<&'n Map<String, Value>>,
    key: &'n str,
    problem: &Problem,
) -> &'n str {
    let fold = |name: &str| name.replace(['_', '-'], "").to_lowercase();
    let members = members.filter(|members| problem.has_rust_names() && !members.contains_key(key));
    let mut names = members.into_iter().flat_map(Map::keys);
    names
        .find(|name| fold(name) == fold(key))
        .map_or(key, String::as_str)
}

/// Returns the schemas of the member or item that `step` leads to. Returns several schemas if the enclosing
/// value can have several forms.
fn subschemas<'s>(schema: &'s Value, root: &'s Map<String, Value>, step: &Step) -> Vec<&'s Value> {
    let schema = resolve(schema, root);
    let (listed, others) = match step {
        Step::Key(key) => (
            schema
                .object("properties")
                .and_then(|members| members.get(key)),
            schema.get("additionalProperties"),
        ),
        Step::Index(index) => (schema.item(*index), None),
    };
    if let Some(listed) = listed {
        return vec![listed];
    }
    let branches = ["anyOf", "oneOf", "allOf"]
        .into_iter()
        .flat_map(|keyword| schema.list(keyword))
        // Skip references, because a reference may lead back to this schema and cause endless
        // recursion.
        .filter(|branch| branch.get("$ref").is_none());
    let mut forms: Vec<_> = branches
        .flat_map(|branch| subschemas(branch, root, step))
        .collect();
    if forms.is_empty() {
        forms.extend(others.filter(|others| others.is_object()));
    }
    forms
}

/// Returns the value at the path of the problem, if the problem holds this value.
pub(super) fn value_at(problem: &Problem) -> Option<&Value> {
    problem
        .steps()
        .try_fold(problem.value()?, |value, step| match step {
            Step::Key(key) => value.get(key),
            Step::Index(index) => value.get(index),
        })
}

/// Describes the member `key` of a value with the schema `schema`. If the value can have several forms,
/// describes the member in each form. Returns `None` if the schema does not describe the member.
pub(super) fn describe_member(
    schema: &Value,
    root: &Map<String, Value>,
    key: &str,
) -> Option<String> {
    match subschemas(schema, root, &Step::Key(key.to_owned())).as_slice() {
        [] => None,
        [only] => describe(only, root),
        forms => describe(&json!({ "anyOf": forms }), root),
    }
}
