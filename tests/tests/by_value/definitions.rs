//! Definitions of tools from `Tool::builder`. The registry publishes handwritten schemas unchanged.

use std::time::Duration;

use mcp_tool_runtime::content::{Icon, IconTheme};
use mcp_tool_runtime::schema::SchemaProfile;
use mcp_tool_runtime::{CallToolResult, ProtocolVersion, Tool, ToolAnnotations, ToolRegistry};
use mcp_tool_tests::{Peer, snapshot};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{registry, tool};

/// Returns a schema with many keywords, including some that schemars never generates.
fn unusual() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:example:unusual",
        "$comment": "kept",
        "title": "Unusual",
        "type": "object",
        "description": "An unusual schema.",
        "properties": {
            "z": { "type": ["string", "null"], "format": "x-own", "title": "Z" },
            "a": { "$ref": "#/$defs/a" },
            "m": { "oneOf": [{ "const": 1, "title": "one" }, { "const": 2 }] },
            "number": { "type": "number", "exclusiveMinimum": 0, "multipleOf": 0.5 },
        },
        "patternProperties": { "^x-": { "type": "string" } },
        "required": ["z"],
        "$defs": { "a": { "type": "array", "items": { "$ref": "#/$defs/a" }, "uniqueItems": true } },
        "if": { "required": ["a"] },
        "then": { "required": ["m"] },
        "dependentRequired": { "m": ["a"] },
        "examples": [{ "z": null }],
        "x-own": { "anything": [1, 2.50, "three"] },
    })
}

#[test]
fn a_schema_is_published_as_it_was_written() {
    // R20, R28
    let tool = tool()
        .input_schema(unusual())
        .output_schema(unusual())
        .handler(|_, _| async { json!({}) });
    let registry = registry(tool);
    for peer in Peer::structured(&registry) {
        let tool = peer.tool("tool");
        assert_eq!(tool["inputSchema"], unusual());
        assert_eq!(tool["outputSchema"], unusual());
    }
}

#[test]
fn numbers_keep_their_digits() {
    let schema: Value = serde_json::from_str(
        r#"{"type":"object","properties":{"a":{"maximum":1e2,"minimum":18446744073709551615,"const":1.0}}}"#,
    )
    .unwrap();
    let registry = registry(tool().input_schema(schema.clone()).handler(|_, _| async {}));
    let mut published = Peer::new(&registry).tool("tool")["inputSchema"].take();
    // Sort the members of both schemas, because the order of the members can differ if another
    // crate enables the serde_json feature `preserve_order`.
    let mut schema = schema;
    published.sort_all_objects();
    schema.sort_all_objects();
    assert_eq!(published.to_string(), schema.to_string());
}

/// One of the kinds.
#[derive(Deserialize, Serialize, JsonSchema)]
enum Kind {
    First,
    /// The second kind
    Second,
}

#[derive(JsonSchema)]
struct Counted {
    #[allow(dead_code)]
    #[schemars(range(max = 18_446_744_073_709_551_615_u64), example = 7)]
    count: u64,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Entry {
    /// What it is
    kind: Kind,
    again: Option<Kind>,
    place: Place,
    inner: Vec<Entry>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Place {
    x: u8,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Entries {
    first: Entry,
    /// Where they are
    place: Option<Place>,
}

/// For a variant with content, schemars writes keywords beside the `$ref` to the content's schema.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(tag = "kind")]
enum Tagged {
    Size(Size),
    Place(Place),
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Size {
    width: u8,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Chosen {
    tagged: Tagged,
}

#[test]
fn a_schema_of_schemars_passes_the_profile() {
    fn check<T: JsonSchema + DeserializeOwned + Send + 'static>() {
        let published = |registry: ToolRegistry<()>| -> Vec<_> {
            let peers = Peer::structured(&registry);
            peers
                .map(|peer| peer.tool("tool")["outputSchema"].take())
                .collect()
        };
        let output = |tool| published(registry(tool));
        let given = || schemars::schema_for!(T);
        let settings = SchemaSettings::draft2020_12().for_serialize();
        let written = settings.into_generator().into_root_schema_for::<T>();
        assert_eq!(
            output(
                tool()
                    .output_schema(written)
                    .handler(|_, _| async { json!({}) })
            ),
            output(
                tool()
                    .output::<T>()
                    .handler(|_, _| async { CallToolResult::text("") })
            ),
        );

        let typed = registry(tool().input::<T>().handler(|_, _| async {}));
        let given_input = registry(tool().input_schema(given()).handler(|_, _| async {}));
        for (given, typed) in Peer::all(&given_input).zip(Peer::all(&typed)) {
            let given = given.tool("tool")["inputSchema"].take();
            let mut typed = typed.tool("tool")["inputSchema"].take();
            // The registry adds `additionalProperties` to the schema that `input::<T>()`
            // generates, but not to a schema passed to `input_schema`.
            typed
                .as_object_mut()
                .unwrap()
                .remove("additionalProperties");
            assert_eq!(given, typed);
        }

        let as_generated = |tool: Tool<()>| {
            let builder = ToolRegistry::builder(()).schema_profile(SchemaProfile::AsGenerated);
            builder.tool(tool).build().unwrap()
        };
        let mut expected = given().to_value();
        for member in ["$schema", "title"] {
            expected.as_object_mut().unwrap().remove(member);
        }
        let given_output = tool().output_schema(given());
        let given_output = as_generated(given_output.handler(|_, _| async { json!({}) }));
        assert_eq!(published(given_output).pop().unwrap(), expected);
        let registry = as_generated(tool().input_schema(given()).handler(|_, _| async {}));
        let newest = Peer::new(&registry).tool("tool")["inputSchema"].take();
        assert_eq!(newest, expected);
    }
    check::<Place>();
    check::<Entries>();
    check::<Chosen>();

    // Examples and large numbers move into the descriptions.
    let given = tool().input_schema(schemars::schema_for!(Counted));
    let registered = registry(given.handler(|_, _| async {}));
    assert_eq!(
        Peer::new(&registered).tool("tool")["inputSchema"]["properties"]["count"],
        json!({
            "type": "integer", "minimum": 0,
            "description": "For example 7\n\nAt most 18446744073709551615.",
        })
    );

    // The registry publishes a schema unchanged if the author passes it as a JSON `Value`.
    let schema = schemars::schema_for!(Entry).to_value();
    let registry = registry(tool().input_schema(schema.clone()).handler(|_, _| async {}));
    assert_eq!(Peer::new(&registry).tool("tool")["inputSchema"], schema);
}

fn everything() -> Tool<()> {
    let mut icon = Icon::new("https://tools.example/i.png");
    icon.mime_type = Some("image/png".to_owned());
    icon.sizes = vec!["48x48".to_owned(), "any".to_owned()];
    icon.theme = Some(IconTheme::Light);
    Tool::builder("every.thing-1_")
        .title("Everything")
        .description("  Says all.\n\n  And more.")
        .annotations(ToolAnnotations::default().read_only(true).open_world(false))
        .icon(icon)
        .icon(Icon::new("data:image/png;base64,iVBORw=="))
        .meta("com.example/owner", "search team")
        .meta("com.example/limits", json!({ "a": [1, null] }))
        .timeout(Duration::from_secs(1))
        .input_schema(json!({ "type": "object" }))
        .output_schema(json!({ "type": "array", "items": { "type": "string" } }))
        .handler(|_, _| async { json!(["a"]) })
}

#[test]
fn each_version_gets_the_members_it_defines() {
    // R57, R66, R67, R98, R99
    let registry = ToolRegistry::builder(())
        .timer(|_| std::future::pending())
        .tool(everything())
        .build()
        .unwrap();
    let tools: Vec<_> = Peer::structured(&registry)
        .map(|peer| json!({ "revision": peer.protocol_version().to_string(), "tools": peer.tools() }))
        .collect();
    snapshot::json("definitions/by_value", &Value::Array(tools));
    let oldest = Peer::of(&registry, ProtocolVersion::V2025_06_18).tool("every.thing-1_");
    assert_eq!(oldest.get("icons"), None);
    assert_eq!(oldest.get("outputSchema"), None);
    assert_eq!(oldest["_meta"]["com.example/owner"], "search team");
    let newest = Peer::new(&registry).call("every.thing-1_", json!({}));
    assert_eq!(newest["structuredContent"], json!(["a"]));
    let oldest =
        Peer::of(&registry, ProtocolVersion::V2025_06_18).call("every.thing-1_", json!({}));
    assert_eq!(oldest.get("structuredContent"), None);
}

#[test]
fn a_tool_without_an_input_takes_no_arguments() {
    // R14, R17, T2
    let registry = registry(tool().handler(|_, _| async { "done" }));
    let peer = Peer::new(&registry);
    assert_eq!(
        peer.tool("tool"),
        json!({
            "name": "tool",
            "description": "A tool.",
            "inputSchema": { "type": "object", "properties": {}, "additionalProperties": false },
        }),
    );
    assert_eq!(peer.text("tool", Value::Null), "done");
    assert_eq!(
        peer.error("tool", json!({ "a": 1 })),
        "wrong argument for `tool`:\n\
         - `a`: no such argument; it takes no arguments\n\
         a minimal valid call has the arguments {}",
    );
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Search {
    /// Word to look for
    word: String,
    #[serde(default)]
    most: Option<u8>,
}

#[test]
fn the_schema_of_a_type_is_that_of_a_declared_tool() {
    use mcp_tool_runtime::{mcp_tool, tools};
    /// A tool.
    #[mcp_tool]
    fn declared(#[arg(flatten)] search: Search) {
        let _ = search;
    }
    let by_value = tool().input::<Search>().handler(|_, _| async {});
    let registry = ToolRegistry::builder(())
        .tool(by_value)
        .tools(tools![declared])
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    assert_eq!(
        peer.tool("tool")["inputSchema"],
        peer.tool("declared")["inputSchema"]
    );
}

#[test]
fn a_list_of_tools_keeps_its_order() {
    // R136
    let names: Vec<String> = (0..40)
        .map(|number| format!("tool_{}", number * 7 % 40))
        .collect();
    let make = |name: &String| {
        Tool::builder(name)
            .description("A tool.")
            .handler(|_, _| async {})
    };
    let registry = ToolRegistry::builder(())
        .tools(names.iter().map(make))
        .build()
        .unwrap();
    let listed: Vec<_> = registry
        .definitions()
        .iter()
        .map(|tool| tool.name.clone())
        .collect();
    assert_eq!(listed, names);
}
