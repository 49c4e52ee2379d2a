//! A panic makes one call fail, and does not affect other calls (R154).

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use mcp_tool_runtime::registry::BuildProblem;
use mcp_tool_runtime::{CallToolRequest, ToolContext, ToolError, ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::{Peer, block_on};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::json;

use crate::log::logged;

const PAYLOAD: &str = "the password is 1234";

fn bang() {
    panic!("{PAYLOAD}");
}

/// Calls `tool` through `call` and `handle_json`. Checks that both report a panic without its text. Checks
/// that a later call of `steady` succeeds.
#[track_caller]
fn check(registry: &ToolRegistry<()>, tool: &str, arguments: serde_json::Value) {
    let peer = Peer::new(registry);
    for _ in 0..2 {
        let text = peer.error(tool, arguments.clone());
        assert!(
            text.starts_with(&format!("`{tool}` failed unexpectedly (error ")),
            "{text}"
        );
        assert!(!text.contains("password"), "{text}");
        let message = json!({
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": { "name": tool, "arguments": arguments },
        });
        let response = peer.json(message.to_string()).unwrap();
        assert_eq!(response["result"]["isError"], true, "{response}");
        assert!(!response.to_string().contains("password"), "{response}");
    }
    assert_eq!(peer.text("steady", json!({})), "here");
}

/// Returns without a panic.
#[mcp_tool]
fn steady() -> &'static str {
    "here"
}

macro_rules! registry {
    ($($tool:ident),*) => {
        ToolRegistry::builder(()).tools(tools![steady, $($tool),*]).build().unwrap()
    };
}

#[test]
fn in_the_body_after_an_await() {
    // R154
    /// Panics after an `.await`.
    #[mcp_tool]
    async fn body() {
        tokio::task::yield_now().await;
        bang();
        tokio::task::yield_now().await;
    }
    check(&registry![body], "body", json!({}));
}

#[test]
fn in_the_body_before_an_await() {
    /// Panics at once.
    #[mcp_tool]
    async fn body() {
        bang();
        tokio::task::yield_now().await;
    }
    check(&registry![body], "body", json!({}));
}

#[test]
fn in_a_synchronous_function() {
    /// Panics.
    #[mcp_tool]
    fn sync() -> u8 {
        bang();
        1
    }
    check(&registry![sync], "sync", json!({}));
}

#[test]
fn in_the_text_of_an_error() {
    struct Nasty;
    impl fmt::Display for Nasty {
        fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
            bang();
            Ok(())
        }
    }
    /// Fails with an error whose `Display` panics.
    #[mcp_tool]
    fn display() -> Result<(), Nasty> {
        Err(Nasty)
    }
    check(&registry![display], "display", json!({}));
}

#[test]
fn in_the_serialization_of_an_answer() {
    #[derive(JsonSchema)]
    #[schemars(transparent)]
    struct Nasty(#[allow(dead_code)] u8);
    impl Serialize for Nasty {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            bang();
            unreachable!()
        }
    }
    /// Returns an answer whose `Serialize` panics.
    #[mcp_tool]
    fn serialize() -> Nasty {
        Nasty(1)
    }
    check(&registry![serialize], "serialize", json!({}));
}

#[test]
fn in_the_deserialization_of_an_argument() {
    #[derive(JsonSchema)]
    #[schemars(transparent)]
    struct Nasty(#[allow(dead_code)] u8);
    impl<'de> Deserialize<'de> for Nasty {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            if u8::deserialize(deserializer)? == 13 {
                bang();
            }
            Ok(Nasty(0))
        }
    }
    /// Takes a type whose `Deserialize` panics.
    #[mcp_tool]
    fn deserialize(nasty: Nasty) {
        let Nasty(_) = nasty;
    }
    check(
        &registry![deserialize],
        "deserialize",
        json!({ "nasty": 13 }),
    );
}

struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        bang();
    }
}

#[test]
fn in_the_drop_of_a_local_variable() {
    /// Panics when it drops its local variable.
    #[mcp_tool]
    async fn local() {
        let _bomb = Bomb;
        tokio::task::yield_now().await;
    }
    check(&registry![local], "local", json!({}));
}

#[test]
fn in_the_drop_of_an_argument() {
    #[derive(Deserialize, JsonSchema)]
    struct Nasty {
        #[serde(skip, default = "bomb")]
        _bomb: Option<Bomb>,
    }
    fn bomb() -> Option<Bomb> {
        Some(Bomb)
    }
    /// Takes a type whose `Drop` panics.
    #[mcp_tool]
    fn argument(nasty: &Nasty) {
        let _ = nasty;
    }
    // The call may succeed or fail. The test only requires that the registry keeps working.
    let registry = registry![argument];
    let peer = Peer::new(&registry);
    let result = peer.call("argument", json!({ "nasty": {} }));
    assert!(result["content"][0]["text"].is_string(), "{result}");
    assert_eq!(peer.text("steady", json!({})), "here");
}

#[test]
fn in_a_default() {
    fn default() -> u8 {
        bang();
        1
    }
    /// Has a default that panics.
    #[mcp_tool]
    fn defaulted(#[arg(default = default())] number: u8) -> u8 {
        number
    }
    let builder = ToolRegistry::builder(()).tools(tools![steady, defaulted]);
    let error = builder.build().unwrap_err().to_string();
    assert!(error.contains("`defaulted`"), "{error}");
}

#[test]
fn with_a_payload_that_panics_again() {
    struct Payload;
    impl Drop for Payload {
        fn drop(&mut self) {
            bang();
        }
    }
    /// Panics with a payload whose `Drop` panics.
    #[mcp_tool]
    fn twice() {
        std::panic::panic_any(Payload);
    }
    check(&registry![twice], "twice", json!({}));
}

#[test]
fn in_the_cause_of_an_error() {
    struct Cause;
    impl fmt::Display for Cause {
        fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
            panic!("{PAYLOAD}");
        }
    }
    impl fmt::Debug for Cause {
        fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
            panic!("{PAYLOAD}");
        }
    }
    impl std::error::Error for Cause {}
    struct Bomb(#[allow(dead_code)] u8);
    impl fmt::Debug for Bomb {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("Bomb")
        }
    }
    impl fmt::Display for Bomb {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("bomb")
        }
    }
    impl std::error::Error for Bomb {}
    impl Drop for Bomb {
        fn drop(&mut self) {
            bang();
        }
    }
    /// Fails with a cause whose `Display` panics.
    #[mcp_tool]
    fn unspeakable() -> Result<(), ToolError> {
        Err(ToolError::new("no").with_cause(Cause))
    }
    /// Fails with a cause whose `Drop` panics.
    #[mcp_tool]
    fn undroppable() -> Result<(), ToolError> {
        Err(ToolError::new("no").with_cause(Bomb(1)))
    }
    let registry = registry![unspeakable, undroppable];
    check(&registry, "undroppable", json!({}));
    // The registry formats the cause only for the log, so the `Display` that panics runs only
    // with a `tracing` subscriber.
    let log = tracing_subscriber::fmt()
        .with_writer(std::io::sink)
        .finish();
    tracing::subscriber::with_default(log, || check(&registry, "unspeakable", json!({})));
}

#[test]
fn when_a_call_is_given_up() {
    static DROPPED: AtomicBool = AtomicBool::new(false);
    struct Noisy;
    impl Drop for Noisy {
        fn drop(&mut self) {
            DROPPED.store(true, Ordering::Relaxed);
            bang();
        }
    }
    /// Never ends.
    #[mcp_tool]
    async fn endless() {
        let _noisy = Noisy;
        std::future::pending::<()>().await;
    }
    let registry = registry![endless];
    let context = ToolContext::detached();
    let mut call = Box::pin(registry.call(CallToolRequest::new("endless"), &context));
    let polled = block_on(std::future::poll_fn(|cx| {
        std::task::Poll::Ready(call.as_mut().poll(cx).is_ready())
    }));
    assert!(!polled);
    drop(call);
    assert!(
        DROPPED.load(Ordering::Relaxed),
        "what the call held is dropped with it"
    );
    assert_eq!(Peer::new(&registry).text("steady", json!({})), "here");
}

#[test]
fn in_a_schema_is_a_problem_of_the_build() {
    #[derive(Deserialize)]
    struct Nasty;
    impl JsonSchema for Nasty {
        fn schema_name() -> std::borrow::Cow<'static, str> {
            "Nasty".into()
        }
        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            bang();
            unreachable!()
        }
    }
    /// Takes a type whose `JsonSchema` panics.
    #[mcp_tool]
    fn schema(nasty: Nasty) {
        let Nasty = nasty;
    }
    let error = ToolRegistry::builder(())
        .tools(tools![steady, schema])
        .build()
        .unwrap_err();
    assert!(
        matches!(error.problems(), [BuildProblem::Schema { tool, .. }] if tool == "schema"),
        "{error:?}"
    );
    assert!(!error.to_string().contains("password"), "{error}");
}

#[test]
fn the_log_has_the_panic_under_the_id_of_the_result() {
    // R153: the log has the panic message and the text of the masked error. The client must see
    // neither.
    /// Panics.
    #[mcp_tool]
    fn logs() {
        bang();
    }
    /// Fails with an error that the registry masks.
    #[mcp_tool]
    fn masks() -> Result<(), ToolError> {
        "x".parse::<u8>().map_err(ToolError::display)?;
        Ok(())
    }
    let registry = ToolRegistry::builder(())
        .tools(tools![logs, masks])
        .mask_errors(true)
        .build()
        .unwrap();
    let peer = Peer::new(&registry);
    for (tool, secret) in [("logs", PAYLOAD), ("masks", "invalid digit")] {
        let mut text = String::new();
        let log = logged(|| text = peer.error(tool, json!({})));
        let (_, id) = text.split_once("(error ").unwrap();
        let id = &id[..8];
        assert!(!text.contains(secret), "{text}");
        assert!(log.contains(id) && log.contains(secret), "{id}: {log}");
    }
}
