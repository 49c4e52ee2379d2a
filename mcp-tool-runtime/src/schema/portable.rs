//! Makes a generated schema one that clients accept, without a change of meaning.

use schemars::Schema;
use schemars::transform::{ReplaceBoolSchemas, Transform, transform_subschemas};
use serde_json::{Map, Value, json};

use crate::doc_comment;

/// The largest `f32` as it is written, with as many digits as tell it from its neighbours; as an
/// `f64`, that is a little more than the number itself.
pub(crate) const F32_MAX: f64 = 3.402_823_5e38;

/// The formats of strings that JSON Schema has.
pub(crate) const FORMATS: &[&str] = &[
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "idn-email",
    "hostname",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "iri",
    "iri-reference",
    "uuid",
    "uri-template",
    "json-pointer",
    "relative-json-pointer",
    "regex",
];

/// Applied to every generated schema, and to every schema inside it.
///
/// The pass can be applied again without further change.
#[derive(Clone, Debug)]
pub(super) struct Portable {
    /// Whether this is what is read. Members that may be left out then lose their `null`, which is
    /// wrong for what is written, because there a `null` may really come.
    pub(super) for_input: bool,
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
            read_description(object);
            replace_invented_format(object);
            open_additional_properties(object);
            if self.for_input {
                plain_optional_members(object);
                // A set takes the same item twice, and is a set.
                object.remove("uniqueItems");
            }
            one_type_each(object);
        }
        transform_subschemas(&mut |inner: &mut Schema| self.walk(inner), schema);
        if let Some(object) = schema.as_object_mut() {
            items_of_a_tuple(object);
        }
    }
}

/// What the items of a tuple are, also for a client that looks for `items` and nothing else: where
/// all are alike, that says everything; otherwise it is what each of them is one of, which under
/// 2020-12 speaks of further items, and there are none.
fn items_of_a_tuple(schema: &mut Map<String, Value>) {
    let Some(Value::Array(each)) = schema.get("prefixItems") else {
        return;
    };
    let length = json!(each.len());
    let is_closed =
        schema.get("maxItems") == Some(&length) && schema.get("minItems") == Some(&length);
    let (Some(first), true, false) = (each.first(), is_closed, schema.contains_key("items")) else {
        return;
    };
    let mut different: Vec<Value> = Vec::new();
    for item in each {
        if !different.contains(item) {
            different.push(item.clone());
        }
    }
    match different.as_slice() {
        [_] => {
            let only = first.clone();
            schema.remove("prefixItems");
            schema.insert("items".to_owned(), only);
        }
        _ => {
            schema.insert("items".to_owned(), json!({ "anyOf": different }));
        }
    }
}

/// Descriptions are the doc comments of types and their members.
fn read_description(schema: &mut Map<String, Value>) {
    let Some(Value::String(description)) = schema.get_mut("description") else {
        return;
    };
    *description = doc_comment::read(description);
    if description.is_empty() {
        schema.remove("description");
    }
}

/// `"additionalProperties": true` says nothing, and it is a boolean schema.
fn open_additional_properties(schema: &mut Map<String, Value>) {
    if schema.get("additionalProperties") == Some(&Value::Bool(true)) {
        schema.remove("additionalProperties");
    }
}

/// Formats such as `uint8` are no JSON Schema formats: some clients warn at each, some refuse
/// the tool. What a format of a number says about its range is said with bounds instead, because
/// what the decoder refuses must not be published as allowed.
fn replace_invented_format(schema: &mut Map<String, Value>) {
    let Some(format) = schema.get("format").and_then(Value::as_str) else {
        return;
    };
    let bounds = match format {
        "int8" => Some((json!(i8::MIN), json!(i8::MAX))),
        "int16" => Some((json!(i16::MIN), json!(i16::MAX))),
        "int32" => Some((json!(i32::MIN), json!(i32::MAX))),
        "int64" | "int" => Some((json!(i64::MIN), json!(i64::MAX))),
        // More than 64 bits do not come through JSON unharmed.
        "int128" => Some((json!(i64::MIN), json!(u64::MAX))),
        "uint8" => Some((json!(0), json!(u8::MAX))),
        "uint16" => Some((json!(0), json!(u16::MAX))),
        "uint32" => Some((json!(0), json!(u32::MAX))),
        "uint64" | "uint" | "uint128" => Some((json!(0), json!(u64::MAX))),
        "float" => Some((json!(-F32_MAX), json!(F32_MAX))),
        format if FORMATS.contains(&format) => return,
        _ => None,
    };
    schema.remove("format");
    if let Some((low, high)) = bounds {
        schema.entry("minimum").or_insert(low);
        schema.entry("maximum").or_insert(high);
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

/// A list of types is legal, but some clients know a single one only. `null` becomes a branch of
/// its own.
fn one_type_each(schema: &mut Map<String, Value>) {
    let Some(Value::Array(kinds)) = schema.get("type") else {
        return;
    };
    let only = match kinds.as_slice() {
        [only, null] | [null, only] if null == "null" => only.clone(),
        _ => return,
    };
    if schema.contains_key("anyOf") {
        return;
    }
    let mut branch = Map::new();
    branch.insert("type".to_owned(), only);
    for (keyword, value) in std::mem::take(schema) {
        match keyword.as_str() {
            "type" => {}
            "title" | "description" | "default" | "examples" | "deprecated" | "readOnly"
            | "writeOnly" => {
                schema.insert(keyword, value);
            }
            "enum" => {
                let values = value.as_array().into_iter().flatten();
                let values = values.filter(|value| !value.is_null()).cloned().collect();
                branch.insert(keyword, Value::Array(values));
            }
            _ => {
                branch.insert(keyword, value);
            }
        }
    }
    schema.insert("anyOf".to_owned(), json!([branch, { "type": "null" }]));
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

#[cfg(test)]
mod tests {
    use schemars::json_schema;

    use super::*;

    fn portable(mut schema: Schema, for_input: bool) -> Value {
        let mut pass = Portable { for_input };
        pass.transform(&mut schema);
        let once = schema.clone();
        pass.transform(&mut schema);
        assert_eq!(schema, once, "the pass can be applied again");
        schema.to_value()
    }

    /// R12: what schemars took from a doc comment is read as one.
    #[test]
    fn descriptions_are_doc_comments() {
        let schema = json_schema!({
            "description": "A [`Foo`],\nwrapped.\n\n# Examples\n\nNone.",
            "properties": {
                "description": { "description": "# Errors", "enum": ["[`Foo`]"] },
            },
            "examples": [{ "description": "[`Foo`]" }],
            "default": { "description": "[`Foo`]" },
        });
        assert_eq!(
            portable(schema, false),
            json!({
                "description": "A `Foo`, wrapped.",
                "properties": { "description": { "enum": ["[`Foo`]"] } },
                "examples": [{ "description": "[`Foo`]" }],
                "default": { "description": "[`Foo`]" },
            }),
        );
    }

    /// R26, T3: `true` says what `{}` says.
    #[test]
    fn no_schema_is_a_boolean() {
        let schema = json_schema!({
            "type": "object",
            "properties": { "any": true, "list": { "type": "array", "items": true } },
            "additionalProperties": true,
            "$defs": { "closed": { "additionalProperties": false } },
        });
        assert_eq!(
            portable(schema, true),
            json!({
                "type": "object",
                "properties": { "any": {}, "list": { "type": "array", "items": {} } },
                "$defs": { "closed": { "additionalProperties": false } },
            }),
        );
    }

    /// T7: the range stays where the format goes.
    #[test]
    fn number_formats_become_bounds() {
        let bounded =
            |format| portable(json_schema!({ "type": "integer", "format": format }), true);
        assert_eq!(
            bounded("uint8"),
            json!({ "type": "integer", "minimum": 0, "maximum": 255 })
        );
        assert_eq!(
            bounded("int32"),
            json!({ "type": "integer", "minimum": i32::MIN, "maximum": i32::MAX }),
        );
        assert_eq!(
            bounded("int64"),
            json!({ "type": "integer", "minimum": i64::MIN, "maximum": i64::MAX }),
        );
        assert_eq!(
            portable(
                json_schema!({ "type": "string", "format": "date-time" }),
                true
            ),
            json!({ "type": "string", "format": "date-time" }),
        );
        // A bound of the type's own is narrower.
        assert_eq!(
            portable(
                json_schema!({ "type": "integer", "format": "uint8", "minimum": 1 }),
                true
            ),
            json!({ "type": "integer", "minimum": 1, "maximum": 255 }),
        );
        // A member may be called `format`.
        let member = json_schema!({ "properties": { "format": { "type": "string" } } });
        assert_eq!(portable(member.clone(), true), member.to_value());
    }

    /// T6
    #[test]
    fn tuples_say_what_their_items_are() {
        let tuple = |each: Value| {
            let length = each.as_array().map(Vec::len);
            json_schema!({
                "type": "array", "prefixItems": each, "minItems": length, "maxItems": length,
            })
        };
        let (text, number) = (json!({ "type": "string" }), json!({ "type": "integer" }));
        assert_eq!(
            portable(tuple(json!([number, number])), true),
            json!({ "type": "array", "items": number, "minItems": 2, "maxItems": 2 })
        );
        assert_eq!(
            portable(tuple(json!([text, number, text])), true),
            json!({
                "type": "array",
                "prefixItems": [text, number, text],
                "items": { "anyOf": [text, number] },
                "minItems": 3,
                "maxItems": 3,
            })
        );
        // More may follow: what that is, nobody says.
        let open = json_schema!({ "type": "array", "prefixItems": [text] });
        assert_eq!(portable(open.clone(), true), open.to_value());
    }

    /// T5: optional means left out, not `null`; where a `null` may really come, it is a branch.
    #[test]
    fn optional_members_have_one_type() {
        let schema = json_schema!({
            "type": "object",
            "properties": {
                "a": { "type": ["string", "null"], "description": "A", "default": null },
                "b": { "anyOf": [{ "type": "object" }, { "type": "null" }], "description": "B" },
                "c": { "type": ["integer", "null"], "description": "C", "minimum": 0 },
            },
            "required": ["c"],
        });
        let c = json!({
            "description": "C",
            "anyOf": [{ "type": "integer", "minimum": 0 }, { "type": "null" }],
        });
        assert_eq!(
            portable(schema.clone(), true)["properties"],
            json!({
                "a": { "type": "string", "description": "A" },
                "b": { "type": "object", "description": "B" },
                "c": c,
            }),
        );
        assert_eq!(
            portable(schema, false)["properties"],
            json!({
                "a": {
                    "description": "A",
                    "default": null,
                    "anyOf": [{ "type": "string" }, { "type": "null" }],
                },
                "b": { "anyOf": [{ "type": "object" }, { "type": "null" }], "description": "B" },
                "c": c,
            }),
        );
    }
}
