//! Compares a server of the SDK, served by the SDK's own transports, with the same server beside an empty registry
//! on our server. Each response, each notification and each request to the client must be the same. `wanted.json`
//! lists the differences that are wanted, with the reasons. `just parity` counts the rows.
//!
//! ```text
//! server, tools, resources   a server of the SDK that uses everything the SDK has
//! row, rows, version_rows    the tables of requests
//! questions                  the server's requests, and the client's answers
//! streams, http              the clients
//! compare, wanted.json       the comparison, and the wanted differences
//! ```

mod compare;
mod http;
mod questions;
mod resources;
mod row;
mod rows;
mod server;
mod streams;
mod tools;
mod version_rows;

use std::sync::Arc;

use mcp_tool_rmcp::BesideHandler as _;
use mcp_tool_runtime::{ProtocolVersion, ToolRegistry};
use mcp_tool_server::{HttpConfig, ToolServer};
use rmcp::ServiceExt as _;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};

use crate::compare::compare;
use crate::row::{Action, Exchange, Row, Side, initialize, request};
use crate::rows::rows;
use crate::server::Everything;

fn beside() -> ToolServer {
    let registry = ToolRegistry::builder(()).build().unwrap();
    let server = ToolServer::new("everything", "1.0.0", registry);
    server.beside_handler(Everything::default()).unwrap()
}

fn assert_parity(run: &str, rows: &[Row], sdk: &[Exchange], ours: &[Exchange]) {
    let found = compare(run, rows, sdk, ours);
    let (identical, all, wanted) = (found.identical, rows.len(), found.wanted);
    println!("{run}: {identical} of {all} identical, {wanted} of them but for a wanted difference");
    assert_eq!(identical, all, "{}", found.reports.join("\n"));
}

async fn streams(version: ProtocolVersion) {
    compare_streams(version, &rows(version)).await;
}

async fn compare_streams(version: ProtocolVersion, rows: &[Row]) {
    let alone = |input, output| {
        tokio::spawn(async move {
            let serving = Everything::default().serve((input, output)).await.unwrap();
            serving.waiting().await.unwrap();
        });
    };
    let sdk = streams::run(alone, (version, Side::Alone), rows).await;
    let beside = |input, output| {
        tokio::spawn(beside().serve_io(input, output));
    };
    let ours = streams::run(beside, (version, Side::Beside), rows).await;
    let run = format!("streams, {}", version.as_str());
    assert_parity(&run, rows, &sdk, &ours);
}

async fn http(version: ProtocolVersion) {
    let mut rows = rows(version);
    rows.retain(|row| !row.is_for_streams);
    let run = format!("HTTP, {}", version.as_str());
    compare_http(&run, version, &rows, true).await;
}

async fn compare_http(run: &str, version: ProtocolVersion, rows: &[Row], has_sessions: bool) {
    let handler = Everything::default();
    let sessions = Arc::new(LocalSessionManager::default());
    let config = StreamableHttpServerConfig::default().with_legacy_session_mode(has_sessions);
    let alone = StreamableHttpService::new(move || Ok(handler.clone()), sessions, config);
    let sdk = http::run(alone, (version, Side::Alone), rows).await;
    let mut config = HttpConfig::new();
    if !has_sessions {
        config = config.without_sessions();
    }
    let service = beside().http_service(config);
    let ours = http::run(service, (version, Side::Beside), rows).await;
    assert_parity(run, rows, &sdk, &ours);
}

#[tokio::test]
async fn streams_of_2024_11_05() {
    streams(ProtocolVersion::V2024_11_05).await;
}

#[tokio::test]
async fn streams_of_2025_06_18() {
    streams(ProtocolVersion::V2025_06_18).await;
}

#[tokio::test]
async fn streams_of_2025_11_25() {
    streams(ProtocolVersion::V2025_11_25).await;
}

#[tokio::test]
async fn streams_of_2026_07_28() {
    streams(ProtocolVersion::V2026_07_28).await;
}

#[tokio::test]
async fn http_of_2025_11_25() {
    http(ProtocolVersion::V2025_11_25).await;
}

#[tokio::test]
async fn http_of_2026_07_28() {
    http(ProtocolVersion::V2026_07_28).await;
}

#[tokio::test]
async fn http_of_2025_11_25_without_sessions() {
    let version = ProtocolVersion::V2025_11_25;
    let mut rows = rows(version);
    rows.retain(|row| row.action == Action::Request && !row.is_for_streams && !row.asks());
    let run = "HTTP, 2025-11-25, without sessions";
    compare_http(run, version, &rows, false).await;
}

#[tokio::test]
async fn unknown_versions_are_negotiated() {
    for asked in ["2026-07-28", "2099-01-01", "1999-01-01", ""] {
        let row = request("an unknown version", "initialize", initialize(asked));
        compare_streams(ProtocolVersion::V2025_11_25, &[row]).await;
    }
}
