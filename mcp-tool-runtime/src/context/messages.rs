//! The methods of `ToolContext` that send notifications, log messages and requests to the client.

use std::fmt;
use std::sync::Arc;

use serde_json::{Value, json};

use super::log_level::LogLevel;
use super::tool_context::ToolContext;

impl ToolContext {
    /// Sends a notification to the client, on the stream of this call. `params` must be an object. Does nothing after
    /// the end of the call, if no server made the call, or if the client reads too slowly.
    ///
    /// Use [`progress`](Self::progress) and [`log`](Self::log) for these notifications. The server itself tells
    /// clients about changed tools.
    ///
    /// ```
    /// use mcp_tool_runtime::{ToolContext, mcp_tool};
    /// use serde_json::json;
    ///
    /// /// Renames a file.
    /// #[mcp_tool]
    /// async fn rename(#[context] cx: &ToolContext, from: String, to: String) {
    ///     // …
    ///     let uri = format!("file:///{to}");
    ///     cx.notify("notifications/resources/updated", json!({ "uri": uri }));
    /// #   let _ = from;
    /// }
    /// ```
    pub fn notify(&self, method: &str, params: Value) {
        if let Some(peer) = &self.peer {
            if params.is_object() {
                peer.notify(method, &params.to_string());
            } else {
                tracing::warn!(method, "dropped a notification: its `params` are no object");
            }
        }
    }

    /// Sends a log message to the client, on the stream of this call. `data` is a text or any JSON. Does nothing if
    /// the client does not want messages of this level, or if the server does not offer log messages.
    ///
    /// `ToolServer::logging` of `mcp-tool-server` offers log messages. Before protocol version 2026-07-28, a client
    /// sets the level of a session. Since then, it sets the level of a request, and gets no messages otherwise.
    ///
    /// The protocol deprecates these messages, and few clients show them. For your own log, use the crate `tracing`.
    ///
    /// ```
    /// use mcp_tool_runtime::context::LogLevel;
    /// use mcp_tool_runtime::{ToolContext, mcp_tool};
    ///
    /// /// Imports a file.
    /// #[mcp_tool]
    /// async fn import(#[context] cx: &ToolContext, lines: Vec<String>) -> usize {
    ///     if lines.is_empty() {
    ///         cx.log(LogLevel::Warning, "the file is empty");
    ///     }
    ///     lines.len()
    /// }
    /// ```
    pub fn log(&self, level: LogLevel, data: impl Into<Value>) {
        let Some(peer) = self.peer.as_ref().filter(|_| self.wants_log(level)) else {
            return;
        };
        let mut params = json!({ "level": level.as_str(), "data": data.into() });
        if let Some(tool) = self.tool() {
            params["logger"] = tool.name.as_str().into();
        }
        peer.notify("notifications/message", &params.to_string());
    }

    fn wants_log(&self, level: LogLevel) -> bool {
        let offered = self.peer.as_ref().and_then(|peer| peer.log_level());
        let wanted = offered.and_then(|of_session| {
            if self.protocol_version().has_log_level_in_meta() {
                self.meta().get(LogLevel::META_KEY)?.as_str()?.parse().ok()
            } else {
                Some(of_session)
            }
        });
        wanted.is_some_and(|least| level >= least)
    }

    /// Sends a request to the client, on the stream of this call, and returns the client's result. `params` must be an
    /// object. Dropping the future cancels the request.
    ///
    /// Since protocol version 2026-07-28, a client gets no requests. Use [`elicit`](Self::elicit) and
    /// [`request_input`](Self::request_input) for questions: they work in every protocol version. The tool's `timeout`
    /// also counts the time that the client takes for this request.
    ///
    /// ```
    /// use mcp_tool_runtime::{ToolContext, ToolError, mcp_tool};
    /// use serde_json::json;
    ///
    /// /// Counts the folders of the user's workspace.
    /// #[mcp_tool(read_only)]
    /// async fn count_roots(#[context] cx: &ToolContext) -> Result<usize, ToolError> {
    ///     let roots = cx.request("roots/list", json!({})).await?;
    ///     Ok(roots["roots"].as_array().map_or(0, Vec::len))
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the client cannot get requests, answers with an error, or goes away, and if `params` is no
    /// object.
    pub async fn request(&self, method: &str, params: Value) -> Result<Value, RequestError> {
        let peer = self.peer.as_ref().filter(|peer| peer.takes_requests());
        let Some(peer) = peer else {
            return Err(RequestError("the client cannot get requests".to_owned()));
        };
        if !params.is_object() {
            return Err(RequestError("`params` must be an object".to_owned()));
        }
        let answer = Arc::clone(peer).request(method, &params.to_string()).await;
        answer.map_err(|error| RequestError(error.to_string()))
    }
}

/// The error of a request to the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestError(String);

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RequestError {}
