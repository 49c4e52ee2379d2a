//! Generates random schemas. Their constructs occur in the schemas that schemars generates from attributes of
//! serde and garde, and in handwritten schemas.

use serde_json::{Map, Value, json};

use super::choices::Choices;
use super::compositions::{alike, composition, condition, constants, optional, tagged};

/// The references that a generated schema may contain. Its members and items always use `All`, which also
/// allows references to the root. Elsewhere, a reference to the root could make validation recurse forever.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Refs {
    No,
    Definitions,
    All,
}

/// Generates a whole schema, often with definitions.
pub(super) fn document(choices: &mut Choices) -> Value {
    let mut root = match choices.one_in(30) {
        true => return json!(choices.one_in(2)),
        false => {
            let depth = choices.pick(&[2, 3, 4]);
            schema(choices, depth, Refs::Definitions)
        }
    };
    let Some(root_members) = root.as_object_mut() else {
        return root;
    };
    let mut definitions = Map::new();
    for name in ["D0", "D1"] {
        if Value::Object(root_members.clone())
            .to_string()
            .contains(name)
            || choices.one_in(8)
        {
            definitions.insert(name.to_owned(), schema(choices, 3, Refs::No));
        }
    }
    // The definitions can contain references to `D0` and `D1` too. If a definition refers to a
    // missing definition, add the missing definition.
    for name in ["D0", "D1"] {
        if !definitions.contains_key(name)
            && Value::Object(definitions.clone())
                .to_string()
                .contains(name)
        {
            definitions.insert(name.to_owned(), json!({ "type": "string" }));
        }
    }
    if !definitions.is_empty() {
        root_members.insert("$defs".to_owned(), Value::Object(definitions));
    }
    root
}

pub(super) fn schema(choices: &mut Choices, depth: usize, refs: Refs) -> Value {
    if choices.one_in(24) {
        return json!(!choices.one_in(4));
    }
    let mut schema = Map::new();
    let Some(deeper) = depth.checked_sub(1) else {
        leaf(choices, &mut schema);
        return Value::Object(schema);
    };
    match choices.below(14) {
        0..=2 => leaf(choices, &mut schema),
        3..=5 => object(choices, &mut schema, deeper, refs),
        6 => array(choices, &mut schema, deeper),
        7 => optional(choices, &mut schema, deeper, refs),
        8 => tagged(choices, &mut schema, deeper),
        9 => constants(choices, &mut schema),
        12 | 13 => alike(choices, &mut schema, deeper, refs),
        10 => {
            composition(choices, &mut schema, deeper, refs);
            if choices.one_in(2) {
                leaf(choices, &mut schema);
            }
        }
        _ => {
            object(choices, &mut schema, deeper, refs);
            composition(choices, &mut schema, deeper, refs);
            if choices.one_in(2) {
                let others = json!(choices.one_in(5));
                schema.insert("unevaluatedProperties".to_owned(), others);
            }
        }
    }
    if choices.one_in(8) {
        composition(choices, &mut schema, deeper, refs);
    }
    if choices.one_in(12) {
        leaf(choices, &mut schema);
    }
    if choices.one_in(12) {
        condition(choices, &mut schema, deeper, refs);
    }
    if choices.one_in(6) {
        let annotation = choices.pick(&[
            ("description", json!("Says something.")),
            ("title", json!("Title")),
            ("default", json!(null)),
            ("deprecated", json!(true)),
            ("x-note", json!({ "type": ["string", "null"] })),
            ("default", json!({ "a": null })),
        ]);
        schema.insert(annotation.0.to_owned(), annotation.1);
    }
    Value::Object(schema)
}

const KINDS: &[&str] = &[
    "string", "integer", "null", "object", "number", "boolean", "array",
];

pub(super) fn kind(choices: &mut Choices) -> Value {
    if !choices.one_in(4) {
        return json!(choices.pick(KINDS));
    }
    let mut kinds: Vec<&str> = Vec::new();
    for _ in 0..=choices.below(3) {
        let kind = choices.pick(KINDS);
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    json!(kinds)
}

pub(super) fn leaf(choices: &mut Choices, schema: &mut Map<String, Value>) {
    if !choices.one_in(6) {
        schema.insert("type".to_owned(), kind(choices));
    }
    for _ in 0..choices.below(3) {
        let number = choices.pick(&[
            json!(0),
            json!(1),
            json!(3),
            json!(-2),
            json!(2.5),
            json!(1.0),
            json!(-1.5),
            json!(255),
            json!(u64::MAX),
            json!(i64::MIN),
        ]);
        let count = json!(choices.below(3));
        let (keyword, value) = match choices.below(18) {
            0 => ("minimum", number),
            1 => ("maximum", number),
            2 => ("exclusiveMinimum", number),
            3 => ("exclusiveMaximum", number),
            4 => ("minLength", count),
            5 => ("maxLength", count),
            6 => ("pattern", json!("^[xy]")),
            7 => ("minItems", count),
            8 => ("maxItems", count),
            9 => ("minProperties", count),
            10 => ("maxProperties", count),
            11 | 12 => {
                const FORMATS: &[&str] = &[
                    "uint8", "int32", "float", "double", "uint64", "date", "ip", "int128",
                ];
                ("format", json!(choices.pick(FORMATS)))
            }
            13 => ("const", choices.value()),
            14 => {
                let values: Vec<_> = (0..=choices.below(4)).map(|_| choices.value()).collect();
                ("enum", json!(unique(values)))
            }
            15 => (
                "not",
                json!({ "const": choices.pick(&[json!(0), json!("x"), json!(null)]) }),
            ),
            16 => (
                "multipleOf",
                choices.pick(&[json!(2), json!(0.5), json!(1)]),
            ),
            _ => ("uniqueItems", json!(true)),
        };
        schema.insert(keyword.to_owned(), value);
    }
}

pub(super) fn unique(values: Vec<Value>) -> Vec<Value> {
    let mut once: Vec<Value> = Vec::new();
    for value in values {
        // Compare with `same` instead of `==`, because `1` and `1.0` are equal in JSON Schema.
        let is_known = once
            .iter()
            .any(|known| super::reference::same(known, &value));
        if !is_known {
            once.push(value);
        }
    }
    once
}

pub(super) fn object(
    choices: &mut Choices,
    schema: &mut Map<String, Value>,
    depth: usize,
    refs: Refs,
) {
    if !choices.one_in(8) {
        schema.insert("type".to_owned(), json!("object"));
    }
    let mut properties = Map::new();
    for _ in 0..choices.below(4) {
        properties.insert(choices.name(), member(choices, depth, refs));
    }
    let mut required: Vec<String> = Vec::new();
    for name in properties.keys() {
        if choices.one_in(2) {
            required.push(name.clone());
        }
    }
    if choices.one_in(6) {
        required.push(choices.name());
    }
    // Sometimes repeat a name in `required`, because schemars can repeat a name when schemars
    // merges flattened structs.
    if choices.one_in(8) && !required.is_empty() {
        required.push(required[0].clone());
    }
    if !properties.is_empty() || choices.one_in(3) {
        schema.insert("properties".to_owned(), Value::Object(properties));
    }
    if !required.is_empty() {
        schema.insert("required".to_owned(), json!(required));
    }
    match choices.below(8) {
        0..=2 => {}
        3 => {
            let closed = json!(choices.one_in(4));
            schema.insert("additionalProperties".to_owned(), closed);
        }
        4 => {
            let others = member(choices, depth.saturating_sub(1), refs);
            schema.insert("additionalProperties".to_owned(), others);
        }
        5 => {
            let others = json!(choices.one_in(4));
            schema.insert("unevaluatedProperties".to_owned(), others);
        }
        6 => {
            let by_pattern = member(choices, depth.saturating_sub(1), refs);
            schema.insert(
                "patternProperties".to_owned(),
                json!({ r"\d+$": by_pattern }),
            );
            if choices.one_in(2) {
                schema.insert("additionalProperties".to_owned(), json!(false));
            }
        }
        _ => match choices.below(3) {
            0 => {
                schema.insert("propertyNames".to_owned(), json!({ "enum": ["a", "b"] }));
            }
            1 => {
                schema.insert("dependentRequired".to_owned(), json!({ "a": ["b"] }));
            }
            _ => {
                let needs = member(choices, depth.saturating_sub(1), Refs::No);
                schema.insert("dependentSchemas".to_owned(), json!({ "a": needs }));
            }
        },
    }
}

/// Generates the schema of a member or item. Always allows every reference, because each recursion through a
/// member or item enters a smaller value.
fn member(choices: &mut Choices, depth: usize, _: Refs) -> Value {
    if choices.one_in(10) {
        let mut schema = Map::new();
        reference(choices, &mut schema, Refs::All);
        return Value::Object(schema);
    }
    schema(choices, depth, Refs::All)
}

pub(super) fn reference(choices: &mut Choices, schema: &mut Map<String, Value>, refs: Refs) {
    let targets: &[&str] = match refs {
        Refs::No => return,
        Refs::Definitions => &["#/$defs/D0", "#/$defs/D1"],
        Refs::All => &["#/$defs/D0", "#/$defs/D1", "#"],
    };
    schema.insert("$ref".to_owned(), json!(choices.pick(targets)));
}

pub(super) fn array(choices: &mut Choices, schema: &mut Map<String, Value>, depth: usize) {
    schema.insert("type".to_owned(), json!("array"));
    match choices.below(6) {
        0 | 1 => {
            schema.insert("items".to_owned(), member(choices, depth, Refs::All));
        }
        2 | 3 => {
            let each: Vec<_> = (0..=choices.below(2))
                .map(|_| member(choices, depth, Refs::All))
                .collect();
            if choices.one_in(3) {
                schema.insert("items".to_owned(), member(choices, depth, Refs::All));
            } else {
                schema.insert("minItems".to_owned(), json!(each.len()));
                schema.insert("maxItems".to_owned(), json!(each.len()));
            }
            schema.insert("prefixItems".to_owned(), json!(each));
        }
        4 => {
            schema.insert("contains".to_owned(), member(choices, depth, Refs::All));
            if choices.one_in(2) {
                schema.insert("maxContains".to_owned(), json!(1));
            }
        }
        _ => {
            schema.insert("unevaluatedItems".to_owned(), json!(false));
        }
    }
    if choices.one_in(3) {
        schema.insert("uniqueItems".to_owned(), json!(true));
    }
}
