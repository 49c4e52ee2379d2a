//! Rewrites generated schemas so that clients accept them. The rewritten schema accepts every value that the
//! original accepts, except for details such as `null` in optional members of input. It may accept more, because
//! the decoder still checks each value. It means the same in draft-07 and 2020-12 of JSON Schema.
//!
//! The module `conjoin` serves the others. Each other module rewrites certain keywords. They run together on one
//! schema after the other, inner schemas first. A schema that changes, and the schemas inside it, are rewritten again,
//! at most `MAX_ROUNDS` times. Schemas below `not` and `if` stay unchanged, because a looser condition could reject
//! more values.

mod any;
mod choice;
mod composition;
mod conjoin;
mod examples;
mod formats;
mod integers;
mod tuple;
mod types;

use schemars::Schema;
use serde_json::{Map, Value, json};

use crate::additions::{add_all_of, add_any_of, describe_further};
use crate::doc_comment;
use crate::json_values::object_of;
use crate::keywords::Keywords as _;
use crate::keywords::{each_inner, each_inner_object, is_condition};
use crate::numbers::count;
use formats::{form_of_custom_format, replace_custom_format};

pub(super) use any::{is_any, list_types};
pub(super) use conjoin::{conjoin, distinct, is_annotation};
pub(super) use examples::examples_in_words;
pub(super) use types::without_null;

/// The maximum number of times that a schema is rewritten. Most schemas change at most once.
const MAX_ROUNDS: usize = 8;

/// Rewrites a schema. `description`, if given, replaces the description that the schema has from its Rust
/// type. For input, optional members lose `null`. For output, they keep it.
pub(super) fn rewrite(schema: &mut Schema, for_input: bool, description: Option<String>) {
    let schema = schema.ensure_object();
    let form = description
        .as_ref()
        .and_then(|_| form_of_custom_format(schema));
    let needs_walk = prepare(schema, for_input);
    if let Some(description) = description {
        schema.insert("description".to_owned(), Value::String(description));
        if let Some(form) = form.filter(|_| for_input) {
            describe_further(schema, &form);
        }
    }
    if needs_walk {
        walk(schema, for_input);
    }
    // List the types at the end, because the other steps recognize `{}`. Then remove the type `null`
    // from optional members.
    if for_input && any::list_types_inside(schema) {
        walk(schema, for_input);
    }
}

/// Makes the changes that need only one walk: boolean schemas, descriptions, formats, repeated names and
/// keywords that draft-07 does not have. Returns whether [`walk`] may change the schema.
fn prepare(schema: &mut Map<String, Value>, for_input: bool) -> bool {
    let mut needs_walk = false;
    each_inner(schema, &mut |keyword, inner| {
        replace_boolean(keyword, inner);
        if let Some(inner) = inner.as_object_mut().filter(|_| !is_condition(keyword)) {
            needs_walk |= prepare(inner, for_input);
        }
    });
    let (mut is_empty, mut has_format, mut has_unevaluated) = (false, false, false);
    for (keyword, value) in schema.iter_mut() {
        match (keyword.as_str(), value) {
            // schemars copies descriptions from doc comments.
            ("description", Value::String(text)) => {
                *text = doc_comment::read(text);
                is_empty = text.is_empty();
            }
            // schemars repeats names for `flatten`.
            ("required", Value::Array(names)) if has_repeated(names) => {
                *names = distinct(names.drain(..));
            }
            ("format", _) => has_format = true,
            ("unevaluatedItems" | "unevaluatedProperties", _) => has_unevaluated = true,
            _ => {}
        }
    }
    if is_empty {
        schema.remove("description");
    }
    if has_unevaluated {
        composition::replace_unevaluated(schema);
    }
    if has_format {
        replace_custom_format(schema, for_input);
    }
    needs_walk || !is_plain(schema) || for_input && schema.contains_key("properties")
}

fn has_repeated(names: &[Value]) -> bool {
    let mut positions = 1..names.len();
    positions.any(|position| names[..position].contains(&names[position]))
}

/// Replaces the schema `true` with an empty schema, and `false` with a schema that accepts no value. Keeps
/// `"additionalProperties": false`, which all known clients accept.
fn replace_boolean(keyword: &str, inner: &mut Value) {
    match (keyword, &*inner) {
        ("additionalProperties" | "unevaluatedProperties", Value::Bool(false)) => {}
        (_, Value::Bool(true)) => *inner = json!({}),
        (_, Value::Bool(false)) => *inner = object_of("not", json!({})),
        _ => {}
    }
}

/// Rewrites a schema and all schemas inside it: inner ones first, and again as long as something changes.
fn walk(schema: &mut Map<String, Value>, for_input: bool) {
    for _ in 0..MAX_ROUNDS {
        // Remove `null` from optional members before the other steps. Otherwise, a choice among strings and
        // `null` would not become an `enum`. Remove `null` again afterwards, because the other steps can move it
        // into a branch.
        if for_input {
            plain_optional_members(schema);
        }
        each_inner_object(schema, &mut |keyword, inner| {
            if !is_condition(keyword) {
                walk(inner, for_input);
            }
        });
        let mut changed = for_input && plain_optional_members(schema);
        if !is_plain(schema) {
            changed |= rewrite_one(schema, for_input);
        }
        if !changed {
            break;
        }
    }
}

/// Rewrites a schema. Expects that the schemas inside it are already rewritten. Returns whether anything changed, as
/// each step does.
fn rewrite_one(schema: &mut Map<String, Value>, for_input: bool) -> bool {
    let mut changed = schema.get("additionalProperties") == Some(&json!({}));
    if changed {
        schema.remove("additionalProperties");
    }
    if for_input && !keeps_unique_items(schema) {
        changed |= schema.remove("uniqueItems").is_some();
    }
    if let Some(branches) = schema.remove("oneOf") {
        add_any_of(schema, branches);
        changed = true;
    }
    changed |= reference_alone(schema);
    changed |= types::split_types(schema);
    changed |= choice::choice_as_enum(schema);
    changed |= integers::integers(schema);
    changed |= composition::simplify(schema);
    changed | tuple::describe_items(schema)
}

/// Moves `$ref` into `allOf` if the schema has other keywords, because draft-07 ignores keywords beside
/// `$ref`. Annotations and `$defs` do not count.
fn reference_alone(schema: &mut Map<String, Value>) -> bool {
    let restricts =
        |keyword: &String| !is_annotation(keyword) && !matches!(keyword.as_str(), "$ref" | "$defs");
    if schema.keys().any(restricts)
        && let Some(reference) = schema.remove("$ref")
    {
        add_all_of(schema, object_of("$ref", reference));
        return true;
    }
    false
}

/// Returns whether a schema has only keywords that [`rewrite_one`] never changes. This is true for most
/// schemas.
fn is_plain(schema: &Map<String, Value>) -> bool {
    schema
        .iter()
        .all(|(keyword, value)| match keyword.as_str() {
            "type" => value.is_string(),
            "enum" => schema.get("type").is_none_or(|kind| kind != "integer"),
            "additionalProperties" => *value != json!({}),
            "allOf" | "anyOf" | "oneOf" | "not" | "const" | "exclusiveMinimum"
            | "exclusiveMaximum" | "$ref" | "uniqueItems" | "prefixItems" | "maxItems" => false,
            _ => true,
        })
}

/// Returns whether the input schema of a list keeps `uniqueItems`. The decoder of a set accepts repeated
/// items and drops them. This is harmless unless `minItems` is above 1, because then too few items may
/// remain.
pub(super) fn keeps_unique_items(list: &Map<String, Value>) -> bool {
    let least = count(list, "minItems");
    least.is_some_and(|least| least > 1)
}

/// Removes `null` from the members that may be absent. Returns whether any member changed.
fn plain_optional_members(schema: &mut Map<String, Value>) -> bool {
    let Some(Value::Object(members)) = schema.get_mut("properties") else {
        return false;
    };
    let mut members = std::mem::take(members);
    let mut changed = false;
    for (name, member) in &mut members {
        if let Some(member) = member.as_object_mut()
            && schema.required().all(|required| required != name)
        {
            changed |= without_null(member);
        }
    }
    if let Some(properties) = schema.get_mut("properties") {
        *properties = Value::Object(members);
    }
    changed
}

#[cfg(test)]
mod tests {
    use schemars::json_schema;

    use super::*;

    fn portable(mut schema: Schema, for_input: bool) -> Value {
        rewrite(&mut schema, for_input, None);
        let once = schema.clone();
        rewrite(&mut schema, for_input, None);
        assert_eq!(schema, once, "the pass can be applied again");
        schema.to_value()
    }

    /// R12: the pass cleans descriptions that schemars copies from doc comments.
    #[test]
    fn descriptions_are_cleaned_like_doc_comments() {
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
                "description": "A `Foo`,\nwrapped.",
                "properties": { "description": { "enum": ["[`Foo`]"] } },
                "examples": [{ "description": "[`Foo`]" }],
                "default": { "description": "[`Foo`]" },
            }),
        );
    }

    /// R26, T3: The schema `true` has the same meaning as `{}`.
    #[test]
    fn boolean_schemas_become_objects() {
        let schema = json_schema!({
            "type": "object",
            "properties": { "any": true, "list": { "type": "array", "items": true } },
            "additionalProperties": true,
            "$defs": { "closed": { "additionalProperties": false } },
        });
        assert_eq!(
            portable(schema, false),
            json!({
                "type": "object",
                "properties": { "any": {}, "list": { "type": "array", "items": {} } },
                "$defs": { "closed": { "additionalProperties": false } },
            }),
        );
    }

    /// T18: input lists the types of a value that accepts any JSON, at any depth.
    #[test]
    fn any_json_has_types_in_input() {
        let any = |is_required: bool| {
            let mut branches = vec![
                json!({ "type": "string" }),
                json!({ "type": "number" }),
                json!({ "type": "boolean" }),
                json!({ "type": "object" }),
                json!({ "type": "array", "items": {} }),
            ];
            branches.extend(is_required.then(|| json!({ "type": "null" })));
            Value::from(branches)
        };
        let schema = json_schema!({
            "type": "object",
            "properties": {
                "any": { "description": "Anything.", "default": 1 },
                "required": true,
                "list": { "type": "array", "items": true },
                "nothing": { "type": "array", "maxItems": 0 },
                "by_name": { "type": "object", "additionalProperties": true },
                "by_number": { "type": "object", "patternProperties": { "^1$": {} } },
                "pair": {
                    "type": "array",
                    "prefixItems": [true, { "type": "string" }],
                    "minItems": 2,
                    "maxItems": 2,
                },
                "choice": { "anyOf": [
                    { "type": "object", "properties": { "any": {} }, "required": ["any"] },
                    { "type": "array", "items": {} },
                ] },
                "other": { "not": { "properties": { "any": {} } } },
            },
            "required": ["required"],
        });
        let either = |branches: &Value| json!({ "anyOf": branches });
        let (optional, required) = (any(false), either(&any(true)));
        assert_eq!(
            portable(schema, true)["properties"],
            json!({
                "any": { "description": "Anything.", "default": 1, "anyOf": optional },
                "required": required,
                "list": { "type": "array", "items": required },
                "nothing": { "type": "array", "items": {}, "maxItems": 0 },
                "by_name": { "type": "object" },
                "by_number": { "type": "object", "patternProperties": { "^1$": required } },
                "pair": {
                    "type": "array",
                    "prefixItems": [required, { "type": "string" }],
                    "items": either(&json!([{}, { "type": "string" }])),
                    "minItems": 2,
                    "maxItems": 2,
                },
                "choice": { "anyOf": [
                    { "type": "object", "properties": { "any": required }, "required": ["any"] },
                    { "type": "array", "items": {} },
                ] },
                "other": { "not": { "properties": { "any": {} } } },
            }),
        );
        let output = json_schema!({ "type": "object", "properties": { "any": true } });
        assert_eq!(portable(output, false)["properties"], json!({ "any": {} }));
    }

    /// T7: bounds replace integer formats.
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
        // The schema omits bounds that some JSON parsers cannot represent.
        for format in ["uint", "uint64"] {
            assert_eq!(bounded(format), json!({ "type": "integer", "minimum": 0 }));
        }
        for format in ["int", "int64"] {
            assert_eq!(bounded(format), json!({ "type": "integer" }));
        }
        // No 128-bit type can hold less than 64 bits, so only the bounds say what fits. They move into
        // the description: see `large_numbers_in_words`.
        assert_eq!(
            bounded("uint128"),
            json!({ "type": "integer", "minimum": 0, "maximum": u64::MAX })
        );
        assert_eq!(
            bounded("int128"),
            json!({ "type": "integer", "minimum": i64::MIN, "maximum": u64::MAX })
        );
        assert_eq!(
            portable(json_schema!({ "type": "number", "format": "float" }), true),
            json!({ "type": "number" }),
        );
        assert_eq!(
            portable(
                json_schema!({ "type": "string", "format": "date-time" }),
                true
            ),
            json!({ "type": "string", "format": "date-time" }),
        );
        // The schema's `minimum` of 1 is stricter than the lower bound 0 of `uint8`, so 1 stays.
        assert_eq!(
            portable(
                json_schema!({ "type": "integer", "format": "uint8", "minimum": 1 }),
                true
            ),
            json!({ "type": "integer", "minimum": 1, "maximum": 255 }),
        );
        // The description names the form of a string for which JSON Schema has no format.
        let time = || json_schema!({ "type": "string", "format": "partial-time" });
        let form = "A time without a time zone, such as 12:00:00.";
        assert_eq!(
            portable(time(), true),
            json!({ "type": "string", "description": form }),
        );
        assert_eq!(portable(time(), false), json!({ "type": "string" }));
        // A member with the name `format` is not the keyword `format`, so the schema stays
        // unchanged.
        let member = json_schema!({ "properties": { "format": { "type": "string" } } });
        assert_eq!(portable(member.clone(), true), member.to_value());
    }

    /// T6
    #[test]
    fn tuples_describe_their_items() {
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
        // Some clients reject an array schema without `items`. So the schema of an empty array
        // gets an `items` that accepts any item.
        assert_eq!(
            portable(json_schema!({ "type": "array", "maxItems": 0 }), true),
            json!({ "type": "array", "items": {}, "maxItems": 0 })
        );
        // The array gets no `items`, because `items` marks all items as evaluated and so disables
        // `unevaluatedItems`.
        let asked = json_schema!({ "anyOf": [{ "type": "array" }], "unevaluatedItems": {} });
        assert_eq!(
            portable(asked, true).to_string().matches("items").count(),
            0
        );
        // This schema allows any items after the first one. `items` with the schema `text` would
        // restrict the items after the first one, so the schema stays unchanged.
        let open = json_schema!({ "type": "array", "prefixItems": [text] });
        assert_eq!(portable(open.clone(), true), open.to_value());
    }

    /// T5: optional members of input lose `null`. In required members and in output, `null` becomes a branch
    /// of `anyOf`.
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
