//! A client of one protocol version, which calls a registry directly.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

use mcp_tool_runtime::{
    CallToolRequest, ProtocolError, ProtocolVersion, ToolContext, ToolRegistry,
};
use serde_json::Value;

/// Runs a future on this thread until it completes.
pub fn block_on<F: Future>(future: F) -> F::Output {
    struct Unpark(Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut context = Context::from_waker(&waker);
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(output) => return output,
            Poll::Pending => thread::park(),
        }
    }
}

/// A client of one protocol version, which calls a registry directly.
#[derive(Clone, Copy, Debug)]
pub struct Peer<'r, S: 'static> {
    registry: &'r ToolRegistry<S>,
    version: ProtocolVersion,
}

impl<'r, S: Send + Sync + 'static> Peer<'r, S> {
    /// Creates a client of the newest protocol version.
    pub fn new(registry: &'r ToolRegistry<S>) -> Self {
        Peer::of(registry, ProtocolVersion::LATEST)
    }

    /// Creates a client of this protocol version.
    pub fn of(registry: &'r ToolRegistry<S>, version: ProtocolVersion) -> Self {
        Peer { registry, version }
    }

    /// Creates clients of all protocol versions, the oldest first.
    pub fn all(registry: &'r ToolRegistry<S>) -> impl Iterator<Item = Self> {
        ProtocolVersion::ALL
            .iter()
            .map(move |version| Peer::of(registry, *version))
    }

    /// Creates clients of all protocol versions with structured content, titles and `_meta`: 2025-06-18 and
    /// later. The oldest is first.
    pub fn structured(registry: &'r ToolRegistry<S>) -> impl Iterator<Item = Self> {
        Peer::all(registry).filter(|peer| peer.has_structured())
    }

    /// Returns whether this client's protocol version has structured content.
    pub fn has_structured(&self) -> bool {
        self.version >= ProtocolVersion::V2025_06_18
    }

    /// Returns the protocol version of this client.
    pub fn protocol_version(&self) -> ProtocolVersion {
        self.version
    }

    /// Returns the result of `tools/list`.
    pub fn list(&self) -> Value {
        let list = self.registry.list(self.version, None);
        serde_json::to_value(list.expect("the first page is always there"))
            .expect("a list can be written")
    }

    /// Returns the `tools` of `tools/list`.
    pub fn tools(&self) -> Value {
        self.list()["tools"].take()
    }

    /// Returns the tool with this name from `tools/list`. Panics if there is none.
    #[track_caller]
    pub fn tool(&self, name: &str) -> Value {
        match self.tools() {
            Value::Array(tools) => tools.into_iter().find(|tool| tool["name"] == name),
            _ => None,
        }
        .unwrap_or_else(|| panic!("no tool `{name}`"))
    }

    /// Returns the schema of one argument, from the tool's definition in `tools/list`.
    #[track_caller]
    pub fn argument(&self, tool: &str, name: &str) -> Value {
        let schema = self.tool(tool)["inputSchema"]["properties"][name].take();
        assert!(schema.is_object(), "no argument `{name}` of `{tool}`");
        schema
    }

    /// Returns the result or the JSON-RPC error of `tools/call`.
    pub fn try_call(&self, name: &str, arguments: Value) -> Result<Value, ProtocolError> {
        let request = CallToolRequest::new(name).with_arguments(arguments);
        let context = ToolContext::new(self.version);
        let response = block_on(self.registry.call(request, &context))?;
        Ok(response.to_value(self.version))
    }

    /// Returns the result of `tools/call`. Panics if the response is a JSON-RPC error.
    #[track_caller]
    pub fn call(&self, name: &str, arguments: Value) -> Value {
        self.try_call(name, arguments)
            .unwrap_or_else(|error| panic!("`{name}`: {error}"))
    }

    /// Calls a tool with arguments as JSON text, and returns the result. If serde_json can parse the arguments
    /// without losing digits, checks that a call with the parsed arguments returns the same result.
    #[track_caller]
    pub fn call_json(&self, name: &str, arguments: &str) -> Value {
        let name = Value::from(name);
        let response = self.json(format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":{name},"arguments":{arguments}}}}}"#,
        ));
        let result = response.expect("a request has a response")["result"].take();
        if let (Ok(value), Some(name)) = (serde_json::from_str(arguments), name.as_str())
            && !has_inexact_float(&value)
        {
            assert_eq!(result, self.call(name, value), "{arguments}");
        }
        result
    }

    /// Calls a tool and returns the text of its result. The call must succeed and return a single text block.
    #[track_caller]
    pub fn text(&self, name: &str, arguments: Value) -> String {
        let result = self.call(name, arguments);
        assert!(result.get("isError").is_none(), "{result:#}");
        only_text(&result)
    }

    /// Calls a tool and returns the text of its error. The call must fail and return a single text block.
    #[track_caller]
    pub fn error(&self, name: &str, arguments: Value) -> String {
        let result = self.call(name, arguments);
        assert_eq!(result["isError"], true, "{result:#}");
        only_text(&result)
    }

    /// Returns the response to one JSON-RPC message, as a value. Returns `None` if there is no response.
    #[track_caller]
    pub fn json(&self, message: impl AsRef<[u8]>) -> Option<Value> {
        let context = ToolContext::new(self.version);
        let response = block_on(self.registry.handle_json(message.as_ref(), &context))?;
        Some(serde_json::from_slice(&response).expect("a response is JSON"))
    }
}

/// Returns whether a value has a float beyond 2^53, which can stand for several integers.
pub fn has_inexact_float(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(has_inexact_float),
        Value::Object(members) => members.values().any(has_inexact_float),
        Value::Number(number) if number.is_f64() => number
            .as_f64()
            .is_none_or(|float| float.abs() >= 9_007_199_254_740_992.0),
        _ => false,
    }
}

/// Returns the text of a result. Panics unless the result has exactly one content block, which is a text.
#[track_caller]
pub fn only_text(result: &Value) -> String {
    let content = result["content"].as_array().expect("content is an array");
    assert_eq!(content.len(), 1, "{result:#}");
    assert_eq!(content[0]["type"], "text", "{result:#}");
    content[0]["text"].as_str().expect("text").to_owned()
}
