//! Arguments that a tool does not have.

use mcp_tool_runtime::registry::UnknownArguments;
use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::Peer;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

/// Forecast for a city.
#[mcp_tool]
fn forecast(city: &str, #[arg(default = 3)] days: u8) -> String {
    format!("{city} {days}")
}

/// Accepts unknown arguments.
#[mcp_tool(allow_unknown)]
fn open(city: &str) -> String {
    city.to_owned()
}

/// Takes nothing.
#[mcp_tool]
fn bare() -> &'static str {
    "called"
}

/// Declares an argument that a registry may ignore for other tools. One MCP client adds `task_progress` to
/// every call.
#[mcp_tool]
fn owner(task_progress: u8) -> u8 {
    task_progress
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Strict {
    latitude: f64,
    longitude: f64,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Lax {
    latitude: f64,
}

/// Takes an object that rejects unknown members, and an object that accepts them.
#[mcp_tool]
fn nested(strict: Option<Strict>, lax: Option<Lax>) {
    let _ = (strict, lax);
}

fn builder() -> mcp_tool_runtime::registry::ToolRegistryBuilder<()> {
    ToolRegistry::builder(()).tools(tools![forecast, open, bare, owner, nested])
}

/// Returns the line about `argument` in the error text `text`.
#[track_caller]
fn line(text: &str, argument: &str) -> String {
    text.lines()
        .find(|line| line.starts_with(&format!("- `{argument}`")))
        .unwrap_or_else(|| panic!("no line about `{argument}`: {text}"))
        .to_owned()
}

#[test]
fn an_unknown_argument_is_rejected_with_the_nearest_name() {
    // R165: the registry rejects a misspelt argument. If the registry dropped the misspelt
    // argument, the tool would run without a value that the model wants to send.
    let registry = builder().build().unwrap();
    let peer = Peer::new(&registry);
    for (given, near) in [
        ("citty", "city"),
        ("City", "city"),
        ("dayz", "days"),
        ("d_ays", "days"),
    ] {
        let text = peer.error("forecast", json!({ "city": "Oslo", given: 1 }));
        assert!(
            line(&text, given).contains(&format!("did you mean `{near}`?")),
            "{text}"
        );
    }
    let text = peer.error("forecast", json!({ "city": "Oslo", "unit": "C" }));
    let line = line(&text, "unit");
    assert!(line.contains("`city`") && line.contains("`days`"), "{text}");
}

#[test]
fn the_error_says_that_a_tool_has_no_arguments() {
    let registry = builder().build().unwrap();
    let text = Peer::new(&registry).error("bare", json!({ "verbose": true }));
    assert!(
        line(&text, "verbose").contains("takes no arguments"),
        "{text}"
    );
}

#[test]
fn every_unknown_argument_is_named() {
    let registry = builder().build().unwrap();
    let text = Peer::new(&registry).error("forecast", json!({ "town": 1, "country": 2, "x": 3 }));
    for name in ["town", "country", "x", "city"] {
        line(&text, name);
    }
    assert!(
        text.starts_with("4 wrong arguments for `forecast`"),
        "{text}"
    );
}

#[test]
fn an_open_tool_drops_unknown_arguments() {
    let registry = builder().build().unwrap();
    let peer = Peer::new(&registry);
    assert_eq!(
        peer.text("open", json!({ "city": "Oslo", "x": { "y": [] } })),
        "Oslo"
    );
    // The registry still checks the known arguments.
    peer.error("open", json!({ "city": 7, "x": 1 }));
}

#[test]
fn a_registry_can_drop_every_unknown_argument() {
    let registry = builder()
        .unknown_arguments(UnknownArguments::Ignore)
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    assert_eq!(
        peer.text("forecast", json!({ "city": "Oslo", "x": 1 })),
        "Oslo 3"
    );
    assert_eq!(peer.text("bare", json!({ "x": 1 })), "called");
    let message = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call",
        "params":{"name":"bare","arguments":{"x":[{}]}}}"#;
    assert_eq!(
        peer.json(message).unwrap()["result"]["content"][0]["text"],
        "called"
    );
}

#[test]
fn arguments_that_clients_add_can_be_dropped_by_name() {
    let registry = builder()
        .ignore_arguments(["task_progress", "_trace"])
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    let given = json!({ "city": "Oslo", "task_progress": "- [ ] look", "_trace": 1 });
    assert_eq!(peer.text("forecast", given), "Oslo 3");
    assert_eq!(peer.text("bare", json!({ "_trace": 1 })), "called");
    // The registry ignores `_trace`, but not `x`.
    let text = peer.error("forecast", json!({ "city": "Oslo", "_trace": 1, "x": 1 }));
    assert!(text.starts_with("wrong argument for `forecast`"), "{text}");
    assert!(!text.contains("_trace"), "{text}");
    // If a tool declares an argument with an ignored name, the tool receives that argument.
    assert_eq!(peer.text("owner", json!({ "task_progress": 5 })), "5");
    // The schema of `forecast` does not contain the ignored name `_trace`.
    let schema = peer.tool("forecast")["inputSchema"].take();
    assert_eq!(schema["additionalProperties"], false);
    assert!(schema["properties"].get("_trace").is_none());
}

#[test]
fn an_object_inside_follows_its_own_type() {
    // The type of a nested object decides whether the object accepts unknown members.
    let registry = builder().build().unwrap();
    let peer = Peer::new(&registry);
    peer.text("nested", json!({ "lax": { "latitude": 1, "altitude": 2 } }));
    let strict = json!({ "latitude": 1, "longitude": 2, "latitud": 3 });
    let text = peer.error("nested", json!({ "strict": strict }));
    let line = line(&text, "strict");
    assert!(
        line.contains("`latitud`") && line.contains("`latitude`"),
        "{text}"
    );
}

#[test]
fn all_faults_of_a_call_come_in_one_answer() {
    // R148, R152: the model can repair all faults with one new call
    /// Takes a lot.
    #[mcp_tool]
    fn many(a: u8, b: bool, c: Vec<u8>, d: String, e: Option<Strict>) {
        let _ = (a, b, c, d, e);
    }
    let registry = ToolRegistry::builder(())
        .tools(tools![many])
        .build()
        .unwrap();
    let text = Peer::new(&registry).error(
        "many",
        json!({ "a": 256, "b": "perhaps", "c": [1, 2, "x"], "e": { "latitude": 1 }, "f": 0 }),
    );
    assert!(text.starts_with("6 wrong arguments for `many`"), "{text}");
    for place in ["a", "b", "c[2]", "d", "e", "f"] {
        line(&text, place);
    }
}

#[test]
fn a_duplicate_argument_is_rejected() {
    let registry = builder().build().unwrap();
    let message = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call",
        "params":{"name":"forecast","arguments":{"city":"Oslo","city":"Rome"}}}"#;
    let result = Peer::new(&registry).json(message).unwrap()["result"].take();
    assert_eq!(result["isError"], true, "{result}");
    let text = mcp_tool_tests::peer::only_text(&result);
    assert!(line(&text, "city").contains("more than once"), "{text}");
}
