//! Functions that handle the bytes of one request: with `mcp-tool-runtime`, with handwritten code, and with rmcp.

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use mcp_tool_runtime::{ProtocolVersion, ToolContext};

use crate::tools::Tools;
use crate::{hand, sdk, tools};

/// The `params` of a `tools/call` request for `add`, without the outer braces.
pub(crate) const ADD: &str = r#""name":"add","arguments":{"a":17,"b":25}"#;

/// The same with the `_meta` of 2026-07-28.
pub(crate) const ADD_META: &str = r#""name":"add","arguments":{"a":17,"b":25},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1.0.0"},"io.modelcontextprotocol/clientCapabilities":{}}"#;

pub(crate) fn request(method: &str, params: &str) -> String {
    numbered(7, method, params)
}

/// Returns a request with this id.
pub(crate) fn numbered(id: u64, method: &str, params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{params}}}}}"#)
}

/// A function that takes the bytes of a request and returns the bytes of its response.
pub(crate) type Handler = Box<dyn FnMut(&[u8]) -> Vec<u8> + Send>;

pub(crate) fn handler(side: &str, tools: Tools) -> Handler {
    match side {
        "ours" => {
            let registry = tools::registry(tools);
            let context = ToolContext::new(ProtocolVersion::V2025_11_25);
            Box::new(move |request| {
                let response = ready(registry.handle_json(request, &context));
                response.expect("a request has a response")
            })
        }
        "hand" => {
            let registry = tools::registry(tools);
            let list = registry.list(ProtocolVersion::V2025_11_25, None);
            let json = serde_json::to_string(&list.expect("the list")).expect("a list is JSON");
            Box::new(move |request| hand::handle(request, &json))
        }
        _ => {
            let server = sdk::ConnectedServer::new(sdk::server(tools));
            Box::new(move |request| ready(server.handle(request)))
        }
    }
}

/// Polls a future once, and returns its output. Panics if the future is pending.
pub(crate) fn ready<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    match future
        .as_mut()
        .poll(&mut Context::from_waker(Waker::noop()))
    {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("the tools wait for nothing"),
    }
}
