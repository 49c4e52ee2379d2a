//! Tools that send log messages to the client. The tools send each message through the SDK's `Peer`, which
//! they get from the tool context.

#![expect(deprecated, reason = "clients of the older revisions still have logs")]

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mcp_tool_runtime::{ProtocolVersion, ToolContext, mcp_tool};
use rmcp::RoleServer;
use rmcp::model::{LoggingLevel, LoggingMessageNotificationParam};
use rmcp::service::RequestContext;
use serde_json::json;
use tokio::time::sleep;

use crate::server::Handler;

/// The lowest level of messages that a session receives. Each `logging/setLevel` request of the session
/// replaces this level.
pub(crate) struct Threshold(Mutex<LoggingLevel>);

impl Threshold {
    pub(crate) fn new() -> Self {
        Threshold(Mutex::new(LoggingLevel::Info))
    }

    pub(crate) fn set(&self, level: LoggingLevel) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = level;
    }

    fn get(&self) -> LoggingLevel {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes three messages to the client's log.
#[mcp_tool(title = "Log", read_only)]
pub(crate) async fn test_tool_with_logging(#[context] cx: &ToolContext) -> &'static str {
    log(cx, LoggingLevel::Info, "Tool execution started").await;
    sleep(Duration::from_millis(50)).await;
    log(cx, LoggingLevel::Info, "Tool processing data").await;
    sleep(Duration::from_millis(50)).await;
    log(cx, LoggingLevel::Info, "Tool execution completed").await;
    "Logging test completed"
}

/// Writes messages of three levels. The client receives those at or above the level that it requested.
#[mcp_tool(title = "Log, if asked to", read_only)]
pub(crate) async fn test_logging_tool(#[context] cx: &ToolContext) -> &'static str {
    for level in [LoggingLevel::Debug, LoggingLevel::Info, LoggingLevel::Error] {
        log(cx, level, "This was asked for").await;
    }
    "Logging tool completed"
}

/// Sends a message if the client wants messages of this level. Since protocol version 2026-07-28, each
/// request can name the lowest level that the client wants. For a request without a level, the client gets no
/// messages. For older clients, the level of the session applies.
async fn log(cx: &ToolContext, level: LoggingLevel, message: &str) {
    let Some(request) = cx.extension::<RequestContext<RoleServer>>() else {
        return;
    };
    let threshold = if cx.protocol_version() >= ProtocolVersion::V2026_07_28 {
        request.meta.log_level()
    } else {
        let handler = cx.extension::<Arc<Handler>>();
        handler.map(|handler| handler.threshold.get())
    };
    if threshold.is_some_and(|threshold| level as u8 >= threshold as u8) {
        let message = LoggingMessageNotificationParam::new(level, json!(message));
        // Ignore errors, because the client may have disconnected. A failure to send a log
        // message does not end the call.
        drop(request.peer.notify_logging_message(message).await);
    }
}
