use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::transform::Transform;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use super::portable::{Portable, without_null};
use super::resolve;
use crate::arguments::Row;
use crate::text::doc_text;

/// How a type's own schema is asked for.
pub(crate) type SchemaFn = fn(&mut SchemaGenerator) -> Schema;

/// Asks `T` for its schema: the [`SchemaFn`] of `T`.
pub(crate) fn subschema<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// References are inlined but for recursive types, because many clients do not follow them.
fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().with(|settings| {
        settings.meta_schema = None;
        settings.inline_subschemas = true;
    })
}

/// The schema of a tool's arguments: always an object (R15), closed unless the tool takes what
/// it does not know (R17, R31).
pub(crate) fn input_schema(rows: &[Row], closed: bool) -> Map<String, Value> {
    let portable = Portable { for_input: true };
    let mut generator = settings().for_deserialize().into_generator();
    let mut properties = Map::new();
    let mut required = Vec::new();
    for row in rows {
        let mut schema = row.parameter.schema(&mut generator);
        portable.clone().transform(&mut schema);
        let mut schema = schema.ensure_object().clone();
        if row.parameter.optional() {
            without_null(&mut schema);
        } else {
            required.push(Value::from(row.name));
        }
        let description = doc_text(row.description);
        if !description.is_empty() {
            schema.insert("description".to_owned(), Value::from(description));
        }
        // `null` is what being absent is written as, and nothing that could be given.
        if let Some(mut default) = row.parameter.default().filter(|default| !default.is_null()) {
            without_optional_nulls(&mut default, &schema);
            schema.insert("default".to_owned(), default);
        }
        properties.insert(row.name.to_owned(), Value::Object(schema));
    }
    let mut root = Map::new();
    root.insert("type".to_owned(), json!("object"));
    root.insert("properties".to_owned(), Value::Object(properties));
    if !required.is_empty() {
        root.insert("required".to_owned(), Value::Array(required));
    }
    if closed {
        root.insert("additionalProperties".to_owned(), json!(false));
    }
    finish(root, &mut generator, &portable)
}

/// The schema of a tool's structured content; `None` for a type that admits anything.
pub(crate) fn output_schema(schema: SchemaFn) -> Option<Map<String, Value>> {
    let portable = Portable { for_input: false };
    let mut generator = settings().for_serialize().into_generator();
    let mut schema = schema(&mut generator);
    portable.clone().transform(&mut schema);
    let root = schema.ensure_object().clone();
    let says_nothing = root
        .keys()
        .all(|key| matches!(key.as_str(), "title" | "description" | "examples"));
    if says_nothing {
        return None;
    }
    let mut root = finish(root, &mut generator, &portable);
    if admits_objects_only(&Value::Object(root.clone()), &root, 8) {
        // Said in so many words even where each branch says it (R98).
        root.insert("type".to_owned(), json!("object"));
    }
    Some(root)
}

/// Serialising writes `null` where a member may be left out; the schema of what is read does not
/// admit it there (R30).
fn without_optional_nulls(value: &mut Value, schema: &Map<String, Value>) {
    match value {
        Value::Object(members) => {
            let known = schema.get("properties").and_then(Value::as_object);
            let required = schema.get("required").and_then(Value::as_array);
            let is_required =
                |name: &str| required.is_some_and(|names| names.iter().any(|other| other == name));
            members.retain(|name, member| {
                !member.is_null()
                    || is_required(name)
                    || known.is_none_or(|known| !known.contains_key(name))
            });
            for (name, member) in members {
                let schema = known
                    .and_then(|known| known.get(name))
                    .and_then(Value::as_object);
                if let Some(schema) = schema {
                    without_optional_nulls(member, schema);
                }
            }
        }
        Value::Array(items) => {
            if let Some(schema) = schema.get("items").and_then(Value::as_object) {
                items
                    .iter_mut()
                    .for_each(|item| without_optional_nulls(item, schema));
            }
        }
        _ => {}
    }
}

/// Adds the definitions that recursive types refer to, and sorts every object: the order must
/// not depend on the features of serde_json that somebody else in the program chose (R136).
fn finish(
    mut root: Map<String, Value>,
    generator: &mut SchemaGenerator,
    portable: &Portable,
) -> Map<String, Value> {
    let definitions = generator.take_definitions(true);
    if !definitions.is_empty() {
        let mut portable_definitions = Map::new();
        for (name, definition) in definitions {
            if let Ok(mut schema) = Schema::try_from(definition) {
                portable.clone().transform(&mut schema);
                portable_definitions.insert(name, schema.to_value());
            }
        }
        root.insert("$defs".to_owned(), Value::Object(portable_definitions));
    }
    root.sort_keys();
    root.values_mut().for_each(Value::sort_all_objects);
    root
}

fn admits_objects_only(schema: &Value, root: &Map<String, Value>, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    let schema = resolve(schema, root);
    if schema.get("type") == Some(&json!("object")) {
        return true;
    }
    ["anyOf", "oneOf"].into_iter().any(|keyword| {
        schema
            .get(keyword)
            .and_then(Value::as_array)
            .is_some_and(|branches| {
                !branches.is_empty()
                    && branches
                        .iter()
                        .all(|branch| admits_objects_only(branch, root, depth))
            })
    })
}
