//! Tests that the tracing span of a tool call is inside the span of its HTTP request.

use axum::Router;
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use mcp_tool_runtime::HttpConfig;
use mcp_tool_tests::set_subscriber;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_sdk::trace::{InMemorySpanExporter, SdkTracerProvider};
use serde_json::json;
use tracing::Instrument as _;
use tracing_subscriber::layer::SubscriberExt as _;

use crate::client::*;

async fn traced(request: Request, next: Next) -> Response {
    next.run(request)
        .instrument(tracing::info_span!("http"))
        .await
}

#[tokio::test]
async fn the_span_of_a_call_is_inside_its_request_span() {
    // R170
    let exporter = InMemorySpanExporter::default();
    let provider = SdkTracerProvider::builder().with_simple_exporter(exporter.clone());
    let layer = tracing_opentelemetry::layer().with_tracer(provider.build().tracer("tests"));
    let subscriber = tracing_subscriber::registry().with(layer);
    // `set_subscriber` sets the subscriber of the current thread. All tasks of this test run on
    // this thread, so the subscriber receives all spans.
    let _subscriber = set_subscriber(subscriber);
    for config in [HttpConfig::new(), HttpConfig::new().without_sessions()] {
        for version in [OLDER[1], NEWEST] {
            let service = server().0.http_service(config.clone());
            let app = Router::new().route_service("/mcp", service);
            let address = serve_app(app.layer(from_fn(traced))).await;
            let client = Client::new(address, version).await;
            exporter.reset();
            client.ask(&call(1, "echo", json!({ "text": "a" }))).await;
            let spans = exporter.get_finished_spans().unwrap();
            let call = spans.iter().find(|span| span.name == "tools/call echo");
            let call = call.expect("a span of the call");
            let request = spans
                .iter()
                .find(|span| span.span_context.span_id() == call.parent_span_id);
            assert_eq!(request.expect("a span around it").name, "http", "{version}");
        }
    }
}
