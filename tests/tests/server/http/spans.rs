//! Tests that the tracing span of a tool call is inside the span of its HTTP request, and of events in the log.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use mcp_tool_server::HttpConfig;
use mcp_tool_tests::set_subscriber;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_sdk::trace::{InMemorySpanExporter, SdkTracerProvider};
use serde_json::json;
use tracing::Instrument as _;
use tracing_subscriber::layer::SubscriberExt as _;

use super::client::*;

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

/// Collects a log in memory.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn the_log_names_the_setting_for_a_rejected_host_or_origin() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_ansi(false)
        .with_writer(move || writer.clone());
    let _subscriber = set_subscriber(subscriber.finish());
    let (address, _) = serve(HttpConfig::new()).await;
    for (headers, setting, value) in [
        (
            &[("host", "tools.example")][..],
            "HttpConfig::allow_hosts",
            r#"host="tools.example""#,
        ),
        (
            &[("host", "localhost"), ("origin", "https://app.example")],
            "HttpConfig::allow_origins",
            r#"origin="https://app.example""#,
        ),
    ] {
        log.0.lock().unwrap().clear();
        assert_eq!(post(address, headers, &json!({})).await.status, 403);
        let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
        let line = text.lines().find(|line| line.contains(setting));
        let line = line.unwrap_or_else(|| panic!("no line names {setting}: {text}"));
        assert!(line.contains("WARN") && line.contains(value), "{line}");
    }
}
