//! Checks that the registry can publish handwritten schemas unchanged.

use serde_json::{Map, Value};

use crate::definitions::target;
use crate::dialect::Dialect;
use crate::keywords::{Keywords as _, Path, find_schema};

/// The maximum nesting of a schema. The JSON parser of a client may reject deeper nesting.
const MAX_DEPTH: usize = 64;

/// Checks and returns the schema of a tool's arguments.
pub(crate) fn checked_input(schema: &Value) -> Result<Map<String, Value>, String> {
    let root = checked(schema)?;
    if root.text("type") != Some("object") {
        return Err("its root must have `\"type\": \"object\"`".to_owned());
    }
    let properties = match root.get("properties") {
        None => None,
        Some(Value::Object(properties)) => Some(properties),
        Some(_) => return Err("its `properties` must be an object".to_owned()),
    };
    for (name, property) in properties.into_iter().flatten() {
        if !property.is_object() {
            return Err(format!(
                "the schema of its property `{name}` must be an object; `{{}}` accepts any value"
            ));
        }
    }
    let required = match root.get("required") {
        None => Some(Vec::new()),
        Some(names) => names
            .as_array()
            .and_then(|names| names.iter().map(Value::as_str).collect()),
    };
    let Some(required) = required else {
        return Err("its `required` must be a list of names".to_owned());
    };
    let is_unknown =
        |name: &&str| properties.is_none_or(|properties| !properties.contains_key(*name));
    if is_closed(root)
        && let Some(name) = required.into_iter().find(is_unknown)
    {
        return Err(format!("it requires `{name}`, but does not allow it"));
    }
    Ok(root.clone())
}

/// Returns whether a schema allows only the members in `properties`. Such a schema has
/// `"additionalProperties": false` and no `patternProperties`.
pub fn is_closed(schema: &Map<String, Value>) -> bool {
    schema.get("additionalProperties") == Some(&Value::Bool(false))
        && !schema.contains_key("patternProperties")
}

/// Checks and returns the schema of a tool's structured content.
pub(crate) fn checked_output(schema: &Value) -> Result<Map<String, Value>, String> {
    checked(schema).cloned()
}

fn checked(schema: &Value) -> Result<&Map<String, Value>, String> {
    let Value::Object(root) = schema else {
        return Err("it must be a JSON object".to_owned());
    };
    if depth(schema) > MAX_DEPTH {
        return Err(format!("it is nested more than {MAX_DEPTH} levels deep"));
    }
    let dialect = Dialect::of_schema(root)?;
    let fault = find_schema(root, &mut |inner, place| {
        dangling(inner, root).or_else(|| dialect.fault(inner, place))
    });
    fault.map_or(Ok(root), Err)
}

fn depth(value: &Value) -> usize {
    let deepest = match value {
        Value::Object(members) => members.values().map(depth).max(),
        Value::Array(items) => items.iter().map(depth).max(),
        _ => return 0,
    };
    1 + deepest.unwrap_or(0)
}

/// Returns a fault if a reference of the schema has no target in the document.
fn dangling(schema: &Map<String, Value>, root: &Map<String, Value>) -> Option<String> {
    let reference = ["$ref", "$dynamicRef"]
        .into_iter()
        .filter_map(|keyword| schema.text(keyword))
        .find(|reference| !resolves(reference, root))?;
    Some(format!(
        "its reference `{reference}` has no target inside the schema; put the target under `$defs`"
    ))
}

fn resolves(reference: &str, root: &Map<String, Value>) -> bool {
    let mut is_anchor = |schema: &Map<String, Value>, _: &Path<'_>| {
        let mut anchors = ["$anchor", "$dynamicAnchor"].into_iter();
        let name = anchors.find_map(|keyword| schema.text(keyword))?;
        (reference.strip_prefix('#') == Some(name)).then_some(())
    };
    reference == "#"
        || target(reference, root).is_some()
        || find_schema(root, &mut is_anchor).is_some()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// R15, R16, R21, R23, R26, R33, R35, R36: the registry reports a schema that it cannot publish.
    #[test]
    fn faults_of_a_handwritten_schema() {
        let mut deep = json!({});
        for _ in 0..100 {
            deep = json!({ "items": deep });
        }
        let cases = [
            (json!(true), "it must be a JSON object"),
            (json!({}), "its root must have `\"type\": \"object\"`"),
            (json!({ "type": ["object", "null"] }), "its root must have"),
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
                "it requires `a`, but does not allow it",
            ),
            (
                json!({ "type": "object", "$schema": "http://json-schema.org/draft-04/schema#" }),
                "is not supported",
            ),
            (
                json!({ "type": "object", "properties": { "a": { "$ref": "https://example.com/a" } } }),
                "its reference `https://example.com/a` has no target",
            ),
            (
                json!({ "type": "object", "properties": { "const": { "$ref": "a.json" } } }),
                "its reference `a.json` has no target",
            ),
            (
                json!({ "type": "object", "properties": { "a": { "$ref": "#/$defs/A" } } }),
                "its reference `#/$defs/A` has no target",
            ),
            (
                json!({ "type": "object", "properties": { "a": deep } }),
                "nested more than 64",
            ),
        ];
        for (schema, reason) in cases {
            let found = checked_input(&schema).err().unwrap_or_default();
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
                "escaped": { "$ref": "#/$defs/%C3%84pfel" },
                "value": { "const": { "$ref": "nowhere" } },
            },
            "$defs": { "Äpfel": {}, "a/b": { "anyOf": [{}, { "$anchor": "here" }] } },
        });
        let published = checked_input(&schema).unwrap();
        assert_eq!(Value::Object(published), schema, "published as it is");
    }
}
