//! Keywords inside schemas.

use mcp_tool_rules::schema::{FORMATS, LARGEST_SAFE_INTEGER};
use serde_json::{Number, Value};

use super::contradictions::is_of_type;
use super::{gemini, union};
use crate::Options;
use crate::rule::Hit;
use crate::rules::{
    FORMAT_BUT_GEMINI, NEW_DIALECT_OF_ANSWER, ONLY_GEMINI_MEANING, ONLY_GEMINI_SESSION,
    ONLY_STRICT, TUPLE_AT_GEMINI,
};
use crate::subject::{Node, Role, Side, Subject};
use crate::written::brief;

/// Each schema of the tool for which there is something to say.
pub(super) fn each(
    tool: &Subject<'_>,
    hits: &mut Vec<Hit>,
    keyword: &str,
    what: impl Fn(&Node<'_>) -> Option<String>,
) {
    for node in tool.nodes() {
        if let Some(what) = what(node) {
            hits.push(tool.hit(node, keyword, what));
        }
    }
}

/// Returns the first keyword that must not be beside this one.
pub(super) fn beside<'l>(node: &Node<'l>, keyword: &str, may: &[&str]) -> Option<&'l str> {
    let object = node
        .object()
        .filter(|object| object.contains_key(keyword))?;
    let mut others = object.keys().map(String::as_str);
    others.find(|other| *other != keyword && !may.contains(other))
}

pub(crate) fn boolean(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    each(tool, hits, "", |node| match node.schema {
        Value::Bool(any) if node.role != Role::Root => Some(format!("its schema is `{any}`")),
        _ => None,
    });
}

pub(crate) fn constant(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    each(tool, hits, "const", |node| {
        let value = node.get("const")?;
        Some(format!("the value {} is a `const`", brief(value)))
    });
    for node in &tool.input.nodes {
        let mut values = node.list("enum").iter();
        // Where one is not of the type, that is told by a rule of its own.
        let is_right = node.list("enum").iter().all(|it| is_of_type(node, it));
        if let Some(other) = values.find(|value| is_right && !value.is_string()) {
            let what = format!("its `enum` has {}, which is no string", brief(other));
            hits.push(tool.hit(node, "enum", what).with(ONLY_GEMINI_SESSION));
        }
        let is_choice = node.role == Role::Branch && node.has("enum");
        let outer = tool.schemas(node.side).parent(node);
        if is_choice && outer.is_some_and(|outer| outer.has("anyOf") && !is_nullable(outer)) {
            let what = "its `enum` stands in a branch of `anyOf`";
            hits.push(tool.hit(node, "enum", what).with(ONLY_GEMINI_MEANING));
        }
    }
}

/// Returns the first number in a value that some JSON reader cannot hold.
fn first_large_number(value: &Value) -> Option<&Number> {
    match value {
        Value::Number(number) => {
            let size = number.as_f64().map_or(f64::INFINITY, f64::abs);
            (size > LARGEST_SAFE_INTEGER as f64).then_some(number)
        }
        Value::Array(items) => items.iter().find_map(first_large_number),
        Value::Object(members) => members.values().find_map(first_large_number),
        _ => None,
    }
}

/// A number at a keyword, or in a value that one has; inner schemas are looked at by themselves.
pub(crate) fn large_number(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    const VALUES: &[&str] = &["const", "enum", "default", "example", "examples"];
    for node in tool.nodes() {
        for (keyword, value) in node.object().into_iter().flatten() {
            let is_value = VALUES.contains(&keyword.as_str()) || keyword.starts_with("x-");
            if (is_value || value.is_number())
                && let Some(number) = first_large_number(value)
            {
                let what = format!("its `{keyword}` has {number}, which is beyond ±(2^53 − 1)");
                hits.push(tool.hit(node, keyword, what));
            }
        }
    }
}

pub(crate) fn several_types(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    each(tool, hits, "type", |node| {
        let kinds = node.get("type").filter(|kinds| kinds.is_array())?;
        Some(format!("its type is {}", brief(kinds)))
    });
}

/// Whether one of the branches is `null`.
pub(super) fn is_nullable(node: &Node<'_>) -> bool {
    let is_null = |branch: &Value| {
        let is = |key, null: &Value| branch.get(key).is_some_and(|value| value == null);
        is("type", &Value::from("null")) || is("const", &Value::Null)
    };
    let mut keywords = ["anyOf", "oneOf"].iter();
    keywords.any(|keyword| node.list(keyword).iter().any(is_null))
}

/// Whether `null` differs from leaving the member out: it has another default, or its description says
/// that `null` resets something.
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

/// Whether it is an optional argument or member that may be `null` besides, to no other effect.
pub(super) fn is_optional_null(node: &Node<'_>) -> bool {
    let optional = Role::Property {
        name: match node.role {
            Role::Property { name, .. } => name,
            _ => return false,
        },
        required: false,
    };
    node.side == Side::Input
        && node.role == optional
        && is_nullable(node)
        && !null_has_a_meaning(node)
}

pub(crate) fn optional_null(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    each(tool, hits, "", |node| {
        is_optional_null(node).then(|| "it is optional, and may be `null` besides".to_owned())
    });
}

pub(crate) fn nullable(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    each(tool, hits, "nullable", |node| {
        let nullable = node.get("nullable") == Some(&Value::Bool(true));
        nullable.then(|| "`nullable` is used, which JSON Schema does not have".to_owned())
    });
}

pub(crate) fn no_type(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    const INSTEAD: &[&str] = &["type", "$ref", "anyOf", "oneOf", "allOf", "const"];
    for node in tool.nodes().filter(|node| !node.has_any(INSTEAD)) {
        let Some(object) = node.object() else {
            continue;
        };
        let what = match object.is_empty() {
            true => "its schema is empty",
            false => "it has no `type`",
        };
        let hit = tool.hit(node, "", what);
        hits.push(match node.role {
            Role::Property { .. } | Role::OtherProperties | Role::Items => hit,
            Role::Branch if node.has("enum") => hit,
            // A branch that has none may repeat a condition only, and a definition may have no use.
            Role::Branch | Role::Definition if !hit.in_answer => hit.with(ONLY_STRICT),
            _ => continue,
        });
    }
}

pub(crate) fn array_items(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    each(tool, hits, "", |node| {
        if !node.is("array") || node.has("items") {
            return None;
        }
        Some(match node.has("prefixItems") {
            true => "its items are told one by one, and not by `items`".to_owned(),
            false => "its items are not described".to_owned(),
        })
    });
    let both = |node: &&Node<'_>| node.has("items") && node.has("prefixItems");
    for node in tool.input.nodes.iter().filter(both) {
        let hit = tool.hit(node, "prefixItems", "its items are told one by one besides");
        hits.push(hit.with(TUPLE_AT_GEMINI));
    }
}

pub(super) fn format<'l>(node: &Node<'l>) -> Option<&'l str> {
    node.get("format")?.as_str()
}

pub(crate) fn invented_format(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    for node in tool.nodes() {
        if let Some(format) = format(node).filter(|format| !FORMATS.contains(format)) {
            let hit = tool.hit(node, "format", format!("its format is `{format}`"));
            hits.push(match gemini::knows(node, format) {
                // OpenAPI's registry has those of numbers, and clients ignore them.
                true if hit.in_answer && format != "enum" => continue,
                true if format != "enum" => hit.with(ONLY_STRICT),
                true if !hit.in_answer => hit.with(FORMAT_BUT_GEMINI),
                _ => hit,
            });
        }
    }
}

pub(crate) fn dialect(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    for node in tool.nodes() {
        let Some(dialect) = node.get("$schema").and_then(Value::as_str) else {
            continue;
        };
        let what = format!("it names its dialect, `{dialect}`");
        let hit = tool.hit(node, "$schema", what);
        let is_newest = dialect.contains("json-schema.org/draft/2020-12/");
        let of_input = tool.input.root().is_some_and(|root| root.has("$schema"));
        hits.push(match hit.in_answer && is_newest {
            // One repair mends both.
            true if of_input => continue,
            true => hit.with(NEW_DIALECT_OF_ANSWER),
            false => hit,
        });
    }
}

/// A composition of one schema.
pub(crate) fn single_branch(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    for node in tool
        .input
        .nodes
        .iter()
        .filter(|node| node.role != Role::Root)
    {
        for keyword in ["allOf", "anyOf", "oneOf"] {
            if node.list(keyword).len() == 1 {
                hits.push(tool.hit(node, keyword, format!("its `{keyword}` has one branch")));
            }
        }
    }
}

pub(crate) fn condition(tool: &Subject<'_>, _: &Options, hits: &mut Vec<Hit>) {
    const CONDITIONS: &[&str] = &[
        "oneOf",
        "anyOf",
        "allOf",
        "not",
        "if",
        "dependentRequired",
        "dependentSchemas",
        "dependencies",
    ];
    let Some(root) = tool.input.root() else {
        return;
    };
    for node in &tool.input.nodes {
        for keyword in CONDITIONS {
            let is_root_of_choice = node.role == Role::Root && OF_ROOTS.contains(keyword);
            if node.has(keyword) && !is_root_of_choice && is_condition(root.schema, node, keyword) {
                hits.push(tool.hit(node, keyword, format!("`{keyword}` is used")));
            }
        }
    }
}

/// Roots have rules of their own.
const OF_ROOTS: &[&str] = &["oneOf", "anyOf", "allOf", "not"];

/// Whether a composition says more than which types or values there are.
fn is_condition(root: &Value, node: &Node<'_>, keyword: &str) -> bool {
    let branches = node.list(keyword);
    let has = |branch: &Value, keys: &[&str]| keys.iter().any(|key| branch.get(key).is_some());
    match keyword {
        // Several constants are one `enum`, and of several types or tags a value can have one only.
        "oneOf" => {
            let is_enum = branches.iter().all(|it| has(it, &["const", "enum"]));
            branches.len() > 1 && !is_enum && !union::is_plain(root, branches)
        }
        // A choice of types is not a condition; a choice of members is.
        "anyOf" => branches.iter().any(|branch| {
            let said = [
                "type",
                "$ref",
                "enum",
                "const",
                "properties",
                "anyOf",
                "oneOf",
                "items",
            ];
            has(branch, &["required", "not"]) && !has(branch, &said)
        }),
        "allOf" => branches.len() > 1,
        // zod writes this for a value that may be undefined.
        "not" => node
            .get("not")
            .and_then(Value::as_object)
            .is_some_and(|not| !not.is_empty()),
        _ => true,
    }
}
