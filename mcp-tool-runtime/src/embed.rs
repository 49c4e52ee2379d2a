//! What a server needs of this crate: messages as text, and registries without the type of their state.
//!
//! `mcp-tool-server` is built on this module, and so is any other transport. A program that only calls tools
//! needs [`ToolRegistry::handle_json`] instead.
//!
//! ```
//! use mcp_tool_runtime::embed::{Message, error_response, read_message};
//! use mcp_tool_runtime::{ProtocolError, ProtocolVersion};
//!
//! let line = br#"{"jsonrpc":"2.0","id":7,"method":"prompts/list"}"#;
//! let Ok(Message::Request { id, method, .. }) = read_message(line) else {
//!     panic!("a request");
//! };
//! let error = ProtocolError::method_not_found(&method);
//! let response = error_response(Some(id), &error, Some(ProtocolVersion::LATEST));
//! assert_eq!(
//!     std::str::from_utf8(&response).unwrap(),
//!     r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"unknown method `prompts/list`"}}"#,
//! );
//! ```

use serde_json::{Map, Value};

use crate::context::{ToolContext, ToolSet as _};
use crate::error::{self, PanicMessage, ProtocolError};
use crate::json::json_kind;
use crate::protocol::{ClientCapabilities, ProtocolVersion, UnsupportedProtocolVersion};
use crate::registry::{CacheScope, LiveRegistry, ToolRegistry};
use crate::tool::State;

pub use crate::error::shorten;
pub use crate::json_rpc::message::{
    InvalidMessage, Message, cancellation as read_cancellation, normalize_id, read as read_message,
};
pub use crate::json_rpc::{error_response, escape_separators, success as success_response};
pub use crate::registry::tool_registry::AnyState;
pub use crate::registry::tool_request::ToolRequest;
#[cfg(feature = "tokio")]
#[cfg_attr(docsrs, doc(cfg(feature = "tokio")))]
pub use crate::services::wait_for_all as wait_for_blocking_calls;

/// Erases the type of the state, so that a server is compiled once instead of once per state type. The new
/// registry keeps the state alive.
///
/// ```
/// use mcp_tool_runtime::ToolRegistry;
/// use mcp_tool_runtime::embed::{AnyState, erase};
///
/// let registry = ToolRegistry::builder("the state".to_owned()).build()?;
/// let served: ToolRegistry<AnyState> = erase(registry);
/// assert_eq!(served.definitions().len(), 0);
/// # Ok::<(), mcp_tool_runtime::BuildError>(())
/// ```
pub fn erase<S: State>(registry: ToolRegistry<S>) -> ToolRegistry<AnyState> {
    registry.erase()
}

/// Erases the type of the state. The new registry shares its tools with all clones of this registry.
pub fn erase_live<S: State>(registry: LiveRegistry<S>) -> LiveRegistry<AnyState> {
    registry.erase()
}

/// Runs code of a user.
///
/// # Errors
///
/// Returns an error if the code panics: the message of the panic, if it is a text. Only the log may get the
/// message.
pub fn catch_panic<T>(run: impl FnOnce() -> T) -> Result<T, Option<String>> {
    error::catch(run).map_err(|PanicMessage(message)| message)
}

/// Checks that a request's `_meta` declares the capabilities of the client, if the protocol version requires
/// it.
///
/// # Errors
///
/// Returns -32602 if the capabilities are missing, or are no object.
pub fn check_capabilities(
    meta: &Map<String, Value>,
    version: ProtocolVersion,
) -> Result<(), ProtocolError> {
    ClientCapabilities::check(meta, version)
}

/// Returns whether the caller in `context` sees the tool `name`. Also returns `false` if there is no such tool.
pub fn is_visible<S>(registry: &ToolRegistry<S>, name: &str, context: &ToolContext) -> bool {
    let position = registry.tools().position(name);
    position.is_some_and(|position| registry.tools().is_visible(position, context))
}

/// Returns how many milliseconds clients may cache the list of tools for the caller in `context`, and whether they may
/// share it. Returns `None` if the registry sets no [`cache`](crate::registry::ToolRegistryBuilder::cache), and every
/// caller gets the same list.
pub fn cache_hint<S>(
    registry: &ToolRegistry<S>,
    context: &ToolContext,
) -> Option<(u64, CacheScope)> {
    let hint = registry.tools().cache_hint(context);
    hint.map(|hint| (hint.ttl_ms, hint.scope))
}

/// Returns the sentence for a member of the wrong type, whose JSON is `json`. `expected` is, for example, `a string`.
pub fn wrong_type(name: &str, expected: &str, json: &str) -> String {
    json_kind::mismatch(name, expected, json_kind::of_text(json))
}

/// Returns the error for an unsupported protocol version, with the versions that the server offers.
pub fn unsupported_version(requested: &str, offered: &[ProtocolVersion]) -> ProtocolError {
    UnsupportedProtocolVersion::new(requested).error(offered)
}
