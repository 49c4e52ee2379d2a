//! The defaults and examples in an input schema.

use mcp_tool_schema::definitions::{properties, required};
use mcp_tool_schema::json_values::{retain, to_json};
use mcp_tool_schema::keywords::{Keywords as _, Path, find_schema};
use mcp_tool_schema::validator::Validator;
use serde_json::{Map, Value};

use super::row::Row;

/// Writes the valid examples of a parameter into the parameter's schema. Passes on a fault for each invalid
/// example.
pub(super) fn examples(row: &Row, schema: &mut Map<String, Value>, record: &mut dyn FnMut(String)) {
    let mut examples = Vec::new();
    for example in row.examples {
        let Some(mut example) = example() else {
            record("its example cannot be written as JSON".to_owned());
            continue;
        };
        // For an optional argument, `null` means absence.
        let is_absence = example.is_null() && row.is_optional();
        let (problems, broken_rule) = row.parameter.decode_and_check(&example);
        if is_absence || !problems.is_empty() {
            let shown = to_json(&example);
            record(match broken_rule {
                Some(rule) => format!("its example {shown} violates its own rule `{rule}`"),
                None => format!("its example {shown} is not a value of its type"),
            });
            continue;
        }
        without_optional_nulls(&mut example, schema);
        examples.push(example);
    }
    if !examples.is_empty() {
        schema.insert("examples".to_owned(), Value::Array(examples));
    }
}

/// Removes optional members that are `null`, if the schema lists them. serde serializes `None` as `null`, but
/// a portable input schema does not allow `null` in an optional member.
pub(super) fn without_optional_nulls(value: &mut Value, schema: &Map<String, Value>) {
    match value {
        Value::Object(members) => {
            let known = properties(schema);
            let is_required = |name: &str| required(schema).any(|other| other == name);
            retain(members, &mut |name, member| {
                !member.is_null()
                    || is_required(name)
                    || known.is_none_or(|known| !known.contains_key(name))
            });
            for (name, member) in members {
                if let Some(schema) = known.and_then(|known| known.object(name)) {
                    without_optional_nulls(member, schema);
                }
            }
        }
        Value::Array(items) => {
            if let Some(schema) = schema.object("items") {
                items
                    .iter_mut()
                    .for_each(|item| without_optional_nulls(item, schema));
            }
        }
        _ => {}
    }
}

/// Finds each `default` and each item of `examples` that its own schema rejects, at any depth. Returns the name
/// of the argument, and an explanation. Also returns whether any schema has the keyword `examples`.
pub(super) fn invalid_values(root: &Map<String, Value>) -> (Vec<(String, String)>, bool) {
    let (mut faults, mut has_examples) = (Vec::new(), false);
    let mut check = |schema: &Map<String, Value>, path: &Path<'_>| {
        let has_values = |keyword: &String| matches!(keyword.as_str(), "default" | "examples");
        if !schema.keys().any(has_values) {
            return None::<()>;
        }
        has_examples |= schema.contains_key("examples");
        let default = schema.get("default").map(|value| ("default", value));
        let examples = schema.list("examples").iter();
        let examples = examples.map(|value| ("example", value));
        for (what, value) in default.into_iter().chain(examples) {
            let whole = Value::Object(schema.clone());
            let report = Validator::new(root)
                .null_is_absent()
                .validate(&whole, value);
            if let Some(fault) = report.faults.first().filter(|_| !value.is_null()) {
                let (place, words) = (fault.place(), fault.words(root));
                let at = match place.as_str() {
                    "" => String::new(),
                    place => format!(" at `{}`", place.trim_start_matches('.')),
                };
                faults.push((
                    path.argument().to_owned(),
                    format!(
                        "its {what} {} violates its schema{at}: {words}",
                        to_json(value)
                    ),
                ));
            }
        }
        None
    };
    find_schema(root, &mut check);
    (faults, has_examples)
}
