//! Rules for the definitions of arguments, for example for `required` and `default`.

use super::*;

/// Returns the names in `required` of a tool's input schema.
#[track_caller]
fn required_arguments<S: Send + Sync>(peer: &Peer<'_, S>, tool: &str) -> Vec<String> {
    let mut tool = peer.tool(tool);
    match tool["inputSchema"]["required"].take() {
        Value::Null => Vec::new(),
        names => serde_json::from_value(names).unwrap(),
    }
}

#[test]
fn arguments_without_a_default_are_required() {
    // R29
    let registry = parameters::declared::registry();
    let peer = Peer::new(&registry);
    for tool in peer.tools().as_array().unwrap() {
        let properties = tool["inputSchema"]["properties"].as_object().unwrap();
        let name = tool["name"].as_str().unwrap();
        for required in required_arguments(&peer, name) {
            assert!(properties.contains_key(&required), "{name}: {required}");
        }
    }
    assert_eq!(required_arguments(&peer, "required").len(), 13);
    assert_eq!(required_arguments(&peer, "optional"), [""; 0]);
    assert_eq!(required_arguments(&peer, "defaults"), [""; 0]);
    assert_eq!(
        required_arguments(&peer, "references"),
        ["text", "texts", "file", "number", "query", "either"],
    );
}

#[test]
fn an_optional_argument_has_the_plain_type() {
    // T5 in `docs/CLIENTS.md`: the schema contains neither `null` nor a list of types
    let registry = parameters::declared::registry();
    let peer = Peer::new(&registry);
    for (name, kind) in [
        ("plain", json!("string")),
        ("alias", json!("integer")),
        ("path", json!("boolean")),
        ("twice", json!("integer")),
        ("boxed", json!("number")),
        ("unit", json!("string")),
        ("place", json!("object")),
        ("list", json!("array")),
    ] {
        let schema = peer.argument("optional", name);
        assert_eq!(schema["type"], kind, "{name}");
        assert!(schema.get("anyOf").is_none(), "{name}");
        assert!(schema.get("default").is_none(), "{name}");
    }
}

#[test]
fn defaults_are_published_as_json() {
    // R30
    let registry = parameters::declared::registry();
    let peer = Peer::new(&registry);
    for (name, default) in [
        ("number", json!(7)),
        ("negative", json!(-1)),
        ("fraction", json!(0.5)),
        ("flag", json!(true)),
        ("owned", json!("Oslo")),
        ("borrowed", json!("Oslo")),
        ("either", json!("Oslo")),
        ("file", json!("/tmp")),
        ("days", json!(3)),
        ("page", json!(50)),
        ("list", json!([1, 2, 3])),
        ("tags", json!(["news", "weather"])),
        ("slice", json!([1, 2])),
        ("unit", json!("fahrenheit")),
        ("place", json!({ "lat": 59.9, "lon": 10.75 })),
        ("option", json!(5)),
        ("bare_number", json!(0)),
        ("bare_text", json!("")),
        ("bare_list", json!([])),
        ("bare_unit", json!("celsius")),
    ] {
        assert_eq!(
            peer.argument("defaults", name)["default"],
            default,
            "{name}"
        );
    }
}

#[test]
fn every_default_satisfies_its_schema() {
    // R30: a client can validate the default against the schema
    let registry = parameters::declared::registry();
    let tool = Peer::new(&registry).tool("defaults");
    for (name, schema) in tool["inputSchema"]["properties"].as_object().unwrap() {
        let validator = jsonschema::draft202012::new(schema).unwrap();
        let default = &schema["default"];
        if let Err(error) = validator.validate(default) {
            panic!("{name}: {default} against {schema}: {error}");
        }
    }
}

#[test]
fn a_reference_has_the_schema_of_its_target() {
    let registry = parameters::declared::registry();
    let peer = Peer::new(&registry);
    let kind = |tool, name| peer.argument(tool, name)["type"].take();
    assert_eq!(kind("references", "text"), "string");
    assert_eq!(kind("references", "file"), "string");
    assert_eq!(kind("references", "number"), "integer");
    assert_eq!(kind("references", "query"), "object");
    assert_eq!(kind("references", "place"), "object");
    assert_eq!(kind("references", "either"), "string");
    assert_eq!(
        peer.argument("references", "texts"),
        json!({ "type": "array", "items": { "type": "string" }, "description": "Texts" }),
    );
    assert_eq!(kind("lifetimes", "text"), "string");
    assert_eq!(kind("lifetimes", "rest"), "array");
}

#[test]
fn an_argument_has_the_name_of_its_binding_unless_renamed() {
    let registry = parameters::declared::registry();
    assert_eq!(
        required_arguments(&Peer::new(&registry), "names"),
        [
            "type",
            "dry-run",
            "for",
            "camelCase",
            "_ignored",
            "counter",
            "arguments",
            "state"
        ],
    );
}

#[test]
fn the_description_next_to_the_argument_wins() {
    // R12
    let registry = parameters::declared::registry();
    let peer = Peer::new(&registry);
    let description = |name| peer.argument("descriptions", name)["description"].take();
    assert_eq!(
        description("paragraphs"),
        "First line.\n\nSecond paragraph."
    );
    assert_eq!(description("concatenated"), "Put together.");
    assert_eq!(description("constant"), "From a constant.");
    assert_eq!(description("literal"), "In the attribute.");
    assert_eq!(
        description("place"),
        "The description of the parameter takes precedence over the type's description.",
    );
    assert_eq!(description("of_the_type"), "A place on Earth.");
}

#[test]
fn state_and_context_are_not_arguments() {
    let registry = parameters::declared::registry();
    let schema = &Peer::new(&registry).tool("injected")["inputSchema"];
    assert_eq!(
        *schema,
        json!({
            "type": "object",
            "properties": { "key": { "type": "string", "description": "The only argument" } },
            "required": ["key"],
            "additionalProperties": false,
        }),
    );
}
