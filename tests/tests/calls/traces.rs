//! With `on_span`, a call can continue the client's trace. The tests record traces with OpenTelemetry's own
//! crates.

use std::collections::HashMap;

use mcp_tool_runtime::{CallToolRequest, ToolContext, ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::{block_on, set_subscriber};
use opentelemetry::propagation::TextMapPropagator as _;
use opentelemetry::trace::{SpanKind, Status, TracerProvider as _};
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{InMemorySpanExporter, SdkTracerProvider, SpanData};
use serde_json::{Map, Value, json};
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;
use tracing_subscriber::layer::SubscriberExt as _;

use crate::log::logged;

const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
const PARENT: &str = "b7ad6b7169203331";

/// Looks into a drawer.
#[mcp_tool]
async fn look() -> Result<&'static str, String> {
    tracing::info_span!("inside").in_scope(|| Err("it is empty".to_owned()))
}

fn join(span: &Span, context: &ToolContext) {
    let texts = context.meta().iter();
    let texts = texts.filter_map(|(key, value)| Some((key.clone(), value.as_str()?.to_owned())));
    let texts: HashMap<String, String> = texts.collect();
    span.set_parent(TraceContextPropagator::new().extract(&texts))
        .expect("traces are made");
}

fn meta() -> Map<String, Value> {
    let meta = json!({ "traceparent": format!("00-{TRACE}-{PARENT}-01") });
    meta.as_object().unwrap().clone()
}

fn call(registry: &ToolRegistry<()>) {
    let request = CallToolRequest::new("look").with_meta(meta());
    block_on(registry.call(request, &ToolContext::detached())).unwrap();
}

fn spans(run: impl FnOnce()) -> Vec<SpanData> {
    let exporter = InMemorySpanExporter::default();
    let provider = SdkTracerProvider::builder()
        .with_simple_exporter(exporter.clone())
        .build();
    let layer = tracing_opentelemetry::layer().with_tracer(provider.tracer("tests"));
    let subscriber = tracing_subscriber::registry().with(layer);
    let guard = set_subscriber(subscriber);
    run();
    drop(guard);
    exporter.get_finished_spans().unwrap()
}

#[test]
fn a_call_joins_the_trace_of_its_client() {
    // R170
    let registry = ToolRegistry::builder(()).on_span(join).tools(tools![look]);
    let registry = registry.build().unwrap();
    let spans = spans(|| tracing::info_span!("the host's own").in_scope(|| call(&registry)));
    let [inside, call, _] = &spans[..] else {
        panic!("{spans:?}");
    };
    assert_eq!(call.span_context.trace_id().to_string(), TRACE);
    assert_eq!(call.parent_span_id.to_string(), PARENT);
    assert_eq!(inside.parent_span_id, call.span_context.span_id());
    assert_eq!(inside.span_context.trace_id().to_string(), TRACE);
    // `tracing-opentelemetry` takes the name, kind and status from the `otel.*` fields of the
    // `tracing` span.
    assert_eq!(call.name, "tools/call look");
    assert_eq!(call.span_kind, SpanKind::Server);
    assert!(matches!(call.status, Status::Error { .. }), "{call:?}");
    let expected = [
        ("gen_ai.operation.name", "execute_tool".into()),
        ("gen_ai.tool.name", "look".into()),
        ("mcp.method.name", "tools/call".into()),
        ("error.type", "tool_error".into()),
        ("answer_bytes", opentelemetry::Value::from(11)),
    ];
    for (key, value) in expected {
        let mut attributes = call.attributes.iter();
        let attribute = attributes.find(|attribute| attribute.key.as_str() == key);
        assert_eq!(
            attribute.map(|attribute| &attribute.value),
            Some(&value),
            "{key}"
        );
    }
}

#[test]
fn tools_of_another_registry_keep_their_span_function() {
    let traced = ToolRegistry::builder(()).on_span(join).tools(tools![look]);
    let server = ToolRegistry::builder(()).build().unwrap();
    let both = server.extend(traced.build().unwrap()).unwrap();
    let spans = spans(|| call(&both));
    assert_eq!(spans[1].span_context.trace_id().to_string(), TRACE);
}

#[test]
fn a_panic_in_on_span_does_not_fail_the_call() {
    let registry = ToolRegistry::builder(())
        .on_span(|_, _| panic!("no collector"))
        .tools(tools![look])
        .build()
        .unwrap();
    let log = logged(|| call(&registry));
    assert!(log.contains("panicked panic=\"no collector\""), "{log}");
    assert!(log.contains("the tool failed"), "{log}");
}
