//! Schemas that somebody wrote by hand: checked, and published as they are.

use mcp_tool_rules::schema::{Holds, holds, holds_values};
use serde_json::{Map, Value, json};

use super::dialect::Dialect;
use super::document::required;

/// Schemas nested deeper than this are refused: every peer would have to follow (R36).
const MAX_DEPTH: usize = 64;

/// The schema of a tool's arguments.
pub(crate) fn written_input(schema: &Value) -> Result<Map<String, Value>, String> {
    let root = checked(schema)?;
    if root.get("type") != Some(&json!("object")) {
        return Err("its root must say `\"type\": \"object\"`".to_owned());
    }
    let properties = match root.get("properties") {
        None => None,
        Some(Value::Object(properties)) => Some(properties),
        Some(_) => return Err("its `properties` must be an object".to_owned()),
    };
    for (name, property) in properties.into_iter().flatten() {
        if !property.is_object() {
            return Err(format!(
                "the schema of its property `{name}` must be an object; `{{}}` admits anything"
            ));
        }
    }
    if let Some(required) = root.get("required")
        && !required
            .as_array()
            .is_some_and(|names| names.iter().all(Value::is_string))
    {
        return Err("its `required` must be a list of names".to_owned());
    }
    // Other keywords can admit names, too; only a plain schema is known to be closed.
    let closed = root.get("additionalProperties") == Some(&json!(false))
        && !root.contains_key("patternProperties");
    if closed
        && let Some(name) = required(root)
            .find(|name| properties.is_none_or(|properties| !properties.contains_key(*name)))
    {
        return Err(format!("it requires `{name}` and does not admit it"));
    }
    Ok(root.clone())
}

/// The schema of a tool's structured content.
pub(crate) fn written_output(schema: &Value) -> Result<Map<String, Value>, String> {
    checked(schema).cloned()
}

fn checked(schema: &Value) -> Result<&Map<String, Value>, String> {
    let Value::Object(root) = schema else {
        return Err("it must be a JSON object".to_owned());
    };
    let dialect = Dialect::of(root)?;
    references(schema, root, MAX_DEPTH)?;
    dialect.check(root)?;
    Ok(root)
}

/// Every reference leads to a place in the same schema (R33, R35).
fn references(schema: &Value, root: &Map<String, Value>, depth: usize) -> Result<(), String> {
    let depth = depth
        .checked_sub(1)
        .ok_or_else(|| format!("it is nested more than {MAX_DEPTH} levels deep"))?;
    match schema {
        Value::Object(members) => {
            for keyword in ["$ref", "$dynamicRef"] {
                if let Some(reference) = members.get(keyword).and_then(Value::as_str)
                    && !resolves(reference, root)
                {
                    return Err(format!(
                        "its reference `{reference}` leads to nothing inside the schema; \
                         put what it means under `$defs`"
                    ));
                }
            }
            members
                .iter()
                .try_for_each(|(keyword, inner)| match (keyword.as_str(), inner) {
                    // What these hold are values, and no schemas.
                    (keyword, _) if holds_values(keyword) => Ok(()),
                    // Names, which may be anything, also that of a keyword.
                    (keyword, Value::Object(named)) if holds(keyword) == Some(Holds::Named) => {
                        named
                            .values()
                            .try_for_each(|inner| references(inner, root, depth))
                    }
                    _ => references(inner, root, depth),
                })
        }
        Value::Array(items) => items
            .iter()
            .try_for_each(|inner| references(inner, root, depth)),
        _ => Ok(()),
    }
}

fn resolves(reference: &str, root: &Map<String, Value>) -> bool {
    let Some(pointer) = reference.strip_prefix('#') else {
        return false;
    };
    match pointer.strip_prefix('/') {
        None if pointer.is_empty() => true,
        None => has_anchor(root.values(), pointer),
        Some(path) => {
            let mut parts = path
                .split('/')
                .map(|part| part.replace("~1", "/").replace("~0", "~"));
            let first = parts.next().and_then(|part| root.get(&part));
            parts
                .try_fold(first, |at, part| {
                    let at = at?;
                    Some(match at {
                        Value::Array(items) => items.get(part.parse::<usize>().ok()?),
                        at => at.get(&part),
                    })
                })
                .flatten()
                .is_some()
        }
    }
}

fn has_anchor<'v>(mut values: impl Iterator<Item = &'v Value>, anchor: &str) -> bool {
    values.any(|value| match value {
        Value::Object(members) => {
            ["$anchor", "$dynamicAnchor"]
                .iter()
                .any(|keyword| members.get(*keyword).and_then(Value::as_str) == Some(anchor))
                || has_anchor(members.values(), anchor)
        }
        Value::Array(items) => has_anchor(items.iter(), anchor),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// R15, R16, R21, R23, R26, R33, R35, R36: what cannot be published is said at start-up.
    #[test]
    fn what_is_wrong_with_a_schema() {
        let mut deep = json!({});
        for _ in 0..100 {
            deep = json!({ "items": deep });
        }
        let cases = [
            (json!(true), "it must be a JSON object"),
            (json!({}), "its root must say `\"type\": \"object\"`"),
            (json!({ "type": ["object", "null"] }), "its root must say"),
            (
                json!({ "type": "object", "properties": [] }),
                "its `properties` must be an object",
            ),
            (
                json!({ "type": "object", "properties": { "a": true } }),
                "of its property `a` must be an object",
            ),
            (
                json!({ "type": "object", "required": "a" }),
                "its `required` must be a list",
            ),
            (
                json!({ "type": "object", "required": ["a"], "additionalProperties": false }),
                "it requires `a` and does not admit it",
            ),
            (
                json!({ "type": "object", "$schema": "http://json-schema.org/draft-04/schema#" }),
                "is not supported",
            ),
            (
                json!({ "type": "object", "properties": { "a": { "$ref": "https://example.com/a" } } }),
                "its reference `https://example.com/a` leads to nothing",
            ),
            (
                json!({ "type": "object", "properties": { "const": { "$ref": "a.json" } } }),
                "its reference `a.json` leads to nothing",
            ),
            (
                json!({ "type": "object", "properties": { "a": { "$ref": "#/$defs/A" } } }),
                "its reference `#/$defs/A` leads to nothing",
            ),
            (
                json!({ "type": "object", "properties": { "a": deep } }),
                "nested more than 64",
            ),
        ];
        for (schema, reason) in cases {
            let found = written_input(&schema).err().unwrap_or_default();
            assert!(found.contains(reason), "{schema}: {found}");
        }
    }

    #[test]
    fn references_inside_the_schema_are_fine() {
        let schema = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {
                "self": { "$ref": "#" },
                "by/pointer": { "$ref": "#/$defs/a~1b/anyOf/1" },
                "by_anchor": { "$ref": "#here" },
                "value": { "const": { "$ref": "nowhere" } },
            },
            "$defs": { "a/b": { "anyOf": [{}, { "$anchor": "here" }] } },
        });
        let published = written_input(&schema).unwrap();
        assert_eq!(Value::Object(published), schema, "published as it is");
    }
}
