//! The span, the log and the metrics of a call.

use std::future::Future;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use mcp_tool_runtime::context::{Cancellation, Principal};
use mcp_tool_runtime::{
    CallToolRequest, ElicitForm, ProtocolVersion, ToolContext, ToolRegistry, mcp_tool, tools,
};
use mcp_tool_tests::block_on;
use metrics_exporter_prometheus::PrometheusBuilder;
use serde_json::json;
use tracing::Level;

use crate::log::{closed_spans, logged};

/// Logs in.
#[mcp_tool]
async fn login(user: &str, #[arg(sensitive)] pin: &str) -> Result<String, String> {
    tracing::info!("inside");
    match pin {
        "1234" => Ok(format!("hello, {user}")),
        _ => Err("no".to_owned()),
    }
}

/// Never ends.
#[mcp_tool]
async fn endless() {
    std::future::pending().await
}

/// Panics.
#[mcp_tool]
async fn fall() {
    panic!("over")
}

/// Takes too long.
#[mcp_tool(timeout = "1ms")]
async fn slow() {
    std::future::pending().await
}

#[derive(serde::Deserialize, schemars::JsonSchema, ElicitForm)]
#[expect(dead_code, reason = "nobody answers")]
struct Sure {
    sure: bool,
}

/// Asks the user.
#[mcp_tool]
async fn ask(#[context] cx: &ToolContext) {
    let _ = cx.elicit::<Sure>("sure", "Sure?").await;
}

fn registry() -> ToolRegistry<()> {
    ToolRegistry::builder(())
        .timer(|_| std::future::ready(()))
        .tools(tools![login, endless, fall, slow, ask])
        .build()
        .unwrap()
}

fn call(arguments: serde_json::Value, context: &ToolContext) {
    let request = CallToolRequest::new("login").with_arguments(arguments);
    block_on(registry().call(request, context)).unwrap();
}

#[test]
fn a_call_is_a_span() {
    // R170
    let meta = json!({ "traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" });
    let context =
        ToolContext::new(ProtocolVersion::V2025_11_25).with_meta(meta.as_object().unwrap().clone());
    let lines = closed_spans(Level::INFO, || {
        call(json!({ "user": "ada", "pin": "1234" }), &context);
    });
    let [inside, end] = lines.lines().collect::<Vec<_>>()[..] else {
        panic!("{lines}");
    };
    assert!(
        inside.contains("tools/call") && inside.contains("inside"),
        "{inside}"
    );
    for part in [
        "otel.name=tools/call login",
        "otel.kind=\"server\"",
        "mcp.method.name=\"tools/call\"",
        "mcp.protocol.version=\"2025-11-25\"",
        "gen_ai.tool.name=\"login\"",
        "traceparent=\"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\"",
        "answer_bytes=10",
        "outcome=\"ok\"",
        "duration_ms=",
    ] {
        assert!(end.contains(part), "{part} in {end}");
    }
    assert!(!end.contains("arguments"), "{end}");
    assert!(
        !end.contains("error.type") && !end.contains("ERROR"),
        "{end}"
    );
}

#[test]
fn arguments_are_logged_only_at_trace_level_without_secrets() {
    // R170
    let given = json!({ "user": "ada", "pin": "hunter2", "Pin": "hunter2" });
    let lines = closed_spans(Level::TRACE, || call(given, &ToolContext::detached()));
    for part in [r#""Pin":"***""#, r#""pin":"***""#, r#""user":"ada""#] {
        let part = part.escape_debug().to_string();
        assert!(lines.contains(&part), "{part} in {lines}");
    }
    assert!(!lines.contains("hunter2"), "{lines}");
}

#[test]
fn failed_calls_are_marked_in_the_span() {
    let cases = [
        ("login", json!({ "user": "ada", "pin": "0" }), "tool_error"),
        ("login", json!({ "user": 7 }), "invalid_arguments"),
        ("fall", json!({}), "panic"),
        ("slow", json!({}), "timeout"),
    ];
    for (tool, arguments, kind) in cases {
        let lines = closed_spans(Level::INFO, || {
            let request = CallToolRequest::new(tool).with_arguments(arguments.clone());
            block_on(registry().call(request, &ToolContext::detached())).unwrap();
        });
        assert!(lines.contains("outcome=\"error\""), "{lines}");
        assert!(lines.contains("otel.status_code=\"ERROR\""), "{lines}");
        assert!(
            lines.contains(&format!("error.type=\"{kind}\"")),
            "{kind}: {lines}"
        );
    }
}

#[test]
fn a_tool_that_fails_is_logged() {
    let failed = json!({ "user": "ada", "pin": "0" });
    let log = logged(|| call(failed, &ToolContext::detached()));
    assert!(
        log.contains("the tool failed") && log.contains("error=\"no\""),
        "{log}"
    );
    let wrong = json!({ "user": "ada", "pin": 1234 });
    let log = logged(|| call(wrong, &ToolContext::detached()));
    assert!(log.contains("wrong arguments"), "{log}");
    assert!(!log.contains("1234"), "{log}");
}

#[test]
fn the_caller_is_in_the_span() {
    let meta = json!({ "io.modelcontextprotocol/clientInfo": { "name": "chat", "version": "1" } });
    let context = ToolContext::detached()
        .with_meta(meta.as_object().unwrap().clone())
        .with_extension(Principal::new("ada@example.com"));
    let lines = closed_spans(Level::INFO, || {
        call(json!({ "user": "ada", "pin": "1234" }), &context);
    });
    for part in ["enduser.id=\"ada@example.com\"", "mcp.client.name=\"chat\""] {
        assert!(lines.contains(part), "{part} in {lines}");
    }
}

#[test]
fn calls_that_ask_are_marked_in_the_span() {
    let ask = |capabilities| {
        closed_spans(Level::INFO, || {
            let meta = json!({ "io.modelcontextprotocol/clientCapabilities": capabilities });
            let request = CallToolRequest::new("ask").with_meta(meta.as_object().unwrap().clone());
            drop(block_on(registry().call(request, &ToolContext::detached())));
        })
    };
    let lines = ask(json!({ "elicitation": {} }));
    assert!(lines.contains("outcome=\"input_required\""), "{lines}");
    assert!(!lines.contains("error.type"), "{lines}");
    let lines = ask(json!({}));
    assert!(lines.contains("outcome=\"error\""), "{lines}");
    for part in [
        "error.type=\"-32021\"",
        "rpc.response.status_code=\"-32021\"",
    ] {
        assert!(lines.contains(part), "{part} in {lines}");
    }
}

/// A `Cancellation` that reports each call as cancelled from the start.
struct Cancelled;

impl Cancellation for Cancelled {
    fn is_cancelled(&self) -> bool {
        true
    }

    fn cancelled(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(std::future::ready(()))
    }
}

#[test]
fn cancelled_calls_are_marked_in_the_span() {
    // R184: the context of the first call reports its cancellation; the test drops the future of
    // the second call
    let lines = closed_spans(Level::INFO, || {
        let context = ToolContext::detached().with_cancellation(Cancelled);
        let error = block_on(registry().call(CallToolRequest::new("endless"), &context));
        assert_eq!(error.unwrap_err().code(), -32603);
    });
    assert!(lines.contains("outcome=\"cancelled\""), "{lines}");
    let lines = closed_spans(Level::INFO, || {
        let (registry, context) = (registry(), ToolContext::detached());
        let mut call = pin!(registry.call(CallToolRequest::new("endless"), &context));
        let mut waker = Context::from_waker(Waker::noop());
        assert!(matches!(call.as_mut().poll(&mut waker), Poll::Pending));
    });
    assert!(lines.contains("outcome=\"cancelled\""), "{lines}");
}

#[test]
fn metrics_count_and_time_each_call_once() {
    let metrics = PrometheusBuilder::new().build_recorder();
    metrics::with_local_recorder(&metrics, || {
        let user = json!({ "io.modelcontextprotocol/clientCapabilities": { "elicitation": {} } });
        for (tool, arguments) in [
            ("login", json!({ "user": "ada", "pin": "1234" })),
            ("login", json!({ "user": "ada", "pin": "1234" })),
            ("login", json!({ "user": "ada", "pin": "0" })),
            ("login", json!({ "user": 7 })),
            ("fall", json!({})),
            ("slow", json!({})),
            ("ask", json!({})),
            // A client can send any number of invented tool names. Each name in a metric label
            // would add a time series, so the metrics must not contain the name of an unknown
            // tool.
            ("made_up", json!({})),
        ] {
            let request = CallToolRequest::new(tool).with_arguments(arguments);
            let request = request.with_meta(user.as_object().unwrap().clone());
            drop(block_on(registry().call(request, &ToolContext::detached())));
        }
        let cancelled = ToolContext::detached().with_cancellation(Cancelled);
        drop(block_on(
            registry().call(CallToolRequest::new("endless"), &cancelled),
        ));
        let (registry, context) = (registry(), ToolContext::detached());
        let mut dropped = pin!(registry.call(CallToolRequest::new("endless"), &context));
        let mut waker = Context::from_waker(Waker::noop());
        assert!(dropped.as_mut().poll(&mut waker).is_pending());
    });
    let rendered = metrics.handle().render();
    for (labels, count) in [
        (r#"gen_ai_tool_name="login",outcome="ok""#, 2),
        (
            r#"gen_ai_tool_name="login",outcome="error",error_type="tool_error""#,
            1,
        ),
        (
            r#"gen_ai_tool_name="login",outcome="error",error_type="invalid_arguments""#,
            1,
        ),
        (
            r#"gen_ai_tool_name="fall",outcome="error",error_type="panic""#,
            1,
        ),
        (
            r#"gen_ai_tool_name="slow",outcome="error",error_type="timeout""#,
            1,
        ),
        (r#"gen_ai_tool_name="ask",outcome="input_required""#, 1),
        (
            r#"gen_ai_tool_name="endless",outcome="cancelled",error_type="cancelled""#,
            2,
        ),
    ] {
        for name in [
            "mcp_server_operations",
            "mcp_server_operation_duration_count",
        ] {
            let line = format!("{name}{{mcp_method_name=\"tools/call\",{labels}}} {count}\n");
            assert!(rendered.contains(&line), "{line} in {rendered}");
        }
    }
    assert!(!rendered.contains("made_up"), "{rendered}");
}

#[test]
fn a_cancelled_request_has_no_response() {
    // R184
    let context = ToolContext::detached().with_cancellation(Cancelled);
    let request = br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"endless"}}"#;
    let log = logged(|| {
        let response = block_on(registry().handle_json(request, &context));
        assert_eq!(response, None);
    });
    assert!(!log.contains("ERROR"), "{log}");
    // If a function completes at its first poll, the registry returns the response although the
    // request is cancelled.
    let request = br#"{"jsonrpc":"2.0","id":1,"method":"tools/call",
        "params":{"name":"login","arguments":{"user":"ada","pin":"1234"}}}"#;
    assert!(block_on(registry().handle_json(request, &context)).is_some());
}
