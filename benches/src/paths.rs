//! The paths that are counted.

use std::future::Future;
use std::hint::black_box;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use mcp_tool_runtime::{CallToolRequest, ProtocolVersion, ToolContext, ToolRegistry};
use serde_json::json;

use crate::{hand, tools};

pub(crate) const SIDES: [&str; 2] = ["ours", "hand"];

type Run = Box<dyn FnMut()>;

pub(crate) struct Path {
    pub(crate) name: &'static str,
    pub(crate) times: u32,
    /// Whether the side `base` prepares the input and does nothing else.
    pub(crate) has_base: bool,
    pub(crate) make: fn(&str) -> Run,
}

const fn path(name: &'static str, times: u32, make: fn(&str) -> Run) -> Path {
    Path {
        name,
        times,
        has_base: false,
        make,
    }
}

const ADD: &str = r#""name":"add","arguments":{"a":17,"b":25}"#;
const WEATHER: &str = r#""name":"weather","arguments":{"city":"Oslo","days":5,"unit":"celsius"}"#;
const LIST: &str = r#""name":"list","arguments":{"count":1000}"#;
const META: &str = r#","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1.0.0"},"io.modelcontextprotocol/clientCapabilities":{}}"#;

pub(crate) const PATHS: &[Path] = &[
    path("add", 400, |side| bytes(side, tools::registry(), call(ADD))),
    path("add-meta", 400, |side| {
        bytes(side, tools::registry(), call(&format!("{ADD}{META}")))
    }),
    path("weather", 200, |side| {
        bytes(side, tools::registry(), call(WEATHER))
    }),
    path("list", 4, |side| bytes(side, tools::registry(), call(LIST))),
    path("tools-list", 200, |side| {
        bytes(side, tools::registry_of(100), request("tools/list", ""))
    }),
    path("by-value", 400, |side| {
        bytes(side, tools::registry_of(1), call(ADD))
    }),
    path("by-value-10000", 400, |side| {
        bytes(side, tools::registry_of(10_000), call(ADD))
    }),
    Path {
        name: "add-parsed",
        times: 400,
        has_base: true,
        make: parsed,
    },
];

fn request(method: &str, params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":7,"method":"{method}","params":{{{params}}}}}"#)
}

fn call(params: &str) -> String {
    request("tools/call", params)
}

/// From the bytes of a request to those of its response.
fn bytes(side: &str, registry: ToolRegistry<()>, request: String) -> Run {
    let context = ToolContext::new(ProtocolVersion::V2025_11_25);
    if side == "hand" {
        let list = registry.list(ProtocolVersion::V2025_11_25, None);
        let list = serde_json::to_string(&list.expect("the list")).expect("a list is JSON");
        return Box::new(move || {
            black_box(hand::handle(black_box(request.as_bytes()), &list));
        });
    }
    Box::new(move || {
        let response = ready(registry.handle_json(black_box(request.as_bytes()), &context));
        black_box(response.expect("a request is answered"));
    })
}

/// From parsed arguments to a result.
fn parsed(side: &str) -> Run {
    let registry = tools::registry();
    let context = ToolContext::new(ProtocolVersion::V2025_11_25);
    let request = CallToolRequest::new("add").with_arguments(json!({ "a": 17, "b": 25 }));
    match side {
        "ours" => Box::new(move || {
            let response = ready(registry.call(black_box(request.clone()), &context));
            black_box(response.expect("a call is answered"));
        }),
        "hand" => Box::new(move || {
            let request = black_box(request.clone());
            black_box(hand::add_parsed(request.arguments));
        }),
        _ => Box::new(move || drop(black_box(request.clone()))),
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
