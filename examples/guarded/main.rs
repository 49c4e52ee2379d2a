//! Guards tools over HTTP. The server has bearer tokens, tools that only some users see, limits of rate and
//! concurrency, an audit log, retries, a circuit breaker, and metrics for Prometheus at `/metrics`.
//!
//! ```console
//! $ CLERK_TOKEN=$(openssl rand -hex 32) ADMIN_TOKEN=$(openssl rand -hex 32) cargo run --example guarded
//! ```

use std::collections::HashMap;
use std::error::Error;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use axum::{Router, routing::get};
use mcp_tool_runtime::context::Principal;
use mcp_tool_runtime::middleware::{BoxError, LayerError, ToolCall, ToolService};
use mcp_tool_runtime::{CallToolResponse, ToolError, ToolRegistry, mcp_tool, tools};
use mcp_tool_server::{BearerToken, HttpConfig, Protection, TokenError, ToolServer, serve_http};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use sha2::{Digest as _, Sha256};
use tower::{ServiceBuilder, ServiceExt as _, layer::layer_fn, retry::Policy};
use tower_resilience_circuitbreaker::{CircuitBreakerError, CircuitBreakerLayer};

/// The users by the SHA-256 digest of their token.
type Users = HashMap<[u8; 32], Principal>;

/// A warehouse. The number is how many of the next calls of `count_stock` fail.
#[derive(Default)]
struct Warehouse(AtomicU32);

/// Returns the number of items of an article in stock.
#[mcp_tool(read_only)]
async fn count_stock(
    #[state] warehouse: &Warehouse,
    /// The number of the article
    article: u32,
) -> Result<u32, ToolError> {
    let next = |outages: u32| outages.checked_sub(1);
    match warehouse.0.fetch_update(Relaxed, Relaxed, next) {
        Ok(_) => Err(ToolError::new("the warehouse does not answer").code("outage")),
        Err(_) => Ok(article % 10),
    }
}

/// Removes all articles from the catalogue.
#[mcp_tool(destructive, scopes("catalogue:write"))]
async fn clear_catalogue() -> &'static str {
    "the catalogue is empty"
}

/// The number of retries that a call has left. tower retries a call only if
/// the result has the error code `outage`.
#[derive(Clone)]
struct Retries(u32);

impl<E> Policy<ToolCall, CallToolResponse, E> for Retries {
    type Future = tokio::time::Sleep;

    fn retry(
        &mut self,
        _: &mut ToolCall,
        answer: &mut Result<CallToolResponse, E>,
    ) -> Option<Self::Future> {
        self.0 = self.0.checked_sub(1).filter(|_| is_outage(answer))?;
        Some(tokio::time::sleep(Duration::from_millis(50)))
    }

    fn clone_request(&mut self, call: &ToolCall) -> Option<ToolCall> {
        Some(call.clone())
    }
}

fn is_outage<E>(answer: &Result<CallToolResponse, E>) -> bool {
    matches!(answer, Ok(CallToolResponse::Complete(it)) if it.error_code() == Some("outage"))
}

/// How long the circuit stays open.
const PAUSE: Duration = Duration::from_secs(10);

/// Replaces the error of an open circuit. Keeps the errors of inner layers and of the tool.
fn explain_open_circuit(error: CircuitBreakerError<BoxError>) -> BoxError {
    match error {
        CircuitBreakerError::Inner(error) => error,
        open => LayerError::from(ToolError::display(open).retry_after(PAUSE)).into(),
    }
}

fn registry(warehouse: Warehouse) -> Result<ToolRegistry<Warehouse>, Box<dyn Error>> {
    let breaker = CircuitBreakerLayer::builder()
        .failure_classifier(is_outage::<BoxError>)
        .consecutive_failures(4)
        .wait_duration_in_open(PAUSE)
        .build()?;
    let upstream = ServiceBuilder::new()
        .map_err(explain_open_circuit)
        .retry(Retries(2))
        .layer(breaker);
    let limits = ServiceBuilder::new()
        .load_shed()
        .rate_limit(50, Duration::from_secs(1))
        .concurrency_limit(8);
    let audit = layer_fn(|inner: ToolService| {
        tower::service_fn(move |call: ToolCall| {
            let inner = inner.clone();
            async move {
                let user = call.context().principal().cloned();
                let tool = call.tool().name.clone();
                let answer = inner.oneshot(call).await;
                let ok = matches!(&answer, Ok(CallToolResponse::Complete(it)) if !it.is_error);
                let user = user.as_ref().map(Principal::name);
                tracing::info!(target: "audit", user, tool, ok);
                answer
            }
        })
    });
    let reads = tools![count_stock].into_iter();
    Ok(ToolRegistry::builder(warehouse)
        .tools(reads.map(|tool| tool.layer(&upstream)))
        .tools(tools![clear_catalogue])
        .visible(|tool, cx| match cx.principal() {
            Some(user) => user.has_scopes(&tool.scopes),
            None => false,
        })
        .layer(limits)
        .layer(audit)
        .build()?)
}

fn app(registry: ToolRegistry<Warehouse>, users: Users, metrics: PrometheusHandle) -> Router {
    let protection = Protection::new("https://tools.example/mcp", move |token: BearerToken| {
        let digest: [u8; 32] = Sha256::digest(token.as_str()).into();
        let user = users.get(&digest).cloned();
        std::future::ready(user.ok_or(TokenError::Invalid))
    });
    let config = HttpConfig::new().protect(protection.clone());
    let server = ToolServer::new("warehouse", "1.0.0", registry);
    Router::new()
        .route_service("/mcp", server.http_service(config))
        .route_service(protection.metadata_path(), protection.metadata())
        .route("/metrics", get(async move || metrics.render()))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    tracing_subscriber::fmt().init();
    let admin = Principal::new("admin").scopes(["catalogue:write"]);
    let clerk = (std::env::var("CLERK_TOKEN")?, Principal::new("clerk"));
    let users = [clerk, (std::env::var("ADMIN_TOKEN")?, admin)];
    let digest = |(token, user): (String, _)| (Sha256::digest(token).into(), user);
    let users = users.map(digest).into();
    let metrics = PrometheusBuilder::new().install_recorder()?;
    let app = app(registry(Warehouse::default())?, users, metrics);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:8080").await?;
    Ok(serve_http(listener, app).await?)
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use axum::body::{Body, to_bytes};
    use axum::http::{Request, header::AUTHORIZATION};
    use mcp_tool_runtime::{CallToolRequest, CallToolResult, ProtocolError, ToolContext};
    use serde_json::json;

    use super::*;

    mcp_tool_runtime::check_tools!(in_runtime(), golden = "../golden/guarded.json");

    /// Builds the registry inside a tokio runtime, because the rate limit needs the runtime's clock.
    fn in_runtime() -> Result<ToolRegistry<Warehouse>, Box<dyn Error>> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()?;
        let _inside = runtime.enter();
        registry(Warehouse::default())
    }

    fn down(outages: u32) -> ToolRegistry<Warehouse> {
        registry(Warehouse(AtomicU32::new(outages))).unwrap()
    }

    async fn count(registry: &ToolRegistry<Warehouse>) -> CallToolResult {
        let request = CallToolRequest::new("count_stock").with_arguments(json!({ "article": 42 }));
        let clerk = ToolContext::detached().with_extension(Principal::new("clerk"));
        let response = registry.call(request, &clerk).await.unwrap();
        response.complete().unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn a_read_is_retried_and_an_outage_opens_the_circuit() {
        let registry = down(2);
        assert_eq!(count(&registry).await.content()[0].as_text(), Some("2"));

        let registry = down(u32::MAX);
        let failed = count(&registry).await;
        assert_eq!(failed.error_code(), Some("outage"));
        let refused = count(&registry).await;
        let text = "circuit is open; call not permitted\ntry again in 10 seconds";
        assert_eq!(refused.content()[0].as_text(), Some(text));
        let outages = registry.state().0.load(Relaxed);
        count(&registry).await;
        assert_eq!(registry.state().0.load(Relaxed), outages);
    }

    #[test]
    fn the_error_of_a_tool_is_kept() {
        let error = ProtocolError::new(-32002, "no such article");
        let kept = explain_open_circuit(CircuitBreakerError::Inner(error.into()));
        assert!(kept.is::<ProtocolError>());
    }

    #[tokio::test(start_paused = true)]
    async fn calls_beyond_the_rate_are_rejected() {
        let registry = down(0);
        for _ in 0..50 {
            assert!(!count(&registry).await.is_error);
        }
        let refused = count(&registry).await;
        let text = "`count_stock` was not run: service overloaded";
        assert_eq!(refused.content()[0].as_text(), Some(text));
        tokio::time::advance(Duration::from_secs(1)).await;
        assert!(!count(&registry).await.is_error);
    }

    /// Sends a request with a token. Returns the status and the body.
    async fn send(app: &Router, token: &str, method: &str) -> (u16, String) {
        let message = json!({
            "jsonrpc": "2.0",
            "id": 1,
            "method": method,
            "params": {
                "name": "clear_catalogue",
                "_meta": {
                    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                    "io.modelcontextprotocol/clientCapabilities": {},
                },
            },
        });
        let request = Request::post("/mcp")
            .header("host", "localhost")
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .header("mcp-protocol-version", "2026-07-28")
            .header("mcp-method", method)
            .header("mcp-name", "clear_catalogue")
            .header(AUTHORIZATION, format!("Bearer {token}"));
        let request = request.body(Body::from(message.to_string())).unwrap();
        answer(app, request).await
    }

    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Log {
        fn write(&mut self, line: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(line)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    async fn answer(app: &Router, request: Request<Body>) -> (u16, String) {
        let response = app.clone().oneshot(request).await.unwrap();
        let status = response.status().as_u16();
        let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (status, String::from_utf8(body.to_vec()).unwrap())
    }

    #[tokio::test]
    async fn tokens_select_tools_and_calls_are_counted_and_logged() {
        let log = Log::default();
        let writer = log.clone();
        let audit = tracing_subscriber::fmt().with_ansi(false);
        audit.with_writer(move || writer.clone()).init();
        let admin = Principal::new("admin").scopes(["catalogue:write"]);
        let users = [
            ("clerk-token", Principal::new("clerk")),
            ("admin-token", admin),
        ];
        let users = users.map(|(token, user)| (Sha256::digest(token).into(), user));
        let metrics = PrometheusBuilder::new().install_recorder().unwrap();
        let app = app(down(0), users.into(), metrics);

        let (status, _) = send(&app, "stranger", "tools/list").await;
        assert_eq!(status, 401);
        for (token, is_seen) in [("clerk-token", false), ("admin-token", true)] {
            let (status, list) = send(&app, token, "tools/list").await;
            assert_eq!(status, 200);
            assert_eq!(list.contains("clear_catalogue"), is_seen, "{list}");
        }
        let (_, hidden) = send(&app, "clerk-token", "tools/call").await;
        assert!(hidden.contains("-32602"), "{hidden}");
        let (_, cleared) = send(&app, "admin-token", "tools/call").await;
        assert!(cleared.contains("the catalogue is empty"), "{cleared}");

        let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
        let line = r#"audit: user="admin" tool="clear_catalogue" ok=true"#;
        assert!(log.contains(line), "{log}");
        assert!(!log.contains("admin-token"), "{log}");

        let scrape = Request::get("/metrics").body(Body::empty()).unwrap();
        let (_, metrics) = answer(&app, scrape).await;
        let labels =
            r#"mcp_method_name="tools/call",gen_ai_tool_name="clear_catalogue",outcome="ok""#;
        let line = format!("mcp_server_operations{{{labels}}} 1");
        assert!(metrics.contains(&line), "{metrics}");
    }
}
