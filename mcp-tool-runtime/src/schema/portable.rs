//! Makes a generated schema one that clients accept, without a change of meaning.

use schemars::Schema;
use schemars::transform::{ReplaceBoolSchemas, Transform, transform_subschemas};
use serde_json::{Map, Value, json};

/// Applied to every generated schema, and to every schema inside it.
///
/// The pass can be applied again without further change.
#[derive(Clone, Debug)]
pub(super) struct Portable {
    /// Whether members that may be left out lose their `null`: right for what is read, wrong for
    /// what is written, because there a `null` may really come.
    pub(super) optional_members_are_plain: bool,
}

impl Transform for Portable {
    fn transform(&mut self, schema: &mut Schema) {
        let mut no_booleans = ReplaceBoolSchemas::default();
        no_booleans.skip_additional_properties = true;
        no_booleans.transform(schema);
        self.walk(schema);
    }
}

impl Portable {
    fn walk(&self, schema: &mut Schema) {
        if let Some(object) = schema.as_object_mut() {
            replace_number_format(object);
            open_additional_properties(object);
            if self.optional_members_are_plain {
                plain_optional_members(object);
            }
        }
        transform_subschemas(&mut |inner: &mut Schema| self.walk(inner), schema);
    }
}

/// `"additionalProperties": true` says nothing, and it is a boolean schema.
fn open_additional_properties(schema: &mut Map<String, Value>) {
    if schema.get("additionalProperties") == Some(&Value::Bool(true)) {
        schema.remove("additionalProperties");
    }
}

/// Formats such as `uint8` are no JSON Schema formats: some clients warn at each, some refuse
/// the tool. What they say about the range is said with bounds instead.
fn replace_number_format(schema: &mut Map<String, Value>) {
    let bounds = match schema.get("format").and_then(Value::as_str) {
        Some("int8") => Some((i64::from(i8::MIN), i64::from(i8::MAX))),
        Some("int16") => Some((i64::from(i16::MIN), i64::from(i16::MAX))),
        Some("int32") => Some((i64::from(i32::MIN), i64::from(i32::MAX))),
        Some("uint8") => Some((0, i64::from(u8::MAX))),
        Some("uint16") => Some((0, i64::from(u16::MAX))),
        Some("uint32") => Some((0, i64::from(u32::MAX))),
        // No bounds that a JavaScript number could hold.
        Some("int64" | "int128" | "int" | "uint64" | "uint128" | "uint" | "float" | "double") => {
            None
        }
        _ => return,
    };
    schema.remove("format");
    if let Some((low, high)) = bounds {
        schema.entry("minimum").or_insert(json!(low));
        schema.entry("maximum").or_insert(json!(high));
    }
}

fn plain_optional_members(schema: &mut Map<String, Value>) {
    let required: Vec<String> = schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|name| name.as_str().map(str::to_owned))
        .collect();
    let Some(Value::Object(members)) = schema.get_mut("properties") else {
        return;
    };
    for (name, member) in members {
        if let Some(member) = member.as_object_mut()
            && !required.contains(name)
        {
            without_null(member);
        }
    }
}

/// Takes `null` out of a schema that admits something else beside it.
pub(super) fn without_null(schema: &mut Map<String, Value>) {
    if let Some(Value::Array(kinds)) = schema.get_mut("type")
        && kinds.len() > 1
    {
        kinds.retain(|kind| kind != "null");
        if let [only] = kinds.as_slice() {
            let only = only.clone();
            schema.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum")
        && values.len() > 1
    {
        values.retain(|value| !value.is_null());
    }
    if schema.get("default") == Some(&Value::Null) {
        schema.remove("default");
    }
    for keyword in ["anyOf", "oneOf"] {
        let Some(Value::Array(branches)) = schema.get_mut(keyword) else {
            continue;
        };
        if branches.len() > 1 {
            branches.retain(|branch| !is_null(branch));
        }
        // The branch that is left moves up; what stands outside, such as the description of the
        // parameter, is nearer to the reader and wins.
        if let [Value::Object(only)] = branches.as_slice() {
            let only = only.clone();
            schema.remove(keyword);
            for (key, value) in only {
                schema.entry(key).or_insert(value);
            }
        }
    }
}

fn is_null(schema: &Value) -> bool {
    schema.get("type") == Some(&json!("null")) || schema.get("const") == Some(&Value::Null)
}
