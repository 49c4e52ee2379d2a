//! Traps in the arguments and results of calls. The linter reads only tool definitions, and sees no calls.

use std::collections::BTreeMap;

use mcp_tool_runtime::{CallToolResult, Tool, mcp_tool, tools};
use mcp_tool_tests::Peer;
use mcp_tool_tests::peer::only_text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::registry;

#[derive(Serialize, Deserialize, JsonSchema)]
struct Place {
    lat: f64,
    lon: f64,
}

/// T15: one client shows the model only `structuredContent`, and another shows only the text. This crate
/// repeats structured content as text, unless the function builds its own content. See also `nothing_is_ok` in
/// `calls/results.rs` and `an_error_without_a_text_still_says_what_failed` in `calls/failures.rs`.
#[test]
fn t15_text_and_structured_content_hold_the_same_result() {
    /// Finds it.
    #[mcp_tool]
    fn find() -> Place {
        Place { lat: 1.5, lon: 2.0 }
    }

    /// Does it.
    #[mcp_tool]
    fn nothing() {}

    let ours = registry(tools![find, nothing]);
    for peer in Peer::structured(&ours) {
        let found = peer.call("find", json!({}));
        let text: Value = serde_json::from_str(&only_text(&found)).unwrap();
        assert_eq!(text, found["structuredContent"]);
        assert_eq!(peer.text("nothing", json!({})), "ok");
    }
    // `CallToolResult::structured` writes the value into both the structured content and the
    // text.
    let both = CallToolResult::structured(&json!({ "lat": 1 })).unwrap();
    let both = serde_json::to_value(both).unwrap();
    assert_eq!(only_text(&both), r#"{"lat":1}"#);
}

/// T16: an output schema requires structured content. If a macro tool's schema comes from its return type,
/// this type guarantees the structured content. A tool from `Tool::builder` can have an output schema and
/// return only text. The registry then sends an error instead of the text. See also
/// `a_result_without_the_promised_data_is_an_error` in `by_value/calls.rs`.
#[test]
fn t16_output_schemas_require_structured_content() {
    /// Finds it.
    #[mcp_tool]
    fn find(fail: bool) -> Result<Place, &'static str> {
        match fail {
            true => Err("nowhere"),
            false => Ok(Place { lat: 1.5, lon: 2.0 }),
        }
    }

    let forgets = Tool::builder("forgets")
        .description("Finds it.")
        .output_schema(json!({ "type": "object", "properties": {} }))
        .handler(|_, _| async { CallToolResult::text("somewhere") });
    let mut all = tools![find];
    all.push(forgets);
    let ours = registry(all);
    for peer in Peer::structured(&ours) {
        for (tool, arguments) in [("find", json!({ "fail": false })), ("forgets", json!({}))] {
            assert!(peer.tool(tool).get("outputSchema").is_some());
            let result = peer.call(tool, arguments);
            let is_error = result["isError"] == true;
            assert_eq!(is_error, tool == "forgets", "{result}");
            assert_ne!(result.get("structuredContent").is_some(), is_error);
        }
        // A failed call needs no structured content.
        let failed = peer.call("find", json!({ "fail": true }));
        assert_eq!(failed.get("structuredContent"), None);
    }
}

/// T18: see also `json_in_a_string_is_read_where_the_type_wants_no_string` in `calls/decoding.rs`.
#[test]
fn t18_json_arguments_inside_strings_are_decoded() {
    /// Shows it.
    #[mcp_tool]
    fn show(
        place: Place,
        near: Option<Place>,
        days: u8,
        words: Vec<String>,
        text: String,
    ) -> String {
        let near = near.map(|place| place.lat);
        format!("{} {near:?} {days} {words:?} {text}", place.lon)
    }

    let arguments = json!({
        "place": r#"{"lat":1,"lon":2}"#,
        "near": r#"{"lat":3,"lon":4}"#,
        "days": "5",
        "words": r#"["a"]"#,
        // If the argument's type is `String`, the registry keeps JSON text as it is.
        "text": "[1]",
    });
    let ours = registry(tools![show]);
    assert_eq!(
        Peer::new(&ours).text("show", arguments),
        r#"2 Some(3.0) 5 ["a"] [1]"#
    );
}

/// T18: Claude Code sends the value of an argument without a type as text (claude-code#82652). So the argument
/// has types, and the registry passes each kind of JSON to the tool unchanged. It also leaves a string with
/// JSON as it is, because the argument accepts strings.
#[test]
fn t18_an_argument_for_any_json_has_types() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Inner {
        raw: Box<RawValue>,
        list: Vec<Value>,
        by_number: BTreeMap<u8, Value>,
    }

    /// Shows it.
    #[mcp_tool]
    fn show(any: Value, more: Option<Value>, inner: Option<Inner>) -> String {
        json!([any, more, inner]).to_string()
    }

    let ours = registry(tools![show]);
    for peer in Peer::all(&ours) {
        let types = |schema: &Value| {
            let branches = schema["anyOf"].as_array().unwrap().iter();
            let types = branches.map(|branch| branch["type"].as_str().unwrap());
            types.collect::<Vec<_>>().join(" ")
        };
        let (optional, all) = (
            "string number boolean object array",
            "string number boolean object array null",
        );
        assert_eq!(types(&peer.argument("show", "any")), all);
        assert_eq!(types(&peer.argument("show", "more")), optional);
        let inner = &peer.argument("show", "inner")["properties"];
        assert_eq!(types(&inner["raw"]), all);
        assert_eq!(types(&inner["list"]["items"]), all);
        let by_number = inner["by_number"]["patternProperties"].as_object().unwrap();
        assert_eq!(by_number.values().map(types).collect::<Vec<_>>(), [all]);
        for value in [
            json!({ "a": [1, null] }),
            json!([[1], "x"]),
            json!(1.5),
            json!(true),
            json!(r#"{"a":1}"#),
            json!("[1]"),
        ] {
            let inner = json!({ "raw": value, "list": [value], "by_number": { "1": value } });
            let arguments = json!({ "any": value, "more": value, "inner": inner });
            let shown: Value = serde_json::from_str(&peer.text("show", arguments)).unwrap();
            assert_eq!(shown, json!([value, value, inner]));
        }
        let shown = peer.text("show", json!({ "any": null }));
        assert_eq!(shown, "[null,null,null]");
    }
}

/// T19: see also `missing_or_null_arguments_are_an_empty_object` in `calls/decoding.rs` (R18).
#[test]
fn t19_a_missing_arguments_member_is_accepted() {
    /// Shows it.
    #[mcp_tool]
    fn show(days: Option<u8>) -> String {
        format!("{days:?}")
    }

    let ours = registry(tools![show]);
    let peer = Peer::new(&ours);
    for params in [
        json!({ "name": "show" }),
        json!({ "name": "show", "arguments": null }),
        json!({ "name": "show", "arguments": {} }),
    ] {
        let message =
            json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
        let response = peer.json(message.to_string()).unwrap();
        assert_eq!(only_text(&response["result"]), "None");
    }
    // Arguments that are not an object are an error.
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
                       "params": { "name": "show", "arguments": [7] } });
    let response = peer.json(list.to_string()).unwrap();
    assert_eq!(response["error"]["code"], -32602, "{response}");
}
