//! Generates tools that OpenAI's strict mode accepts. Random changes then make many of these tools faulty.

use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestError, TestRunner};
use serde_json::{Map, Value, json};

#[path = "../properties/choices.rs"]
#[allow(dead_code)] // The test `validators` uses only a part of this file.
mod choices;

pub(crate) use choices::Choices;

/// Generates a tool that strict mode accepts.
pub(crate) fn strict_tool(choices: &mut Choices) -> Value {
    json!({ "name": "tool", "description": "Does it.", "inputSchema": object(choices, 3) })
}

fn object(choices: &mut Choices, depth: usize) -> Value {
    let names = ["first", "second", "third"];
    let count = choices.below(names.len() + 1);
    let properties = names[..count].iter().map(|name| {
        let mut property = schema(choices, depth - 1);
        if property.get("$ref").is_none() {
            property["description"] = json!("Some of it");
        }
        ((*name).to_owned(), property)
    });
    let properties: Map<String, Value> = properties.collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": names[..count],
        "additionalProperties": false,
    })
}

fn schema(choices: &mut Choices, depth: usize) -> Value {
    match choices.below(if depth == 0 { 5 } else { 8 }) {
        0 => json!({ "type": "string" }),
        1 => json!({ "type": "integer", "minimum": 0, "maximum": 9 }),
        2 => json!({ "type": "string", "enum": ["a", "b"] }),
        3 => json!({ "type": ["number", "null"] }),
        4 => json!({ "type": "string", "format": "date-time" }),
        5 => json!({ "type": "array", "items": schema(choices, depth - 1), "maxItems": 3 }),
        6 => json!({ "anyOf": [schema(choices, depth - 1), { "type": "null" }] }),
        _ => object(choices, depth),
    }
}

/// Makes at most one random change: replaces the tool's name, replaces a schema, or adds, replaces or removes
/// a keyword.
pub(crate) fn mutate(tool: &mut Value, choices: &mut Choices) {
    if choices.one_in(8) {
        let names = ["tool", "a.b", "", "a b", "tööl", "7"];
        tool["name"] = json!(choices.pick(&names));
        return;
    }
    let mut places = Vec::new();
    collect("/inputSchema".to_owned(), &tool["inputSchema"], &mut places);
    let place = choices.pick(&places);
    let Some(schema) = tool.pointer_mut(&place) else {
        return;
    };
    if choices.one_in(4) {
        *schema = choices.pick(&[
            json!({}),
            json!(true),
            json!({ "type": "array" }),
            json!({ "type": "array", "items": true }),
            json!({ "type": "object" }),
            json!({ "type": "object", "additionalProperties": { "type": "string" } }),
            json!({ "description": "Anything" }),
            json!({ "type": "string", "format": "uri" }),
            json!({ "type": "array", "prefixItems": [{ "type": "string" }] }),
            json!({ "enum": ["a", "b"] }),
            json!({ "const": "a" }),
        ]);
        return;
    }
    let Value::Object(members) = schema else {
        return;
    };
    if choices.one_in(3) {
        let words: Vec<_> = members.keys().cloned().collect();
        if !words.is_empty() {
            members.remove(&choices.pick(&words));
        }
        return;
    }
    let words = [
        ("additionalProperties", json!(true)),
        ("additionalProperties", json!({ "type": "string" })),
        ("allOf", json!([{ "type": "object" }])),
        ("anyOf", json!([{ "type": "string" }, { "type": "null" }])),
        ("const", json!("a")),
        ("contains", json!({ "type": "string" })),
        ("default", json!("a")),
        ("dependentRequired", json!({ "a": ["b"] })),
        ("dependentSchemas", json!({ "a": { "type": "string" } })),
        ("description", json!("Another")),
        ("else", json!({ "type": "string" })),
        ("enum", json!([1, null])),
        ("examples", json!(["a"])),
        ("exclusiveMinimum", json!(0)),
        ("format", json!("ipv4")),
        ("format", json!("uint8")),
        ("format", json!("uri")),
        ("if", json!({ "type": "string" })),
        ("maxContains", json!(1)),
        ("maxItems", json!(1)),
        ("maxProperties", json!(1)),
        ("minContains", json!(1)),
        ("minItems", json!(1)),
        ("minLength", json!(1)),
        ("minProperties", json!(1)),
        ("multipleOf", json!(2)),
        ("not", json!({ "type": "string" })),
        ("oneOf", json!([{ "type": "string" }, { "type": "null" }])),
        ("pattern", json!("^a$")),
        ("patternProperties", json!({ "^a$": { "type": "string" } })),
        ("propertyNames", json!({ "type": "string" })),
        ("then", json!({ "type": "string" })),
        ("title", json!("A")),
        ("type", json!("array")),
        ("type", json!("object")),
        ("type", json!("string")),
        ("type", json!(["string", "null"])),
        ("unevaluatedItems", json!(false)),
        ("unevaluatedProperties", json!(false)),
        ("uniqueItems", json!(true)),
        ("$ref", json!("#/$defs/A")),
    ];
    let (word, value) = choices.pick(&words);
    members.insert(word.to_owned(), value);
    if word == "$ref" {
        tool["inputSchema"]["$defs"] = json!({ "A": { "type": "string" } });
    }
}

/// Collects the JSON pointers of a schema and of the schemas in its `properties`, `items` and `anyOf`.
fn collect(at: String, schema: &Value, places: &mut Vec<String>) {
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        collect(format!("{at}/properties/{name}"), property, places);
    }
    if let Some(items) = schema.get("items") {
        collect(format!("{at}/items"), items, places);
    }
    for (position, branch) in schema["anyOf"].as_array().into_iter().flatten().enumerate() {
        collect(format!("{at}/anyOf/{position}"), branch, places);
    }
    places.push(at);
}

/// Runs a proptest property (not a schema property) on generated cases. Panics if a case fails. The seed is
/// fixed, so every test run generates the same cases.
#[track_caller]
pub(crate) fn run(cases: u32, property: impl Fn(&mut Choices) -> Result<(), TestCaseError>) {
    let config = ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let numbers = prop::collection::vec(any::<u32>(), 0..64);
    let outcome =
        TestRunner::new(config).run(&numbers, |numbers| property(&mut Choices::new(numbers)));
    match outcome {
        Ok(()) => {}
        Err(TestError::Fail(reason, _)) => panic!("{reason}"),
        Err(error) => panic!("{error}"),
    }
}
