//! Calls of tools from `Tool::builder`: argument checks and results.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mcp_tool_runtime::registry::UnknownArguments;
use mcp_tool_runtime::{
    CallToolResult, ContentBlock, ProtocolVersion, StructuredContent, Tool, ToolContext, ToolError,
    ToolRegistry, WithContent, WithText,
};
use mcp_tool_tests::Peer;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::{registry, tool};

fn show(arguments: Map<String, Value>) -> String {
    Value::Object(arguments).to_string()
}

fn closed() -> Tool<()> {
    tool()
        .input_schema(json!({
            "type": "object",
            "properties": {
                "name": { "type": "string", "description": "Whom to greet" },
                "times": { "type": "integer", "minimum": 1, "maximum": 9 },
                "note": { "type": ["string", "null"] },
            },
            "required": ["name", "times"],
            "additionalProperties": false,
        }))
        .handler(|arguments, _| async { show(arguments) })
}

#[test]
fn required_arguments_must_be_present() {
    // R148, R152
    let registry = registry(closed());
    let peer = Peer::new(&registry);
    assert_eq!(
        peer.error("tool", json!({ "name": "a" })),
        "wrong argument for `tool`:\n\
         - `times`: missing; expected an integer from 1 to 9\n\
         a minimal valid call has the arguments {\"name\":\"<name>\",\"times\":1}",
    );
    assert_eq!(
        peer.error("tool", Value::Null),
        "2 wrong arguments for `tool`:\n\
         - `name`: missing; expected a string (Whom to greet)\n\
         - `times`: missing; expected an integer from 1 to 9\n\
         a minimal valid call has the arguments {\"name\":\"<name>\",\"times\":1}",
    );
}

/// The registry suggests no call that the handwritten schema rejects.
#[test]
fn a_suggested_call_fits_the_schema() {
    let of_code = |code: Value| {
        let schema =
            json!({ "type": "object", "properties": { "code": code }, "required": ["code"] });
        let tool = tool().input_schema(schema);
        let registry = registry(tool.handler(|arguments, _| async { show(arguments) }));
        Peer::new(&registry).error("tool", json!({}))
    };
    let text = of_code(json!({ "type": "string", "pattern": "^[A-Z]{3}$" }));
    assert!(!text.contains("minimal"), "{text}");
    let text = of_code(json!({ "type": "string", "pattern": "^[A-Z]{3}$", "examples": ["ABC"] }));
    assert!(text.ends_with("{\"code\":\"ABC\"}"), "{text}");
}

#[test]
fn a_closed_schema_rejects_other_names() {
    // R31, R148
    let registry = registry(closed());
    let text = Peer::new(&registry).error("tool", json!({ "nam": "a", "times": 1, "more": [2] }));
    assert!(
        text.contains("`nam`: no such argument; did you mean `name`, which is missing?"),
        "{text}"
    );
    assert!(text.contains("`more`: no such argument"), "{text}");
}

#[test]
fn the_handler_checks_everything_else() {
    let registry = registry(closed());
    let peer = Peer::new(&registry);
    for arguments in [
        json!({ "name": "a", "times": 1 }),
        json!({ "name": ["[1]"], "times": "3" }),
        json!({ "name": null, "times": 300.0, "note": null }),
    ] {
        assert_eq!(peer.text("tool", arguments.clone()), arguments.to_string());
    }
}

#[test]
fn an_open_schema_takes_any_name() {
    // R31
    for schema in [
        json!({ "type": "object", "required": ["a"] }),
        json!({ "type": "object", "required": ["a"], "additionalProperties": { "type": "string" } }),
        json!({
            "type": "object", "required": ["a"], "properties": { "a": {} },
            "patternProperties": { "^x": {} }, "additionalProperties": false,
        }),
        json!({ "type": "object", "required": ["a"], "unevaluatedProperties": false, "allOf": [{ "properties": { "a": {}, "xyz": {} } }] }),
    ] {
        let tool = tool()
            .input_schema(schema)
            .handler(|arguments, _| async { show(arguments) });
        let registry = registry(tool);
        let peer = Peer::new(&registry);
        let arguments = json!({ "a": 1, "xyz": "b" });
        assert_eq!(peer.text("tool", arguments.clone()), arguments.to_string());
        let text = peer.error("tool", json!({ "xyz": 1 }));
        assert!(text.contains("- `a`: missing"), "{text}");
    }
}

#[test]
fn the_settings_of_the_registry_hold() {
    let registry = ToolRegistry::builder(())
        .tool(closed())
        .unknown_arguments(UnknownArguments::Ignore)
        .build()
        .unwrap();
    let text = Peer::new(&registry).text("tool", json!({ "name": "a", "times": 1, "more": 2 }));
    assert_eq!(text, "{\"name\":\"a\",\"times\":1}");
    let registry = ToolRegistry::builder(())
        .tool(closed())
        .ignore_arguments(["why", "name"])
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    let text = peer.text("tool", json!({ "name": "a", "times": 1, "why": 2 }));
    assert_eq!(text, "{\"name\":\"a\",\"times\":1}");
    peer.error("tool", json!({ "name": "a", "times": 1, "more": 2 }));
}

#[test]
fn a_duplicate_name_is_reported() {
    let registry = registry(closed());
    let response = Peer::new(&registry)
        .json(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"tool","arguments":{"name":1,"times":2,"name":3}}}"#)
        .unwrap();
    let text = response["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("`name`: given more than once"), "{text}");
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Sum {
    numbers: Vec<i64>,
    #[serde(default)]
    negate: bool,
}

#[test]
fn a_typed_input_is_decoded_like_the_arguments_of_a_function() {
    // R148, R152
    let tool = tool().input::<Sum>().handler(|sum, _| async move {
        let total = sum.numbers.iter().sum::<i64>();
        if sum.negate { -total } else { total }.to_string()
    });
    let registry = registry(tool);
    let peer = Peer::new(&registry);
    assert_eq!(peer.text("tool", json!({ "numbers": [1, 2.0] })), "3");
    assert_eq!(
        peer.text("tool", json!({ "numbers": "[1, 2]", "negate": "true" })),
        "-3"
    );
    assert_eq!(
        peer.text("tool", json!({ "numbers": [1], "negate": null })),
        "1"
    );
    assert_eq!(
        peer.error("tool", json!({ "numbers": [1, "b"], "negated": true })),
        "2 wrong arguments for `tool`:\n\
         - `negated`: no such argument; did you mean `negate`?\n\
         - `numbers[1]`: expected an integer, got \"b\"\n\
         a minimal valid call has the arguments {\"numbers\":[1]}",
    );
}

#[test]
fn results_of_a_handler() {
    fn check(tool: Tool<()>, expected: &Value) {
        let registry = registry(tool);
        let mut result = Peer::of(&registry, ProtocolVersion::V2025_11_25).call("tool", json!({}));
        assert_eq!(&result.take(), expected);
    }
    let text = |text: &str| json!({ "content": [{ "type": "text", "text": text }] });
    check(tool().handler(|_, _| async {}), &text("ok"));
    check(tool().handler(|_, _| async { "a" }), &text("a"));
    check(
        tool().handler(|_, _| async { String::from("a") }),
        &text("a"),
    );
    check(
        tool().handler(|_, _| async { ContentBlock::text("a") }),
        &text("a"),
    );
    check(
        tool().handler(|_, _| async { vec![ContentBlock::text("a")] }),
        &text("a"),
    );
    check(
        tool().handler(|_, _| async { CallToolResult::text("a") }),
        &text("a"),
    );
    check(
        tool().handler(|_, _| async { json!({ "a": 1 }) }),
        &json!({
            "content": [{ "type": "text", "text": "{\"a\":1}" }],
            "structuredContent": { "a": 1 },
        }),
    );
    check(
        tool().handler(|_, _| async { WithText::new("a", 1) }),
        &json!({ "content": [{ "type": "text", "text": "a" }, { "type": "text", "text": "1" }] }),
    );
    check(
        tool().handler(|_, _| async { Ok::<_, ToolError>("a") }),
        &text("a"),
    );
    let failure = json!({ "content": [{ "type": "text", "text": "no\nyes" }], "isError": true });
    check(
        tool().handler(|_, _| async { Err::<(), _>(ToolError::new("no").suggest("yes")) }),
        &failure,
    );
}

#[test]
fn the_handler_knows_the_request() {
    let tool = tool()
        .handler(|_, context: ToolContext| async move { context.protocol_version().to_string() });
    let registry = registry(tool);
    for peer in Peer::all(&registry) {
        assert_eq!(
            peer.text("tool", json!({})),
            peer.protocol_version().to_string()
        );
    }
}

#[test]
fn internal_errors_can_be_masked() {
    // R153
    let parse = || {
        tool()
            .input_schema(json!({ "type": "object" }))
            .handler(|_, _| async { "x".parse::<u8>().map(|_| "x").map_err(ToolError::display) })
    };
    let open = registry(parse());
    assert_eq!(
        Peer::new(&open).error("tool", json!({})),
        "invalid digit found in string"
    );
    let masked = ToolRegistry::builder(())
        .tool(parse())
        .mask_errors(true)
        .build()
        .unwrap();
    let text = Peer::new(&masked).error("tool", json!({}));
    assert!(text.starts_with("`tool` failed (error "), "{text}");
}

#[test]
fn a_panic_becomes_a_result() {
    // R154
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&calls);
    let while_making = tool().handler(move |_, _| {
        if counted.fetch_add(1, Ordering::Relaxed) == 0 {
            panic!("hidden words");
        }
        async { "fine" }
    });
    let registry = registry(while_making);
    let peer = Peer::new(&registry);
    let text = peer.error("tool", json!({}));
    assert!(
        text.starts_with("`tool` failed unexpectedly (error "),
        "{text}"
    );
    assert_eq!(peer.text("tool", json!({})), "fine");
    let later = tool().handler(|_, _| async {
        if true {
            panic!("hidden words");
        }
    });
    let registry = crate::registry(later);
    let text = Peer::new(&registry).error("tool", json!({}));
    assert!(!text.contains("hidden"), "{text}");
}

#[test]
fn a_limit_stops_it() {
    let tool = tool()
        .timeout(Duration::from_millis(1500))
        .handler(|_, _| std::future::pending::<()>());
    let registry = ToolRegistry::builder(())
        .timer(|_| std::future::ready(()))
        .tool(tool)
        .build()
        .unwrap();
    let text = Peer::new(&registry).error("tool", json!({}));
    assert!(
        text.contains("within its limit of 1500 milliseconds"),
        "{text}"
    );
}

#[test]
fn it_fits_a_registry_of_any_state() {
    struct State;
    fn make<S: Send + Sync + 'static>() -> Tool<S> {
        tool().handler(|_, _| async { "anywhere" })
    }
    let first = ToolRegistry::builder(State).tool(make()).build().unwrap();
    let second = ToolRegistry::builder(7_u8).tools([make()]).build().unwrap();
    assert_eq!(Peer::new(&first).text("tool", json!({})), "anywhere");
    assert_eq!(Peer::new(&second).text("tool", json!({})), "anywhere");
}

#[test]
fn a_result_without_the_promised_data_is_an_error() {
    // R100: a client can drop a result that lacks the declared structured content, so the
    // registry returns an error instead.
    let tool = tool()
        .output_schema(json!({ "type": "object" }))
        .handler(|_, _| async { CallToolResult::text("text") });
    let registry = registry(tool);
    for peer in Peer::structured(&registry) {
        let text = peer.error("tool", json!({}));
        let start = "`tool` returned a result that does not match its output schema (error ";
        assert!(text.starts_with(start), "{text}");
    }
}

#[derive(Serialize, JsonSchema)]
struct Total {
    total: u8,
}

#[test]
fn a_result_is_checked_against_its_schema() {
    // R100, R101, R105: the registry checks structured content against a schema that schemars
    // generates from a type, but not against a handwritten schema.
    let written = || tool().output_schema(json!({ "type": "object", "required": ["total"] }));
    let typed = || tool().output::<Total>();
    let generated = || tool().output_schema(schemars::schema_for!(Total));
    let answer = |text: &str, data: Value| {
        let mut result = CallToolResult::structured(&data).unwrap();
        *result.content_mut() = vec![ContentBlock::text(text)];
        result
    };
    let input = || json!({ "type": "object" });
    let handler = move |arguments: Map<String, Value>, _| {
        let data = Value::Object(arguments);
        async move { answer("in words", data) }
    };
    for (tool, is_held) in [
        (written().input_schema(input()).handler(handler), false),
        (typed().input_schema(input()).handler(handler), true),
        (generated().input_schema(input()).handler(handler), true),
    ] {
        let registry = registry(tool);
        for peer in Peer::structured(&registry) {
            let fits = peer.call("tool", json!({ "total": 3 }));
            assert_eq!(fits["structuredContent"], json!({ "total": 3 }));
            assert_eq!(fits["content"][0]["text"], "in words");
            let mirror = fits["content"].get(1).map(|block| &block["text"]);
            assert_eq!(mirror, is_held.then_some(&json!("{\"total\":3}")));
            for other in [json!({ "total": "3" }), json!({ "total": 256 }), json!({})] {
                let result = peer.call("tool", other);
                assert_eq!(result.get("isError").is_some(), is_held, "{result}");
            }
        }
    }
    let registry = registry(typed().handler(|_, _| async {
        WithContent::new([ContentBlock::text("in words")], Total { total: 3 })
    }));
    let result = Peer::new(&registry).call("tool", json!({}));
    assert_eq!(result["structuredContent"], json!({ "total": 3 }));
    assert_eq!(result["content"][1]["text"], "{\"total\":3}");
}

#[test]
fn a_result_needs_only_the_published_schema() {
    // R99, R100
    let tool = tool()
        .output_schema(json!({ "type": "array" }))
        .handler(|_, _| async { CallToolResult::text("text") });
    let registry = registry(tool);
    assert_eq!(
        Peer::of(&registry, ProtocolVersion::V2025_11_25).text("tool", json!({})),
        "text"
    );
    Peer::new(&registry).error("tool", json!({}));
}

#[test]
fn an_error_keeps_data_that_matches_the_output_schema() {
    // R102
    let answer = || {
        let mut result = CallToolResult::structured(&json!({ "total": 1 })).unwrap();
        result.is_error = true;
        result
    };
    let other = || {
        let mut result = CallToolResult::error("no total");
        result.set_structured_content(StructuredContent::new(&json!({ "reason": 1 })).unwrap());
        result
    };
    let schema = || json!({ "type": "object", "required": ["total"] });
    let cases: [(Tool<()>, &[&str], Option<Value>); 5] = [
        (
            tool().handler(move |_, _| async move { answer() }),
            &[r#"{"total":1}"#],
            Some(json!({ "total": 1 })),
        ),
        (
            tool()
                .output_schema(schema())
                .handler(move |_, _| async move { answer() }),
            &[r#"{"total":1}"#],
            Some(json!({ "total": 1 })),
        ),
        (
            tool()
                .output::<Total>()
                .handler(move |_, _| async move { answer() }),
            &[r#"{"total":1}"#],
            Some(json!({ "total": 1 })),
        ),
        // The registry does not check results against a handwritten schema.
        (
            tool()
                .output_schema(schema())
                .handler(move |_, _| async move { other() }),
            &["no total"],
            Some(json!({ "reason": 1 })),
        ),
        (
            tool()
                .output::<Total>()
                .handler(move |_, _| async move { other() }),
            &["no total", r#"{"reason":1}"#],
            None,
        ),
    ];
    for (tool, texts, data) in cases {
        let registry = registry(tool);
        for peer in Peer::structured(&registry) {
            let result = peer.call("tool", json!({}));
            assert_eq!(result["isError"], true);
            let blocks = result["content"].as_array().unwrap();
            let found: Vec<_> = blocks.iter().map(|block| &block["text"]).collect();
            assert_eq!(found, texts);
            assert_eq!(result.get("structuredContent"), data.as_ref());
        }
    }
}

struct Full;

impl From<Full> for ToolError {
    fn from(_: Full) -> Self {
        ToolError::new("full")
    }
}

/// A handler can return the type that `output` declares, alone or in a `Result`. Its error is any type that
/// converts into a `ToolError`.
#[test]
fn a_handler_returns_the_type_of_its_output() {
    let total = || Total { total: 3 };
    let structured = |data: Value| {
        let text = json!([{ "type": "text", "text": data.to_string() }]);
        json!({ "content": text, "structuredContent": data })
    };
    let failure =
        |text: &str| json!({ "content": [{ "type": "text", "text": text }], "isError": true });
    let typed = || tool().output::<Total>();
    let cases: [(Tool<()>, Value); 10] = [
        (
            typed().handler(move |_, _| async move { total() }),
            structured(json!({ "total": 3 })),
        ),
        (
            typed().handler(move |_, _| async move { Ok::<_, ToolError>(total()) }),
            structured(json!({ "total": 3 })),
        ),
        (
            typed().handler(|_, _| async { Err::<Total, _>(ToolError::new("no")) }),
            failure("no"),
        ),
        (
            typed().handler(|_, _| async { Err::<Total, _>(String::from("no")) }),
            failure("no"),
        ),
        (
            typed().handler(|_, _| async { Err::<Total, _>(Full) }),
            failure("full"),
        ),
        (
            typed().handler(|_, _| async { json!({ "total": 3 }) }),
            structured(json!({ "total": 3 })),
        ),
        (
            typed().handler(|_, _| async { Ok::<_, &str>(CallToolResult::error("no")) }),
            failure("no"),
        ),
        (
            tool()
                .output::<Map<String, Value>>()
                .handler(|arguments, _| async { arguments }),
            structured(json!({})),
        ),
        (
            typed().blocking_handler(move |_, _: &ToolContext| total()),
            structured(json!({ "total": 3 })),
        ),
        (
            tool().blocking_handler(|_, _| Err::<(), _>("no")),
            failure("no"),
        ),
    ];
    for (tool, expected) in cases {
        let builder = ToolRegistry::builder(()).blocking_pool(|work| work());
        let registry = builder.tool(tool).build().unwrap();
        let peer = Peer::of(&registry, ProtocolVersion::V2025_11_25);
        assert_eq!(peer.call("tool", json!({})), expected);
    }
    let number = tool().output::<u8>().handler(|_, _| async { 7 });
    let registry = registry(number);
    let result = Peer::new(&registry).call("tool", json!({}));
    assert_eq!(result["structuredContent"], json!(7));
}

/// The handler runs on the thread pool, with its arguments and its context.
#[test]
fn a_blocking_handler_runs_on_the_pool() {
    let jobs = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&jobs);
    let tool = tool()
        .input::<Sum>()
        .output::<i64>()
        .blocking_handler(|sum, context| {
            assert!(!context.is_cancelled());
            sum.numbers.iter().sum::<i64>()
        });
    let registry = ToolRegistry::builder(())
        .blocking_pool(move |work| {
            count.fetch_add(1, Ordering::SeqCst);
            std::thread::spawn(work);
        })
        .tool(tool)
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    assert_eq!(peer.text("tool", json!({ "numbers": [1, 2] })), "3");
    let error = peer.error("tool", json!({ "numbers": ["a"] }));
    assert!(error.contains("expected an integer"), "{error}");
    assert_eq!(jobs.load(Ordering::SeqCst), 2);
}
