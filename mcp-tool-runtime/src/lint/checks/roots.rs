//! The roots of schemas.

use serde_json::Value;

use super::super::Options;
use super::super::rule::Hit;
use super::super::rules::ROOT_FOR_CLAUDE;
use super::super::subject::{Node, Role, Subject};
use super::super::written::brief;
use crate::schema;

pub(in crate::lint) fn composition(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
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
            hits.push(tool.hit(root, keyword, what).with(ROOT_FOR_CLAUDE));
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

pub(in crate::lint) fn input(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
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
            let pointer = format!("{}/inputSchema", tool.pointer);
            hits.push(tool.hit_at(pointer, "its `inputSchema` is `null`"));
        }
        (None, None) => hits.push(tool.hit_at(tool.pointer.clone(), "it has no `inputSchema`")),
    }
}

pub(in crate::lint) fn properties(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    if let Some(root) = tool.input.root()
        && root.is("object")
        && !root.has("properties")
    {
        hits.push(tool.hit(root, "", "its `inputSchema` has no `properties`"));
    }
}

pub(in crate::lint) fn output(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    if let Some(root) = tool.output.root() {
        if let Some(why) = no_object(root.schema) {
            hits.push(tool.hit(root, "", format!("its `outputSchema` {why}")));
        }
    } else if tool.tool.get("outputSchema").is_some() {
        let pointer = format!("{}/outputSchema", tool.pointer);
        hits.push(Hit {
            in_answer: true,
            ..tool.hit_at(pointer, "its `outputSchema` is `null`")
        });
    }
}

pub(in crate::lint) fn nested_input(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    let root = tool.input.root().and_then(Node::object);
    let Some(argument) = root.and_then(schema::nested_input) else {
        return;
    };
    let is_argument = |node: &&Node<'_>| {
        node.parent == Some(0)
            && matches!(node.role, Role::Property { name, .. } if name == argument)
    };
    if let Some(node) = tool.input.nodes.iter().find(is_argument) {
        let what = format!("the whole input is nested under `{argument}`");
        hits.push(tool.hit(node, "", what));
    }
}
