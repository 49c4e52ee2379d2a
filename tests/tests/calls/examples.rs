//! `#[arg(example = …)]`: examples in definitions, and in errors about wrong arguments.

use std::time::Duration;

use mcp_tool_runtime::schema::SchemaProfile;
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::Peer;
use serde_json::json;

const HARBOUR: &str = "Dover";

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
struct Place {
    lat: f64,
    lon: f64,
    name: Option<String>,
}

/// Has examples.
#[mcp_tool]
#[allow(clippy::too_many_arguments)]
fn examples(
    #[arg(example = "Oslo", example = String::from("Bodø"))] city: &str,
    #[arg(example = HARBOUR)] harbour: String,
    #[arg(example = 7, range(5..=9))] number: u8,
    #[arg(example = &[1, 2])] list: Vec<u8>,
    #[arg(example = Place { lat: 59.9, lon: 10.7, name: Some("Oslo".to_owned()) })] place: Place,
    #[arg(example = json!({ "secs": 1, "nanos": 0 }))] time: Duration,
    #[arg(pattern("^[A-Z]{3}$"), example = "NOK")] currency: String,
    #[arg(example = true)] maybe: Option<bool>,
    #[arg(example = Place { lat: 1.0, lon: 2.0, name: None })] near: Option<Place>,
) {
    let _ = (
        city, harbour, number, list, place.lat, time, currency, maybe,
    );
    let _ = (place.lon, place.name, near.is_some());
}

#[test]
fn examples_are_published_in_words() {
    // Gemini rejects schemas with the keyword `examples`, so each argument's description contains
    // the argument's examples
    let registry = ToolRegistry::builder(())
        .tools(tools![examples])
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    let of = |name| {
        let mut argument = peer.argument("examples", name);
        assert_eq!(argument.get("examples"), None, "{name}");
        argument["description"].take()
    };
    assert_eq!(of("city"), r#"For example "Oslo" or "Bodø""#);
    assert_eq!(of("harbour"), r#"For example "Dover""#);
    assert_eq!(of("number"), "For example 7");
    assert_eq!(of("list"), "For example [1,2]");
    assert_eq!(
        of("place"),
        r#"For example {"lat":59.9,"lon":10.7,"name":"Oslo"}"#
    );
    assert_eq!(of("maybe"), "For example true");
    assert_eq!(of("near"), r#"For example {"lat":1.0,"lon":2.0}"#);
}

#[test]
fn examples_are_published_as_json() {
    let registry = ToolRegistry::builder(())
        .schema_profile(SchemaProfile::AsGenerated)
        .tools(tools![examples])
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    let of = |name| peer.argument("examples", name)["examples"].take();
    assert_eq!(of("city"), json!(["Oslo", "Bodø"]));
    assert_eq!(of("harbour"), json!(["Dover"]));
    assert_eq!(of("number"), json!([7]));
    assert_eq!(of("list"), json!([[1, 2]]));
    assert_eq!(of("maybe"), json!([true]));
    // R30: each example is valid under its schema.
    let schema = peer.tool("examples")["inputSchema"].take();
    for (name, argument) in schema["properties"].as_object().unwrap() {
        let mut argument = argument.clone();
        argument["$defs"] = schema["$defs"].clone();
        let validator = jsonschema::draft202012::new(&argument).unwrap();
        let examples = argument["examples"].as_array();
        for example in examples.expect(name) {
            assert!(validator.is_valid(example), "{name}: {example}");
        }
    }
}

#[test]
fn an_example_is_what_a_refused_call_is_shown() {
    // R152: the error suggests a valid call. This call has the author's first example of each
    // required argument.
    let registry = ToolRegistry::builder(())
        .tools(tools![examples])
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    let text = peer.error("examples", json!({ "number": 4 }));
    let (_, call) = text.split_once("has the arguments ").expect(&text);
    let call: serde_json::Value = serde_json::from_str(call).unwrap();
    assert_eq!(
        call,
        json!({
            "city": "Oslo",
            "harbour": "Dover",
            "number": 7,
            "list": [1, 2],
            "place": { "lat": 59.9, "lon": 10.7, "name": "Oslo" },
            "time": { "secs": 1, "nanos": 0 },
            "currency": "NOK",
        }),
    );
    peer.text("examples", call);
}

#[test]
fn a_minimal_call_keeps_the_rules_where_one_can_be_found() {
    // R152
    /// Has rules.
    #[mcp_tool]
    #[allow(clippy::too_many_arguments)]
    fn ruled(
        #[arg(range(5..10))] high: u8,
        #[arg(range(..=-5))] low: i8,
        #[arg(range(0.25..0.5))] share: f64,
        #[arg(range(..0.5))] small: f64,
        #[arg(length(3..))] list: Vec<u8>,
        #[arg(length(..=2))] short: String,
        #[arg(length(30..))] long: String,
    ) {
        let _ = (high, low, share, small, list, short, long);
    }
    let registry = ToolRegistry::builder(())
        .tools(tools![ruled])
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    let text = peer.error("ruled", json!({}));
    let (_, call) = text.split_once("has the arguments ").expect(&text);
    peer.text("ruled", serde_json::from_str(call).unwrap());
}

#[test]
fn an_example_that_is_only_read_leniently_is_none() {
    // R30: an example must be valid under the schema of its argument. This schema accepts only
    // integers, so `build()` rejects the string `"3"`, although the decoder accepts the string as
    // a number.
    /// Takes a number.
    #[mcp_tool]
    fn lenient(#[arg(example = "3")] number: u8) {
        let _ = number;
    }
    let error = ToolRegistry::builder(())
        .tools(tools![lenient])
        .build()
        .unwrap_err();
    let text = error.to_string();
    assert!(
        text.contains("`number`") && text.contains("\"3\""),
        "{text}"
    );
}

#[test]
fn a_number_beyond_json_is_not_metadata() {
    /// Has metadata.
    #[mcp_tool(meta(limit = f64::INFINITY))]
    fn infinite() {}
    let error = ToolRegistry::builder(())
        .tools(tools![infinite])
        .build()
        .unwrap_err();
    assert!(error.to_string().contains("`limit`"), "{error}");
}

#[test]
fn a_default_that_json_does_not_have_is_not_published() {
    /// Has defaults that the registry cannot publish.
    #[mcp_tool]
    fn filter(
        #[arg(default = f64::INFINITY)] highest: f64,
        #[arg(default = [0.0, f64::INFINITY])] between: [f64; 2],
        #[arg(default = u128::MAX)] wide: u128,
    ) -> String {
        format!("{highest} {between:?} {}", wide == u128::MAX)
    }
    let registry = ToolRegistry::builder(())
        .tools(tools![filter])
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    let properties = peer.tool("filter")["inputSchema"]["properties"].take();
    for (name, schema) in properties.as_object().unwrap() {
        assert_eq!(schema.get("default"), None, "{name}: {schema}");
    }
    assert_eq!(peer.text("filter", json!({})), "inf [0.0, inf] true");
}
