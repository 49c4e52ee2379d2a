//! A choice among strings as one `enum`.
//!
//! For unit variants with doc comments, schemars writes a choice among constants. Some clients do not know
//! `const`, and some read only the first branch. The descriptions of the variants move into the description
//! of the enum.

use serde_json::{Map, Value};

use super::conjoin::distinct;
use crate::additions::describe_further;
use crate::keywords::Keywords as _;

/// Rewrites a constant string, or a choice among strings, as an `enum`. The schema accepts the same values as
/// before.
pub(super) fn choice_as_enum(schema: &mut Map<String, Value>) -> bool {
    let changed = constant(schema);
    choice(schema) || changed
}

/// Replaces a `const` that is a string with an `enum` of one string.
fn constant(schema: &mut Map<String, Value>) -> bool {
    if !schema.contains_key("enum")
        && schema.get("type").is_none_or(|kind| kind == "string")
        && let Some(Value::String(_)) = schema.get("const")
        && let Some(value) = schema.remove("const")
    {
        schema.insert("type".to_owned(), "string".into());
        schema.insert("enum".to_owned(), vec![value].into());
        return true;
    }
    false
}

fn choice(schema: &mut Map<String, Value>) -> bool {
    let Some(Value::Array(branches)) = schema.get("anyOf") else {
        return false;
    };
    let is_text = schema.get("type").is_none_or(|kind| kind == "string");
    let lists_values = schema.contains_key("enum") || schema.contains_key("const");
    if !is_text || lists_values || !branches.iter().all(lists_strings) {
        return false;
    }
    let line = |branch: &Value| {
        let values = branch.list("enum").iter().filter_map(Value::as_str);
        let quoted: Vec<_> = values.map(|value| format!("`{value}`")).collect();
        // Indent the further lines of a description, so that they belong to the list item.
        let text = indented(branch.text("description")?);
        Some(format!("- {}: {text}", quoted.join(", ")))
    };
    let lines: Vec<_> = branches.iter().filter_map(line).collect();
    let values = branches.iter().flat_map(|branch| branch.list("enum"));
    let values = distinct(values.cloned()).into();
    schema.remove("anyOf");
    schema.insert("type".to_owned(), "string".into());
    schema.insert("enum".to_owned(), values);
    if !lines.is_empty() {
        describe_further(schema, &lines.join("\n"));
    }
    true
}

/// Indents all lines after the first, except empty lines.
fn indented(text: &str) -> String {
    text.replace('\n', "\n  ").replace("\n  \n", "\n\n")
}

/// Returns whether a branch only lists strings.
fn lists_strings(branch: &Value) -> bool {
    let is_known = |key: &String| matches!(key.as_str(), "type" | "enum" | "description" | "title");
    let values = branch.list("enum");
    branch.as_object().is_some_and(|it| it.keys().all(is_known))
        && branch.get("type").is_none_or(|kind| kind == "string")
        && values.iter().all(Value::is_string)
        && !values.is_empty()
}

#[cfg(test)]
mod tests {
    use schemars::{Schema, json_schema};
    use serde_json::json;

    use super::super::rewrite;
    use super::*;

    fn chosen(mut schema: Schema) -> Value {
        rewrite(&mut schema, false, None);
        schema.to_value()
    }

    /// T4b
    #[test]
    fn string_variants_become_an_enum_with_descriptions() {
        let schema = json_schema!({
            "description": "How to sort.",
            "oneOf": [
                { "type": "string", "const": "newest", "description": "Newest first.\n\nThe usual." },
                { "type": "string", "enum": ["oldest", "none"] },
                { "type": "string", "const": "title", "description": "By title" },
                { "enum": ["none"] },
            ],
        });
        assert_eq!(
            chosen(schema),
            json!({
                "description": "How to sort.\n\n- `newest`: Newest first.\n\n  The usual.\n- `title`: By title",
                "type": "string",
                "enum": ["newest", "oldest", "none", "title"],
            })
        );
    }

    #[test]
    fn a_const_tag_becomes_an_enum_of_one_value() {
        let schema = json_schema!({
            "oneOf": [
                { "type": "object", "properties": { "type": { "const": "a", "type": "string" } } },
                { "type": "object", "properties": { "type": { "const": "b", "type": "string" } } },
            ],
        });
        let tag = |tag| json!({ "type": "object", "properties": { "type": { "type": "string", "enum": [tag] } } });
        assert_eq!(chosen(schema), json!({ "anyOf": [tag("a"), tag("b")] }));
    }

    #[test]
    fn other_choices_stay() {
        for schema in [
            json_schema!({ "anyOf": [{ "const": 1 }, { "const": 2 }] }),
            json_schema!({ "anyOf": [{ "type": "string", "enum": ["a"] }, { "type": "null" }] }),
            json_schema!({ "anyOf": [
                { "type": "string", "enum": ["a"], "minLength": 2 },
                { "type": "string", "enum": ["b"] },
            ] }),
        ] {
            assert_eq!(chosen(schema.clone()), schema.to_value());
        }
    }
}
