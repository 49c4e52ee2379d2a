//! Tests the linter's findings about known traps. `docs/CLIENTS.md` explains each trap number, such as T1.

use mcp_tool_runtime::lint::{Lint, Profile};
use serde_json::{Value, json};

use super::{IT, argument, described, of_input, of_tools, short};

/// T1, T2
#[test]
fn a_root_that_is_not_a_plain_object_is_found() {
    let branches = json!({ "type": "object", "properties": {}, "oneOf": [{}, {}] });
    assert_eq!(
        of_input(Profile::Claude, branches),
        ["root_composition /tools/0/inputSchema/oneOf"]
    );
    assert_eq!(
        of_input(Profile::Cursor, json!({ "properties": {} })),
        ["root_object /tools/0/inputSchema"]
    );
    assert_eq!(
        of_input(Profile::VsCode, json!({ "type": "object" })),
        ["root_properties /tools/0/inputSchema"]
    );
    assert_eq!(
        of_tools(
            Profile::VsCode,
            json!([{ "name": "a", "description": "About A", "inputSchema": { "type": "object", "properties": {} },
                     "outputSchema": { "type": "array", "items": {} } }])
        ),
        ["output_object /tools/0/outputSchema"]
    );
    let none = json!([{ "name": "a", "description": "About A" }]);
    assert_eq!(of_tools(Profile::Claude, none), ["root_object /tools/0"]);
}

/// T3
#[test]
fn boolean_schemas_are_found() {
    assert_eq!(
        of_input(
            Profile::Claude,
            described(json!({ "type": "array", "items": true }))
        ),
        [format!("boolean_schema {IT}/items")]
    );
    // The boolean `additionalProperties: false` is allowed.
    let closed = json!({ "type": "object", "properties": {}, "additionalProperties": false });
    assert!(of_input(Profile::Claude, closed).is_empty());
}

/// T4, T4c
#[test]
fn references_and_reference_cycles_are_found() {
    let referring = json!({
        "type": "object",
        "properties": { "it": { "$ref": "#/$defs/It", "description": "What to look for" } },
        "$defs": { "It": { "type": "string" } },
    });
    assert_eq!(
        of_input(Profile::Gemini, referring.clone()),
        [format!("reference {IT}/$ref")]
    );
    assert!(of_input(Profile::Claude, referring).is_empty());
    let circle = json!({
        "type": "object",
        "properties": { "it": { "$ref": "#/$defs/A", "description": "What to look for" } },
        "$defs": {
            "A": { "type": "object", "properties": { "b": { "$ref": "#/$defs/B" } } },
            "B": { "type": "array", "items": { "$ref": "#/$defs/A" } },
        },
    });
    assert_eq!(
        of_input(Profile::Claude, circle),
        ["recursion /tools/0/inputSchema/$defs/A/properties/b/$ref"]
    );
    // `A` and `B` each refer to themselves, and `A` also refers to `B`.
    let (itself, other) = (
        json!({ "$ref": "#/$defs/A" }),
        json!({ "$ref": "#/$defs/B" }),
    );
    let two = json!({
        "type": "object",
        "properties": { "it": { "$ref": "#/$defs/A", "description": "What to look for" } },
        "$defs": {
            "A": { "type": "object", "properties": { "a": itself, "b": other } },
            "B": { "type": "object", "properties": { "b": other } },
        },
    });
    assert_eq!(
        of_input(Profile::Claude, two),
        ["A/properties/a", "B/properties/b"]
            .map(|place| format!("recursion /tools/0/inputSchema/$defs/{place}/$ref"))
    );
    let whole = json!({
        "type": "object",
        "properties": { "it": { "$ref": "#", "description": "What to look for" } },
    });
    assert_eq!(
        of_input(Profile::Claude, whole),
        [format!("recursion {IT}/$ref")]
    );
}

/// The linter follows percent-encoded references, and chains of references through several definitions.
#[test]
fn references_are_followed_to_their_end() {
    let chain = |name: &str| {
        json!({
            "type": "object", "properties": { name: { "$ref": "#/$defs/A" } }, "required": [name],
            "$defs": {
                "A": { "$ref": "#/$defs/B" },
                "B": { "type": "object", "description": "What to look for", "properties": { "a": { "type": "string" } } },
            },
        })
    };
    assert_eq!(of_input(Profile::Claude, chain("it")), [""; 0]);
    assert_eq!(
        of_input(Profile::Claude, chain("request")),
        ["nested_input /tools/0/inputSchema/properties/request"]
    );
    let circle = json!({
        "type": "object", "properties": { "it": { "$ref": "#/$defs/A" } },
        "$defs": { "A": { "$ref": "#/$defs/B" }, "B": { "$ref": "#/$defs/A" } },
    });
    let found = of_input(Profile::Cursor, circle);
    assert_eq!(found, [format!("no_description {IT}")]);
    let mut encoded = described(json!({
        "oneOf": [{ "$ref": "#/$defs/List%20of%20texts" }, { "type": "integer" }],
    }));
    encoded["$defs"] =
        json!({ "List of texts": { "type": "array", "items": { "type": "string" } } });
    assert_eq!(of_input(Profile::Cursor, encoded), [""; 0]);
}

/// For OpenAI's strict mode, the linter reports `properties` next to `$ref`. It does not report `$defs` next
/// to `$ref`. Each repair fits its finding.
#[test]
fn strict_mode_repairs_fit_their_findings() {
    let schema = json!({
        "type": "object", "$ref": "#/$defs/A", "properties": {},
        "$defs": { "A": { "type": "object", "properties": {}, "additionalProperties": false } },
    });
    let list = json!([{ "name": "a", "description": "About A", "inputSchema": schema }]);
    let findings = Lint::new(&[Profile::OpenAiStrict]).check_json(&list);
    let texts = |rule: &str| {
        let of_rule = findings.iter().filter(|it| it.rule.id == rule);
        let texts = of_rule.map(|it| (it.what.as_str(), it.repair));
        texts.collect::<Vec<_>>()
    };
    assert_eq!(
        texts("strict_keyword"),
        [(
            "`properties` is beside `$ref`",
            "leave strict mode off for this tool, or remove the keyword"
        )]
    );
    assert_eq!(
        texts("strict_object"),
        [(
            "it has no `\"additionalProperties\": false`",
            "leave strict mode off for this tool, or write `\"additionalProperties\": false`"
        )]
    );
}

/// T4b
#[test]
fn constants_outside_a_string_enum_are_found() {
    let several = json!({ "oneOf": [{ "const": "a" }, { "const": "b" }] });
    let found = of_input(Profile::Gemini, described(several));
    assert!(
        found.contains(&format!("constant {IT}/oneOf/1/const")),
        "{found:?}"
    );
    let numbers = json!({ "type": "integer", "enum": [1, 2] });
    assert_eq!(
        of_input(Profile::Gemini, described(numbers)),
        [format!("constant {IT}/enum")]
    );
    let words = json!({ "type": "string", "enum": ["a", "b"] });
    assert!(of_input(Profile::Gemini, described(words)).is_empty());
}

/// T5: a list of types in `type`, and an optional argument that also accepts `null`.
#[test]
fn type_lists_and_optional_nulls_are_found() {
    let nullable = json!({ "type": ["string", "null"] });
    assert_eq!(
        of_input(Profile::Gemini, described(nullable)),
        [format!("several_types {IT}/type")]
    );
    let optional = json!({
        "type": "object",
        "properties": { "it": { "anyOf": [{ "type": "string" }, { "type": "null" }], "description": "What to look for" } },
    });
    assert_eq!(
        of_input(Profile::Gemini, optional),
        [format!("optional_null {IT}")]
    );
}

/// T5: an optional argument may accept `null` if its description or default shows that `null` has its own
/// meaning.
#[test]
fn null_can_have_its_own_meaning() {
    let optional = |description: &str, default: Value| {
        let mut it = json!({ "anyOf": [{ "type": "string" }, { "type": "null" }], "description": description });
        if !default.is_null() {
            it["default"] = default;
        }
        json!({ "type": "object", "properties": { "it": it } })
    };
    for (description, default, is_reported) in [
        (
            "The new owner; `null` removes the owner",
            Value::Null,
            false,
        ),
        ("Pass null to clear it", Value::Null, false),
        ("Resets to the default if NULL", Value::Null, false),
        ("The time zone", json!("UTC"), false),
        ("The time zone", Value::Null, true),
        ("The time zone, or null", Value::Null, true),
        ("Clears the nullable column", Value::Null, true),
        ("Removes the owner", Value::Null, true),
    ] {
        let found = of_input(Profile::Claude, optional(description, default));
        let expected = format!("optional_null {IT}");
        assert_eq!(
            found.contains(&expected),
            is_reported,
            "{description}: {found:?}"
        );
    }
}

/// T6
#[test]
fn lists_need_a_type_of_items() {
    let bare = json!({ "type": "array" });
    assert_eq!(
        of_input(Profile::VsCode, described(bare)),
        [format!("array_items {IT}")]
    );
    let tuple = json!({ "type": "array", "prefixItems": [{ "type": "string" }] });
    assert_eq!(
        of_input(Profile::VsCode, described(tuple)),
        [format!("array_items {IT}")]
    );
    let nested = json!({ "anyOf": [{ "type": "array", "items": { "type": "array" } }, { "type": "string" }] });
    assert_eq!(
        of_input(Profile::VsCode, described(nested)),
        [format!("array_items {IT}/anyOf/0/items")]
    );
}

/// T7: the linter reports unsupported formats, but accepts a property with the name `format`.
#[test]
fn invented_and_unsupported_formats_are_found() {
    let invented = json!({ "type": "integer", "format": "uint8" });
    assert_eq!(
        of_input(Profile::VsCode, described(invented)),
        [format!("invented_format {IT}/format")]
    );
    // OpenAPI's format registry lists these formats, and most clients ignore them. OpenAI's
    // strict mode rejects them.
    for (kind, format) in [
        ("integer", "int32"),
        ("integer", "int64"),
        ("number", "float"),
        ("number", "double"),
    ] {
        let it = json!({ "type": kind, "format": format });
        for client in [
            Profile::Claude,
            Profile::Gemini,
            Profile::VsCode,
            Profile::Cursor,
        ] {
            assert_eq!(of_input(client, described(it.clone())), [""; 0], "{format}");
        }
        let strict = of_input(Profile::OpenAiStrict, described(it.clone()));
        let expected = format!("invented_format {IT}/format");
        assert!(strict.contains(&expected), "{format}: {strict:?}");
        let answer = json!([{
            "name": "a",
            "description": "About A",
            "inputSchema": { "type": "object", "properties": {} },
            "outputSchema": { "type": "object", "properties": { "it": it } },
        }]);
        for client in [Profile::Claude, Profile::Cursor] {
            assert_eq!(of_tools(client, answer.clone()), [""; 0], "{format}");
        }
    }
    let misplaced = json!({ "type": "string", "format": "int32" });
    assert_eq!(
        of_input(Profile::VsCode, described(misplaced)),
        [format!("invented_format {IT}/format")]
    );
    let uuid = json!({ "type": "string", "format": "uuid" });
    assert_eq!(
        of_input(Profile::Gemini, described(uuid.clone())),
        [format!("gemini_keyword {IT}/format")]
    );
    assert!(of_input(Profile::VsCode, described(uuid)).is_empty());
    let named = json!({ "type": "object", "properties": { "format": { "type": "string", "description": "About F" } } });
    assert!(of_input(Profile::Gemini, named).is_empty());
    // Gemini's documentation lists the format `double`, so the only finding is about
    // `exclusiveMinimum`.
    let number = json!({ "type": "number", "format": "double", "exclusiveMinimum": 0 });
    assert_eq!(
        of_input(Profile::Gemini, described(number)),
        [format!("gemini_keyword {IT}/exclusiveMinimum")]
    );
}

/// T8
#[test]
fn strict_mode_requires_closed_objects() {
    let plain = json!({
        "type": "object",
        "properties": {
            "a": { "type": "string", "description": "About A", "default": "x" },
            "b": { "type": "object", "properties": {}, "description": "About B" },
        },
        "required": ["b"],
        "additionalProperties": false,
    });
    let a = "/tools/0/inputSchema/properties/a";
    let b = "/tools/0/inputSchema/properties/b";
    assert_eq!(
        of_input(Profile::OpenAiStrict, plain),
        [
            format!("strict_object {a}"),
            format!("strict_object {b}"),
            format!("strict_keyword {a}/default"),
        ]
    );
    let mut deep = json!({ "type": "string" });
    for _ in 0..11 {
        deep = json!({
            "type": "object", "description": "About D", "properties": { "d": deep },
            "required": ["d"], "additionalProperties": false,
        });
    }
    assert_eq!(
        of_input(Profile::OpenAiStrict, deep),
        ["strict_size /tools/0/inputSchema"]
    );
}

/// T9
#[test]
fn an_explicit_dialect_is_reported() {
    let named = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "properties": {},
    });
    assert_eq!(
        of_input(Profile::Gemini, named),
        ["dialect /tools/0/inputSchema/$schema"]
    );
}

/// T10, T11, T20
#[test]
fn invalid_and_duplicate_tool_names_are_found() {
    let tool = |name: &str| json!({ "name": name, "description": "About A", "inputSchema": { "type": "object", "properties": {} } });
    assert_eq!(
        of_tools(
            Profile::Claude,
            json!([tool("files.read"), tool("files/read")])
        ),
        [
            "name_characters /tools/0/name",
            "name_characters /tools/1/name"
        ]
    );
    let long = "a".repeat(65);
    let found = of_tools(Profile::Claude, json!([tool(&long)]));
    assert!(
        found.contains(&"name_length /tools/0/name".to_owned()),
        "{found:?}"
    );
    let twice = json!([tool("a"), tool("b"), tool("a")]);
    assert_eq!(
        of_tools(Profile::Cursor, twice),
        ["one_name_twice /tools/2/name"]
    );

    let list = json!([tool("a".repeat(50).as_str())]);
    let with = |server: &str| {
        let lint = Lint::new(&[Profile::Cursor]).server_name(server);
        lint.check_json(&list).iter().map(short).collect::<Vec<_>>()
    };
    assert!(with("weather").is_empty());
    assert_eq!(with("weather-in-oslo"), ["prefixed_name /tools/0/name"]);
    assert_eq!(
        of_tools(Profile::Cursor, list),
        ["prefixed_name /tools/0/name"]
    );
}

/// T12: Anthropic's API checks the names of arguments, but not the names inside them.
#[test]
fn invalid_argument_names_are_found() {
    let members = json!({ "a b": { "type": "string", "description": "Words" }, "x.y-z_1": { "type": "string", "description": "Numbers" } });
    let object = json!({ "type": "object", "properties": members });
    assert_eq!(
        of_input(Profile::Claude, object.clone()),
        ["argument_name /tools/0/inputSchema/properties/a b"]
    );
    assert_eq!(of_input(Profile::Claude, described(object)), [""; 0]);
}

/// T13: long and missing descriptions.
#[test]
fn descriptions_must_be_present_and_short() {
    let tool = |description: String| json!([{ "name": "a", "description": description, "inputSchema": argument(json!({ "type": "string" })) }]);
    let it = "no_description /tools/0/inputSchema/properties/it".to_owned();
    assert_eq!(
        of_tools(Profile::Claude, tool("ü".repeat(2048))),
        vec![it.clone()]
    );
    assert_eq!(
        of_tools(Profile::Claude, tool("ü".repeat(2049))),
        [
            it.clone(),
            "long_description /tools/0/description".to_owned()
        ]
    );
    assert_eq!(
        of_tools(Profile::Cursor, tool(String::new())),
        ["no_description /tools/0".to_owned(), it]
    );
}

/// T14
#[test]
fn too_many_tools_are_reported() {
    let tools = |count: usize| -> Value {
        let tool = |number| json!({ "name": format!("t{number}"), "description": "About T", "inputSchema": { "type": "object", "properties": {} } });
        (0..count).map(tool).collect()
    };
    assert!(of_tools(Profile::VsCode, tools(128)).is_empty());
    assert_eq!(
        of_tools(Profile::VsCode, tools(129)),
        ["too_many_tools /tools"]
    );
    // Cursor loads only the names of tools.
    assert!(of_tools(Profile::Cursor, tools(129)).is_empty());
}

/// T21
#[test]
fn conditional_keywords_are_found() {
    let condition = json!({
        "type": "object", "properties": {}, "dependentRequired": { "a": ["b"] },
    });
    assert_eq!(
        of_input(Profile::Gemini, condition),
        ["unused_condition /tools/0/inputSchema/dependentRequired"]
    );
}
