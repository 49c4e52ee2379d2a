//! Random schemas that combine several schemas.

use serde_json::{Map, Value, json};

use super::choices::Choices;
use super::grammar::{Refs, array, kind, leaf, object, reference, schema as any, unique};
use super::reference::each_name_once;

/// Adds an `anyOf` or `oneOf` of a random schema and `null` to `schema`, as in the schema of an `Option`.
pub(super) fn optional(
    choices: &mut Choices,
    schema: &mut Map<String, Value>,
    depth: usize,
    refs: Refs,
) {
    let keyword = choices.pick(&["anyOf", "anyOf", "oneOf"]);
    let some = any(choices, depth, refs);
    let null = json!({ "type": "null" });
    let branches = match choices.one_in(3) {
        false => [some, null],
        true => [null, some],
    };
    schema.insert(keyword.to_owned(), json!(branches));
}

/// Adds a `oneOf` of tagged objects to `schema`, as in the schema of a tagged enum. Sometimes repeats a tag, or
/// leaves it optional.
pub(super) fn tagged(choices: &mut Choices, schema: &mut Map<String, Value>, depth: usize) {
    let mut forms = Vec::new();
    for tag in ["x", "y", "z"].into_iter().take(choices.below(2) + 2) {
        let mut form = Map::new();
        object(choices, &mut form, depth, Refs::No);
        if !form.get("properties").is_some_and(Value::is_object) {
            form.insert("properties".to_owned(), json!({}));
        }
        let tag = if choices.one_in(9) { "x" } else { tag };
        form["properties"]["type"] = json!({ "type": "string", "const": tag });
        if !choices.one_in(8) {
            let mut required = vec![json!("type")];
            if let Some(Value::Array(others)) = form.remove("required") {
                required.extend(others);
            }
            form.insert("required".to_owned(), json!(required));
        }
        forms.push(Value::Object(form));
    }
    schema.insert("oneOf".to_owned(), json!(forms));
    match choices.below(4) {
        0 | 1 => {}
        // Add members beside the `oneOf`, as in the schema of a struct with a flattened enum.
        _ => {
            object(choices, schema, depth, Refs::No);
            if choices.one_in(2) {
                schema.remove("additionalProperties");
                schema.insert("unevaluatedProperties".to_owned(), json!(false));
            }
        }
    }
}

/// Adds an `allOf`, `oneOf` or `anyOf` of two similar schemas to `schema`.
pub(super) fn alike(
    choices: &mut Choices,
    schema: &mut Map<String, Value>,
    depth: usize,
    refs: Refs,
) {
    let kind = choices.below(5);
    let listed = |choices: &mut Choices, schema: &mut Map<String, Value>| {
        let numbers = [
            json!(1),
            json!(1.0),
            json!(2),
            json!(2.0),
            json!([1]),
            json!([1.0]),
        ];
        let values = (0..=choices.below(3)).map(|_| choices.pick(&numbers));
        schema.insert("enum".to_owned(), json!(unique(values.collect())));
    };
    let one = |choices: &mut Choices, schema: &mut Map<String, Value>| match kind {
        0 => {
            object(choices, schema, depth, refs);
            schema.insert("type".to_owned(), json!("object"));
        }
        1 => listed(choices, schema),
        2 => array(choices, schema, depth),
        3 => {
            leaf(choices, schema);
            schema.insert("type".to_owned(), json!("integer"));
        }
        _ => {
            let names: Vec<_> = (0..choices.below(3)).map(|_| choices.name()).collect();
            let properties: Map<_, _> = names
                .iter()
                .map(|name| (name.clone(), json!({ "enum": ["x"] })))
                .collect();
            schema.insert("type".to_owned(), json!("object"));
            schema.insert("properties".to_owned(), Value::Object(properties));
            schema.insert("required".to_owned(), json!([choices.name()]));
            match choices.below(4) {
                0 => {}
                1 | 2 => {
                    schema.insert("additionalProperties".to_owned(), json!(false));
                }
                _ => {
                    schema.insert("additionalProperties".to_owned(), json!({ "enum": ["y"] }));
                }
            }
            if choices.one_in(3) {
                schema.insert("patternProperties".to_owned(), json!({ r"\d+$": {} }));
            }
        }
    };
    let branches: Vec<_> = (0..2)
        .map(|_| {
            let mut branch = Map::new();
            one(choices, &mut branch);
            Value::Object(branch)
        })
        .collect();
    let keyword = choices.pick(&["allOf", "oneOf", "anyOf"]);
    if choices.one_in(4) {
        one(choices, schema);
    }
    schema.insert(keyword.to_owned(), json!(branches));
}

/// Adds a choice of constants to `schema`, some with descriptions. The schema of an enum with doc comments has this
/// shape.
pub(super) fn constants(choices: &mut Choices, schema: &mut Map<String, Value>) {
    let branches: Vec<_> = (0..=choices.below(3))
        .map(|_| {
            let value = choices.value();
            let mut branch = match choices.one_in(3) {
                false => json!({ "const": value }),
                true => json!({ "enum": unique(vec![value, choices.value()]) }),
            };
            if choices.one_in(2) {
                branch["type"] = kind(choices);
            }
            if choices.one_in(2) {
                branch["description"] = json!("A variant.");
            }
            branch
        })
        .collect();
    schema.insert(
        choices.pick(&["oneOf", "anyOf"]).to_owned(),
        json!(branches),
    );
}

pub(super) fn composition(
    choices: &mut Choices,
    schema: &mut Map<String, Value>,
    depth: usize,
    refs: Refs,
) {
    let keyword = choices.pick(&["allOf", "anyOf", "oneOf", "allOf"]);
    let branches: Vec<_> = (0..=choices.below(3))
        .map(|_| match choices.one_in(6) {
            true => {
                let mut only = Map::new();
                reference(choices, &mut only, refs);
                Value::Object(only)
            }
            false => any(choices, depth, refs),
        })
        .collect();
    schema.insert(keyword.to_owned(), json!(branches));
    if choices.one_in(12) {
        reference(choices, schema, refs);
    }
}

pub(super) fn condition(
    choices: &mut Choices,
    schema: &mut Map<String, Value>,
    depth: usize,
    refs: Refs,
) {
    let mut one = |depth| any(choices, depth, refs);
    let depth = depth.saturating_sub(1);
    let (first, second, third) = (one(depth), one(depth), one(depth));
    match choices.below(3) {
        0 => {
            schema.insert("not".to_owned(), each_name_once(first));
        }
        _ => {
            schema.insert("if".to_owned(), each_name_once(first));
            schema.insert("then".to_owned(), second);
            if choices.one_in(2) {
                schema.insert("else".to_owned(), third);
            }
        }
    }
}
