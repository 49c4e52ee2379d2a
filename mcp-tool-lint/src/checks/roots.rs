//! The roots of schemas.

use mcp_tool_rules::schema::is_name_of_input;
use serde_json::Value;

use crate::Options;
use crate::rule::Hit;
use crate::rules::ROOT_FOR_CLAUDE;
use crate::subject::{Role, Subject};
use crate::written::brief;

pub(crate) fn composition(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
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

pub(crate) fn input(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
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

pub(crate) fn properties(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    if let Some(root) = tool.input.root()
        && root.is("object")
        && !root.has("properties")
    {
        hits.push(tool.hit(root, "", "its `inputSchema` has no `properties`"));
    }
}

pub(crate) fn output(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
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

pub(crate) fn nested_input(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
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
    let members = tool.input.resolved(node).get("properties");
    let has_members = members
        .and_then(Value::as_object)
        .is_some_and(|members| !members.is_empty());
    if is_name_of_input(name) && has_members {
        let what = format!("the whole input is nested under `{name}`");
        hits.push(tool.hit(node, "", what));
    }
}
