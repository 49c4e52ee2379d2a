//! Visits every schema inside a schema.

use serde_json::Value;

/// Calls `visit` with the path and the value of `schema`, and of every schema inside it. Skips
/// `additionalProperties: false`, and JSON values that are not schemas, such as defaults.
pub fn walk(schema: &Value, visit: &mut dyn FnMut(&str, &Value)) {
    walk_at("#", schema, visit);
}

fn walk_at(path: &str, schema: &Value, visit: &mut dyn FnMut(&str, &Value)) {
    visit(path, schema);
    let Value::Object(members) = schema else {
        return;
    };
    for (key, value) in members {
        let path = format!("{path}/{key}");
        match (key.as_str(), value) {
            (
                "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas",
                Value::Object(schemas),
            ) => {
                for (name, schema) in schemas {
                    walk_at(&format!("{path}/{name}"), schema, visit);
                }
            }
            ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(schemas)) => {
                for (position, schema) in schemas.iter().enumerate() {
                    walk_at(&format!("{path}/{position}"), schema, visit);
                }
            }
            // Do not visit `additionalProperties: false`. Tests use `walk` to check that no
            // schema is a boolean, and `additionalProperties: false` is the allowed exception.
            ("additionalProperties", Value::Bool(false)) => {}
            (
                "items"
                | "additionalProperties"
                | "not"
                | "if"
                | "then"
                | "else"
                | "contains"
                | "propertyNames"
                | "unevaluatedProperties"
                | "unevaluatedItems",
                schema,
            ) => walk_at(&path, schema, visit),
            _ => {}
        }
    }
}

/// Returns the schemas of a tool in `tools/list`: the input schema, and the output schema if there
/// is one.
pub fn of_tool(tool: &Value) -> impl Iterator<Item = &Value> {
    ["inputSchema", "outputSchema"]
        .into_iter()
        .filter_map(|member| tool.get(member))
}
