//! The registry rejects hostile calls with a short error.

use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::{Peer, peer::only_text};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Tree {
    children: Vec<Tree>,
}

/// Takes arguments of many types.
#[mcp_tool]
fn victim(
    text: Option<String>,
    number: Option<u8>,
    list: Option<Vec<u8>>,
    anything: Option<Value>,
    tree: Option<Tree>,
    flag: Option<bool>,
) -> String {
    let _ = (number, list, anything, tree, flag);
    text.map_or(0, |text| text.len()).to_string()
}

/// Takes nothing.
#[mcp_tool]
fn bare() {}

fn registry() -> ToolRegistry<()> {
    ToolRegistry::builder(())
        .tools(tools![victim, bare])
        .build()
        .unwrap()
}

/// Calls `bare`, which has no parameters, and then `victim`, both with `arguments`. Checks that each result
/// is a short error, and returns the error text of `victim`.
#[track_caller]
fn refused(arguments: &str) -> String {
    let registry = registry();
    let mut last = String::new();
    for tool in ["bare", "victim"] {
        let message = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments}}}}}"#,
        );
        let mut response = Peer::new(&registry).json(message).unwrap();
        let result = response["result"].take();
        assert_eq!(result["isError"], true, "{result}");
        last = only_text(&result);
        assert!(last.len() < 4_000, "{tool}: {} bytes", last.len());
    }
    last
}

const MEGABYTES: usize = 5 << 20;

#[test]
fn an_unknown_argument_of_five_megabytes() {
    refused(&format!(r#"{{"x":"{}"}}"#, "x".repeat(MEGABYTES)));
    let list = vec!["0"; MEGABYTES / 2].join(",");
    refused(&format!(r#"{{"x":[{list}]}}"#));
}

#[test]
fn an_unknown_argument_with_a_name_of_five_megabytes() {
    refused(&format!(r#"{{"{}":0}}"#, "é".repeat(MEGABYTES / 2)));
}

#[test]
fn a_hundred_thousand_unknown_arguments() {
    let members: Vec<_> = (0..100_000).map(|n| format!(r#""x{n}":{n}"#)).collect();
    let text = refused(&format!("{{{}}}", members.join(",")));
    assert!(text.starts_with("100000 wrong arguments"), "{text}");
}

#[test]
fn the_same_argument_a_hundred_thousand_times() {
    refused(&format!("{{{}}}", vec![r#""number":1"#; 100_000].join(",")));
}

#[test]
fn ten_thousand_levels_of_nesting() {
    for (open, close) in [("[", "]"), (r#"{"a":"#, "}"), (r#"{"children":["#, "]}")] {
        let deep = format!("{}0{}", open.repeat(10_000), close.repeat(10_000));
        for name in ["x", "anything", "tree", "number", "list"] {
            refused(&format!(r#"{{"{name}":{deep}}}"#));
        }
    }
}

#[test]
fn nesting_inside_a_string() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    for name in ["number", "list", "tree", "flag"] {
        refused(&format!(r#"{{"{name}":"{deep}"}}"#));
    }
}

#[test]
fn a_wrong_value_of_five_megabytes() {
    let long = "x".repeat(MEGABYTES);
    for name in ["number", "list", "tree", "flag"] {
        refused(&format!(r#"{{"{name}":"{long}"}}"#));
    }
    refused(&format!(r#"{{"text":["{long}"]}}"#));
}

#[test]
fn a_list_that_is_wrong_at_its_end() {
    let items = "0,".repeat(1 << 20);
    let text = refused(&format!(r#"{{"list":[{items}256]}}"#));
    assert!(text.contains("`list[1048576]`"), "{text}");
}

#[test]
fn a_number_of_a_million_digits() {
    let number = "9".repeat(1_000_000);
    for name in ["x", "number", "anything", "text"] {
        refused(&format!(r#"{{"{name}":{number}}}"#));
    }
}

#[test]
fn strings_that_rust_cannot_hold() {
    for (arguments, place) in [
        (
            r#"{"text":"\ud800"}"#,
            "`text`: contains half a surrogate pair",
        ),
        (r#"{"text":"a\udc00b","flag":1}"#, "`text`: contains half"),
        (
            r#"{"text":"\ud83d\ude00","number":"\ude00\ud83d"}"#,
            "`number`: contains half",
        ),
        (r#"{"anything":"\ud800"}"#, "`anything`: contains half"),
        (
            r#"{"anything":[1,{"a b":["x","\ud800"]}]}"#,
            "`anything[1].a b[1]`: contains half",
        ),
        (
            r#"{"anything":{"a":{"\ud800":1}}}"#,
            "`anything.a`: contains half",
        ),
        (r#"{"list":[1,"\ud800"]}"#, "`list[1]`: contains half"),
        (
            r#"{"tree":{"children":[{"children":"\ud800"}]}}"#,
            "`tree.children[0].children`: contains half",
        ),
        (r#"{"anything":1e999}"#, "`anything`: cannot be read"),
        (r#"{"x":"\ud800"}"#, "`x`: no such argument"),
        (
            r#"{"\ud800":1}"#,
            "or a name contains half a surrogate pair",
        ),
    ] {
        let text = refused(arguments);
        assert!(text.contains(place), "{arguments}: {text}");
    }
}

/// The members of a flattened struct are arguments.
#[test]
fn flattened_strings_that_rust_cannot_hold() {
    #[derive(Deserialize, JsonSchema)]
    #[allow(dead_code)]
    struct Search {
        words: String,
        tags: Vec<String>,
        #[serde(flatten)]
        others: std::collections::BTreeMap<String, String>,
    }
    /// Searches the archive.
    #[mcp_tool]
    fn search(#[arg(flatten)] it: Search) {
        let _ = it;
    }
    let registry = ToolRegistry::builder(())
        .tools(tools![search])
        .build()
        .unwrap();
    let arguments = r#"{"words":"\ud800","tags":["a","\udfff"],"other":"\ud800"}"#;
    let text = only_text(&Peer::new(&registry).call_json("search", arguments));
    for place in ["`words`", "`tags[1]`", "`other`"] {
        assert!(text.contains(&format!("{place}: contains half")), "{text}");
    }
    assert!(
        text.starts_with("3 wrong arguments") && !text.contains("missing"),
        "{text}"
    );
}

#[test]
fn a_long_text_is_handled_fast() {
    let registry = registry();
    let text = "é".repeat(MEGABYTES / 2);
    let shown = Peer::new(&registry).text("victim", json!({ "text": text }));
    assert_eq!(shown, MEGABYTES.to_string());
}

#[test]
fn an_unknown_tool_is_a_protocol_error() {
    // R146, R148, R05
    let registry = registry();
    for peer in Peer::all(&registry) {
        for (name, message) in [
            ("victims", "unknown tool `victims`; did you mean `victim`?"),
            ("Victim", "unknown tool `Victim`; did you mean `victim`?"),
            ("something", "unknown tool `something`"),
            ("", "unknown tool ``"),
        ] {
            let error = peer.try_call(name, json!({})).unwrap_err();
            assert_eq!((error.code(), error.message()), (-32602, message));
            assert_eq!(error.data(), None);
        }
    }
}

#[test]
fn a_long_unknown_name_does_not_come_back_whole() {
    let registry = registry();
    let name = "x".repeat(MEGABYTES);
    let error = Peer::new(&registry).try_call(&name, json!({})).unwrap_err();
    assert_eq!(error.code(), -32602);
    assert!(error.message().len() < 500);
}

#[test]
fn arguments_other_than_an_object_are_a_protocol_error() {
    // R19, R147
    let registry = registry();
    for peer in Peer::all(&registry) {
        for arguments in [
            json!([]),
            json!("{}"),
            json!(1),
            json!(true),
            json!([["text", "a"]]),
        ] {
            let error = peer.try_call("victim", arguments.clone()).unwrap_err();
            assert_eq!(error.code(), -32602, "{arguments}");
            let message = json!({
                "jsonrpc": "2.0",
                "id": 1,
                "method": "tools/call",
                "params": { "name": "victim", "arguments": arguments },
            });
            let response = peer.json(message.to_string()).unwrap();
            assert_eq!(response["error"], serde_json::to_value(&error).unwrap());
        }
    }
}
