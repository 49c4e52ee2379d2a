//! Tools over HTTP, in a server of axum's: whatever else it serves stays beside them.
//!
//! ```console
//! $ cargo run --example http -- 127.0.0.1:8080
//! ```
//!
//! It ends on ctrl-c and SIGTERM: calls finish, and who waits for news does not keep it.

use std::sync::atomic::{AtomicU64, Ordering};

use axum::Router;
use axum::http::request::Parts;
use mcp_tool_runtime::{
    BuildError, HttpConfig, ToolContext, ToolRegistry, ToolServer, mcp_tool, shutdown_signal, tools,
};

#[derive(Default)]
struct Counter(AtomicU64);

/// Counts up, for everybody who is connected.
#[mcp_tool(title = "Count up", destructive = false)]
async fn count_up(
    #[state] counter: &Counter,
    /// By how much
    #[arg(default = 1, range(1..=100))]
    by: u64,
) -> String {
    let count = counter.0.fetch_add(by, Ordering::Relaxed) + by;
    count.to_string()
}

/// Says which program is asking, by its request's header.
#[mcp_tool(title = "Who am I?", read_only)]
async fn whoami(#[context] cx: &ToolContext) -> Option<String> {
    // What the host knows of a request is in the context. So is what a middleware has put into the
    // request's extensions, such as who is logged in.
    let headers = &cx.extension::<Parts>()?.headers;
    Some(headers.get("user-agent")?.to_str().ok()?.to_owned())
}

fn registry() -> Result<ToolRegistry<Counter>, BuildError> {
    ToolRegistry::builder(Counter::default())
        .tools(tools![count_up, whoami])
        .build()
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let address = std::env::args().nth(1);
    let address = address.as_deref().unwrap_or("127.0.0.1:8080");

    let server = ToolServer::new("counter", env!("CARGO_PKG_VERSION"), registry()?);
    // A server that others can reach says under which names: `.allow_hosts(["tools.example"])`.
    let config = HttpConfig::new().until(shutdown_signal());
    let app = Router::new().nest_service("/mcp", server.http_service(config));

    let listener = tokio::net::TcpListener::bind(address).await?;
    eprintln!("http://{}/mcp", listener.local_addr()?);
    let serving = axum::serve(listener, app).with_graceful_shutdown(shutdown_signal());
    tokio::select! {
        served = serving.into_future() => served?,
        // A client that does not read its answer is not waited for.
        () = long_after(shutdown_signal()) => {}
    }
    Ok(())
}

async fn long_after(end: impl Future<Output = ()>) {
    end.await;
    tokio::time::sleep(2 * ToolServer::<()>::GRACE).await;
}

#[cfg(test)]
mod tests {
    mcp_tool_runtime::check_tools!(super::registry().unwrap(), golden = "golden/http.json");
}
