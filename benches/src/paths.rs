//! The paths that are counted.

use std::future::Future;
use std::hint::black_box;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use mcp_tool_runtime::{CallToolRequest, ProtocolVersion, ToolContext, ToolRegistry};
use serde_json::json;

use crate::{hand, tools};

/// Each path, and how many calls suffice.
pub(crate) const PATHS: &[(&str, u64)] = &[
    ("add", 400),
    ("add-meta", 400),
    ("weather", 200),
    ("list", 4),
    ("tools-list", 200),
    ("by-value", 400),
    ("by-value-10000", 400),
    ("add-parsed", 400),
];

const ADD: &str = r#""name":"add","arguments":{"a":17,"b":25}"#;
const ADD_META: &str = r#""name":"add","arguments":{"a":17,"b":25},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1.0.0"},"io.modelcontextprotocol/clientCapabilities":{}}"#;
const WEATHER: &str = r#""name":"weather","arguments":{"city":"Oslo","days":5}"#;
const LIST: &str = r#""name":"weather","arguments":{"city":"Oslo","days":1000}"#;

pub(crate) fn run(path: &str, side: &str, times: u64) {
    let (registry, method, params) = match path {
        "add" => (tools::registry(), "tools/call", ADD),
        "add-meta" => (tools::registry(), "tools/call", ADD_META),
        "weather" => (tools::registry(), "tools/call", WEATHER),
        "list" => (tools::registry(), "tools/call", LIST),
        "tools-list" => (tools::registry_of(100), "tools/list", ""),
        "by-value" => (tools::registry_of(1), "tools/call", ADD),
        "by-value-10000" => (tools::registry_of(10_000), "tools/call", ADD),
        _ => return run_parsed(&tools::registry(), side, times),
    };
    let request =
        format!(r#"{{"jsonrpc":"2.0","id":7,"method":"{method}","params":{{{params}}}}}"#);
    let context = ToolContext::new(ProtocolVersion::V2025_11_25);
    let list = registry.list(ProtocolVersion::V2025_11_25, None);
    let list = serde_json::to_string(&list.expect("the list")).expect("a list is JSON");
    for _ in 0..times {
        let request = black_box(request.as_bytes());
        black_box(match side {
            "hand" => Some(hand::handle(request, &list)),
            _ => ready(registry.handle_json(request, &context)),
        });
    }
}

/// From parsed arguments to a result. The clone of the request is a part of both sides.
fn run_parsed(registry: &ToolRegistry<()>, side: &str, times: u64) {
    let context = ToolContext::new(ProtocolVersion::V2025_11_25);
    let request = CallToolRequest::new("add").with_arguments(json!({ "a": 17, "b": 25 }));
    for _ in 0..times {
        let request = black_box(request.clone());
        match side {
            "hand" => drop(black_box(hand::add_parsed(request.arguments))),
            _ => drop(black_box(ready(registry.call(request, &context)))),
        }
    }
}

/// Polls a future that waits for nothing.
fn ready<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    match future
        .as_mut()
        .poll(&mut Context::from_waker(Waker::noop()))
    {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("the tools wait for nothing"),
    }
}
