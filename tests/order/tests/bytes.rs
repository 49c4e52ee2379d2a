//! A list of tools has the same bytes with and without serde_json's features `preserve_order` and
//! `arbitrary_precision`.
//!
//! Cargo unites features within one build. In a build of the whole workspace, another crate may
//! enable `preserve_order`. So run these tests alone to check each feature (`just order`):
//!
//! ```console
//! $ SERDE_JSON= cargo test --workspace --test bytes
//! $ SERDE_JSON=preserve_order cargo test -p mcp-tool-tests-order --features serde_json/preserve_order
//! $ SERDE_JSON=arbitrary_precision cargo test -p mcp-tool-tests-order --features serde_json/arbitrary_precision
//! ```
//!
//! `SERDE_JSON` names the one feature that must be enabled. If it is empty, neither feature may be enabled.
//! The test `the_features_are_enabled` checks that the build matches `SERDE_JSON`.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

use mcp_tool_runtime::{
    ElicitForm, ProtocolVersion, Tool, ToolContext, ToolRegistry, mcp_tool, tools,
};
use mcp_tool_tests::peer::only_text;
use mcp_tool_tests::{Peer, block_on, snapshot, zoo};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// A struct with its fields in reverse alphabetical order.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Zigzag {
    /// The last
    zebra: String,
    middle: Option<HashMap<String, Vec<f64>>>,
    #[serde(default = "some")]
    apple: Value,
}

fn some() -> Value {
    json!({ "z": 1, "a": { "y": 2.0, "b": [{ "x": 1e3, "c": null }] } })
}

fn written(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "object",
        "properties": { "z": { "type": "number", "maximum": 1.5, "minimum": 0 }, "a": {} },
        "additionalProperties": false,
    })
}

/// Declares JSON objects in all places where a declaration accepts JSON.
#[mcp_tool(
    read_only,
    meta("com.example/z" = json!({ "z": 1, "a": 1.50 }), "com.example/a" = 1e3)
)]
fn places(
    /// An argument with a default
    #[arg(default = some())]
    zebra: Value,
    /// An argument with examples
    #[arg(example = json!({ "z": 1, "a": 2 }), example = json!([{ "y": 1, "b": 0.1 }]))]
    apple: Value,
    /// An argument with its own schema
    #[arg(schema = written)]
    middle: Option<BTreeMap<String, f64>>,
    /// A struct as an argument
    nested: Option<Zigzag>,
) -> Zigzag {
    let _ = (zebra, middle);
    nested.unwrap_or_else(|| Zigzag {
        zebra: String::new(),
        middle: None,
        apple,
    })
}

fn by_value() -> Tool<()> {
    Tool::builder("by_value")
        .description("Has a schema that was written by hand, in an order of its own.")
        .input_schema(json!({
            "type": "object",
            "required": ["z", "a"],
            "properties": {
                "z": { "type": "string", "description": "Last", "maxLength": 9 },
                "a": { "description": "First", "type": "number", "maximum": 1.5, "minimum": 1e2 },
            },
            "additionalProperties": false,
        }))
        .meta(
            "com.example/z",
            json!({ "z": [1.0], "a": 18_446_744_073_709_551_615_u64 }),
        )
        .meta("com.example/a", true)
        .handler(|_, _| async { "done" })
}

fn registry() -> ToolRegistry<()> {
    ToolRegistry::builder(())
        .tools(tools![places])
        .tool(by_value())
        .build()
        .unwrap()
}

/// Returns the result of `tools/list` for each protocol version since 2025-06-18. Adds line breaks before nested objects, so
/// that a diff is readable.
fn lists<S: Send + Sync + 'static>(registry: &ToolRegistry<S>) -> String {
    let mut lines = String::new();
    for revision in &ProtocolVersion::ALL[2..] {
        let list = registry.list(*revision, None).unwrap();
        let list = serde_json::to_string(&list).unwrap();
        lines.push_str(&format!("{revision}\n{}\n", list.replace(":{", ":\n{")));
    }
    lines
}

#[test]
fn the_tool_list_equals_its_snapshot() {
    snapshot::text("order/zoo", &lists(&zoo::registry()));
}

#[test]
fn json_in_definitions_equals_its_snapshot() {
    snapshot::text("order/places", &lists(&registry()));
}

#[derive(ElicitForm, Deserialize, JsonSchema)]
#[allow(dead_code)] // The test cancels the form, so no code reads its fields.
struct Backwards {
    zebra: String,
    middle: u8,
    apple: bool,
}

/// In a request's `params`, the fields of a form have the order of serde_json's maps. With `preserve_order`,
/// the fields keep the order of declaration. Without this feature, they are sorted by name.
#[test]
fn form_fields_follow_the_order_of_serde_json() {
    let names = Arc::new(Mutex::new(Vec::new()));
    let seen = names.clone();
    let context = ToolContext::detached().with_input_requests(move |request| {
        let fields = request.params()["requestedSchema"]["properties"].as_object();
        seen.lock().unwrap().extend(fields.unwrap().keys().cloned());
        async { Ok::<_, std::io::Error>(json!({ "action": "cancel" })) }
    });
    let asked = block_on(context.elicit::<Backwards>("order", "In which order?"));
    assert!(asked.accepted().is_none());
    let backwards = ["zebra", "middle", "apple"].map(|name| (name.to_owned(), Value::Null));
    let backwards: Map<String, Value> = backwards.into_iter().collect();
    let expected: Vec<String> = backwards.keys().cloned().collect();
    assert_eq!(*names.lock().unwrap(), expected);
}

#[test]
fn large_integers_keep_their_digits() {
    #[derive(Deserialize, JsonSchema)]
    #[serde(untagged)]
    enum Reference {
        Number(u64),
        Name(String),
    }

    /// Returns its arguments.
    #[mcp_tool(allow(undocumented))]
    fn exact(number: u64, list: Vec<i64>, reference: Reference) -> String {
        match reference {
            Reference::Number(reference) => format!("{number} {list:?} {reference}"),
            Reference::Name(name) => name,
        }
    }

    let registry = ToolRegistry::builder(())
        .tools(tools![exact])
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    let float = "9007199254740993.0";
    let arguments = format!(r#"{{"number":{float},"list":[{float},1e18],"reference":{float}}}"#);
    let integer = "9007199254740993";
    assert_eq!(
        only_text(&peer.call_json("exact", &arguments)),
        format!("{integer} [{integer}, 1000000000000000000] {integer}")
    );
    // A `Value` may have lost the digits, so the call fails.
    peer.error("exact", serde_json::from_str(&arguments).unwrap());
}

/// Checks that exactly the feature that `SERDE_JSON` names is enabled. Does nothing if the variable is not
/// set.
#[test]
fn the_features_are_enabled() {
    let Ok(asked) = std::env::var("SERDE_JSON") else {
        return;
    };
    let backwards = [("z", 1), ("a", 2)].map(|(key, value)| (key.to_owned(), json!(value)));
    let backwards: Map<String, Value> = backwards.into_iter().collect();
    let keeps_order = backwards.keys().next().map(String::as_str) == Some("z");
    assert_eq!(keeps_order, asked == "preserve_order");
    let number: Value = serde_json::from_str("1.50").unwrap();
    let keeps_digits = serde_json::to_string(&number).unwrap() == "1.50";
    assert_eq!(keeps_digits, asked == "arbitrary_precision");
}
