//! What serves clients beside the tools: prompts, resources and more, in JSON-RPC messages.
//!
//! Each file imports only those that are listed above it.
//!
//! ```text
//! channel       the messages of one client, and the companion's own
//! members       changes members of a JSON object, and leaves the others as they are
//! merge         joins the companion's results with the server's
//! mod           the trait `Companion`
//! companion_fn  a companion that is one function
//! ```

pub(crate) mod channel;
pub(crate) mod companion_fn;
pub(crate) mod members;
pub(crate) mod merge;

use mcp_tool_runtime::ProtocolVersion;

use self::channel::CompanionChannel;

/// Serves clients beside the tools of a [`ToolServer`](crate::ToolServer): prompts, resources, completion, and anything
/// else that is not about the server's own tools.
///
/// A companion speaks JSON-RPC. It gets each message that the server does not handle itself, with or without a declared
/// capability, and it can send notifications and requests to the client. The server joins the capabilities, the
/// instructions and the tools of both. It handles `ping`, cancels what the client cancels, and gives each request to the
/// companion an id of its own, an unsigned integer. Whatever a companion does, the server's own tools work: an
/// `initialize`, `server/discover` or `tools/list` waits at most 10 seconds for it.
///
/// If a companion only answers requests, write a function, and pass it to [`companion_fn`](crate::companion_fn). Implement
/// this trait to send messages to the client, or to keep values for each client:
///
/// ```
/// use mcp_tool_runtime::ToolRegistry;
/// use mcp_tool_server::{Companion, CompanionChannel, ToolServer};
/// use serde_json::{Value, json};
///
/// /// Serves one prompt.
/// struct Prompts;
///
/// impl Companion for Prompts {
///     fn open(&self, mut channel: CompanionChannel) {
///         tokio::spawn(async move {
///             while let Some(message) = channel.receive().await {
///                 let message: Value = serde_json::from_str(message.json()).unwrap_or_default();
///                 let outcome = match message["method"].as_str() {
///                     Some("initialize" | "server/discover") => {
///                         ("result", json!({ "capabilities": { "prompts": {} } }))
///                     }
///                     Some("prompts/list") => ("result", json!({ "prompts": [{ "name": "explain" }] })),
///                     _ => ("error", json!({ "code": -32601, "message": "unknown method" })),
///                 };
///                 // A notification has no id, and gets no response.
///                 if let Some(id) = message.get("id") {
///                     let response = json!({ "jsonrpc": "2.0", "id": id, outcome.0: outcome.1 });
///                     channel.sender().send(response.to_string());
///                 }
///             }
///         });
///     }
/// }
///
/// let registry = ToolRegistry::builder(()).build()?;
/// let server = ToolServer::new("demo", "1.0.0", registry).beside(Prompts)?;
/// # Ok::<(), mcp_tool_runtime::BuildError>(())
/// ```
///
/// A handler of the official Rust SDK needs no companion of its own: `beside_handler` of the crate `mcp-tool-rmcp` makes
/// one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a companion",
    label = "does not implement `Companion`",
    note = "around an async function from a `ClientRequest` to a `Result<serde_json::Value, ProtocolError>`, write `companion_fn(…)`",
    note = "for a handler of the official SDK, call `beside_handler` of the crate `mcp-tool-rmcp`"
)]
pub trait Companion: Send + Sync + 'static {
    /// Begins to serve one client: a connection over streams, a session over HTTP, or one request without a session. The
    /// server calls this when the first message for the companion arrives, inside of a Tokio runtime. Must not block:
    /// start a task that reads `channel` until [`receive`](CompanionChannel::receive) returns `None`.
    fn open(&self, channel: CompanionChannel);

    /// Returns whether the companion has a tool of this name, for an early error if the server has one, too. Default:
    /// `false`.
    fn has_tool(&self, name: &str) -> bool {
        let _ = name;
        false
    }

    /// Returns the protocol versions that the companion speaks. The server offers those that both speak. Default: all.
    fn protocol_versions(&self) -> Vec<ProtocolVersion> {
        ProtocolVersion::ALL.to_vec()
    }
}
