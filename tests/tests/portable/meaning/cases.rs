//! Single cases: failures that the random tests found, and cases that they generate too rarely.

use serde_json::{Value, json};

use super::{Compared, has_form, portable};

/// Checks that `schema` accepts all values in `admitted` and rejects all in `refused`. Checks the schema
/// before and after the transformation, as an input and as an output schema. Also checks the form
/// of the transformed schema.
#[track_caller]
fn keeps(schema: Value, admitted: Value, refused: Value) {
    for for_input in [true, false] {
        has_form(&schema, for_input).unwrap();
        let compared = Compared::new(schema.clone(), for_input);
        for (values, is_admitted) in [(&admitted, true), (&refused, false)] {
            for value in values.as_array().unwrap() {
                assert_eq!(
                    compared.agree(value).unwrap(),
                    is_admitted,
                    "{value}: {schema}"
                );
            }
        }
    }
}

#[test]
fn equal_numbers_in_any_spelling() {
    keeps(
        json!({ "allOf": [{ "enum": [1, 2, [1]] }, { "enum": [1.0, 3, [1.0]] }] }),
        json!([1, 1.0, [1]]),
        json!([2, 3]),
    );
}

#[test]
fn listed_integers_need_not_be_consecutive() {
    for far in [json!(3), json!(u64::MAX)] {
        let schema = json!({ "type": "integer", "enum": [0, far] });
        keeps(schema, json!([0, far]), json!([1, 2, -1, 0.5]));
    }
}

#[test]
fn a_constant_of_the_wrong_type_matches_nothing() {
    keeps(
        json!({ "type": "integer", "const": "x" }),
        json!([]),
        json!(["x", 1]),
    );
    // The transformation replaces the list of types with an `anyOf`, and leaves out each type
    // that no value in `enum` has. This `enum` contains no string and no `null`, so no branch
    // remains. An empty `anyOf` is invalid, so the transformation must not write one.
    keeps(
        json!({ "type": ["string", "null"], "enum": [1, 2] }),
        json!([]),
        json!(["x", 1, null]),
    );
}

/// The transformation must keep each `allOf` branch that it cannot merge, including the branches nested in
/// that branch.
#[test]
fn required_conditions_are_kept() {
    keeps(
        json!({
            "allOf": [
                { "type": "object", "allOf": [{ "type": "number" }] },
                { "type": "string" },
            ],
        }),
        json!([]),
        json!([{}, 1, "x"]),
    );
    keeps(
        json!({
            "type": "object",
            "allOf": [
                { "allOf": [{ "unevaluatedProperties": false, "$ref": "#/$defs/A" }] },
                { "$ref": "#/$defs/B" },
            ],
            "$defs": {
                "A": { "properties": { "a": {}, "b": {} } },
                "B": { "required": ["a"] },
            },
        }),
        json!([{ "a": 1 }]),
        json!([{ "b": 1 }]),
    );
}

#[test]
fn a_type_list_with_other_keywords_keeps_its_meaning() {
    keeps(
        json!({
            "type": ["string", "integer"],
            "anyOf": [{ "minLength": 2 }, { "minimum": 3 }],
            "not": { "type": ["string", "null"], "enum": ["xx", null] },
        }),
        json!(["xyz", 3]),
        json!(["xx", null, []]),
    );
}

/// The transformation drops an `unevaluatedProperties` that depends on other keywords.
#[test]
fn open_objects_stay_open() {
    let closed = |branch: Value| {
        json!({
            "type": "object",
            "unevaluatedProperties": false,
            "anyOf": [branch, { "properties": { "b": {} } }],
        })
    };
    for open in ["additionalProperties", "unevaluatedProperties"] {
        keeps(
            closed(json!({ "required": ["a"], open: true })),
            json!([{ "b": 1 }, { "a": 1, "c": 1 }]),
            json!([1]),
        );
    }
    keeps(
        json!({ "unevaluatedProperties": false, "additionalProperties": { "type": "string" } }),
        json!([{ "a": "x" }]),
        json!([{ "a": 1 }]),
    );
    keeps(
        json!({ "unevaluatedProperties": false, "properties": { "a": {} } }),
        json!([{ "a": 1 }]),
        json!([{ "b": 1 }]),
    );
}

/// Keywords in the target of a `$ref` can change the effect of `unevaluatedProperties`.
#[test]
fn targets_of_references_are_checked() {
    keeps(
        json!({
            "type": "object",
            "unevaluatedProperties": false,
            "allOf": [{ "$ref": "#/$defs/Open" }],
            "$defs": { "Open": { "type": "object", "additionalProperties": true } },
        }),
        json!([{ "a": 1 }]),
        json!([1]),
    );
    let inner = json!({ "allOf": [{ "$ref": "#" }], "unevaluatedProperties": false });
    keeps(
        json!({ "properties": { "a": inner }, "additionalProperties": true, "type": "object" }),
        json!([{ "a": { "b": 1 } }]),
        json!([{ "a": 1 }]),
    );
}

/// If the transformation removes `null` from an `anyOf`, the keywords beside the `anyOf` still apply.
#[test]
fn the_remaining_branch_keeps_its_keywords() {
    let member = json!({
        "description": "Outside.",
        "minLength": 1,
        "anyOf": [{ "type": "string", "minLength": 2, "description": "Inside." }, { "type": "null" }],
    });
    let schema = json!({ "type": "object", "properties": { "a": member } });
    keeps(
        schema.clone(),
        json!([{ "a": "xy" }, {}]),
        json!([{ "a": "x" }, { "a": 1 }]),
    );
    assert_eq!(
        portable(&schema, true)["properties"]["a"],
        json!({ "description": "Outside.", "type": "string", "minLength": 2 }),
    );
}

#[test]
fn a_schema_of_null_stays() {
    let nulls = json!([{ "type": "null" }, { "const": null }]);
    let schema = json!({ "properties": { "a": { "anyOf": nulls } }, "type": "object" });
    keeps(schema, json!([{ "a": null }]), json!([{ "a": 1 }]));
}

/// T5: the transformation removes `null` from optional members, but not from required ones.
#[test]
fn a_required_member_keeps_null() {
    let nullable =
        json!({ "a": { "type": ["string", "null"] }, "b": { "type": ["string", "null"] } });
    let schema = json!({ "type": "object", "properties": nullable, "required": ["a"] });
    let after = super::validator(&portable(&schema, true));
    assert!(after.is_valid(&json!({ "a": null, "b": "x" })));
    // `b` is optional. A client can omit `b` instead of sending `null`, so the transformation
    // removes `null` from the schema of `b`.
    assert!(!after.is_valid(&json!({ "a": "x", "b": null })));
}

/// T7: narrower bounds from `format` replace wider `minimum` and `maximum` values.
#[test]
fn a_bound_stays_within_its_type() {
    let schema = json!({ "type": "integer", "format": "uint8", "minimum": -5, "maximum": 9 });
    assert_eq!(
        portable(&schema, true),
        json!({ "type": "integer", "minimum": 0, "maximum": 9 }),
    );
    // A condition stays unchanged. With bounds under `not`, the schema would accept the integers
    // outside the bounds.
    let schema = json!({ "not": { "type": "integer", "format": "uint8" } });
    assert_eq!(portable(&schema, true), schema);
}

/// T3: the transformed schema contains no boolean schema.
#[test]
fn no_nested_schema_is_a_boolean() {
    keeps(
        json!({
            "dependentSchemas": { "a": true, "b": false },
            "unevaluatedItems": false,
            "prefixItems": [true, false],
            "if": true,
            "then": { "not": false, "propertyNames": true },
        }),
        json!([{ "a": 1 }, [1]]),
        json!([{ "b": 1 }, [1, 1]]),
    );
}

/// The transformation can copy a nested schema into several branches. Without a limit, each level of nesting
/// would double the size.
#[test]
fn nested_choices_do_not_grow_exponentially() {
    let nested = |inner: fn(Value) -> Value| {
        let mut schema = json!({ "type": "string" });
        for _ in 0..12 {
            schema = inner(schema);
        }
        schema
    };
    for schema in [
        nested(|inner| {
            json!({
                "type": "object",
                "properties": { "inner": inner },
                "anyOf": [{ "required": ["a"] }, { "required": ["b"] }],
            })
        }),
        nested(|inner| {
            json!({
                "type": "object",
                "properties": { "a": {} },
                "anyOf": [inner, { "required": ["b"] }],
            })
        }),
        nested(
            |inner| json!({ "allOf": [inner, { "anyOf": [{ "required": ["a"] }, { "required": ["b"] }] }] }),
        ),
        nested(|inner| json!({ "type": ["string", "array", "object"], "items": inner })),
        nested(|inner| {
            json!({
                "type": "array",
                "prefixItems": [inner, { "type": "integer" }],
                "minItems": 2,
                "maxItems": 2,
            })
        }),
    ] {
        let before = schema.to_string().len();
        let after = portable(&schema, true).to_string().len();
        assert!(
            after < 8 * before,
            "{before} bytes became {after}: {schema}"
        );
    }
}
