//! JSON-RPC 2.0 for `tools/list` and `tools/call`: from the bytes of a message to the bytes of the response.

pub(crate) mod message;
mod request;
pub(crate) mod request_id;
mod request_meta;

use std::sync::Arc;

use serde::Serialize;

use self::message::InvalidMessage;
use self::request::Method;
use self::request_id::Id;
use crate::context::ToolContext;
use crate::error::ProtocolError;
use crate::protocol_version::ProtocolVersion;
use crate::registry::{ToolRegistry, Tools};
use crate::tool::State;

#[derive(Serialize)]
struct Failure<'a, E> {
    jsonrpc: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Option<&'a Id>>,
    error: &'a E,
}

impl<S: State> ToolRegistry<S> {
    /// Serves one JSON-RPC 2.0 message for `tools/list` or `tools/call`: takes the bytes of the message, and
    /// returns the bytes of the response.
    ///
    /// Returns `None` for a notification, for a response, and for a call that was
    /// [cancelled](ToolContext::with_cancellation). Every other message gets a response, which can be an
    /// error, such as -32700 for invalid JSON, -32600 for an invalid request or -32601 for any other method.
    /// If the id is unreadable, the error omits `id`, or contains `"id":null` in protocol versions older than
    /// 2025-11-25. If your server has other methods, read `method` first. Pass only `tools/list` and
    /// `tools/call` to this function.
    ///
    /// ```
    /// use mcp_tool_runtime::{ProtocolVersion, ToolContext, ToolRegistry, mcp_tool, tools};
    ///
    /// /// Adds two numbers.
    /// #[mcp_tool(read_only)]
    /// async fn add(a: i64, b: i64) -> i64 {
    ///     a + b
    /// }
    ///
    /// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
    /// let registry = ToolRegistry::builder(()).tools(tools![add]).build()?;
    /// let request = br#"{"jsonrpc":"2.0","id":7,"method":"tools/call",
    ///                    "params":{"name":"add","arguments":{"a":1,"b":2}}}"#;
    /// let context = ToolContext::new(ProtocolVersion::V2025_11_25);
    /// let response = registry.handle_json(request, &context).await.unwrap();
    /// assert_eq!(
    ///     std::str::from_utf8(&response)?,
    ///     r#"{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"3"}]}}"#,
    /// );
    /// # Ok(())
    /// # }
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(run()).unwrap();
    /// ```
    pub async fn handle_json(&self, message: &[u8], context: &ToolContext) -> Option<Vec<u8>> {
        self.tools().handle_json(message, context).await
    }
}

impl Tools {
    async fn handle_json(
        self: &Arc<Self>,
        message: &[u8],
        context: &ToolContext,
    ) -> Option<Vec<u8>> {
        let (id, request) = match request::read(message, context) {
            Ok(Some(request)) => request,
            Ok(None) => return None,
            Err(InvalidMessage { id, error }) => {
                let version = Some(context.protocol_version());
                return Some(error_response(id.as_ref(), &error, version));
            }
        };
        let response = match request {
            Err(error) => Err(error),
            Ok(request) => match request.method {
                Method::List { cursor } => {
                    let context = context.for_request(request.version, request.meta);
                    self.list_for(&context, cursor.as_deref())
                        .and_then(|list| success(&id, list.size(), |out| list.write(out)))
                }
                Method::Call(call) => {
                    let mut context = context.for_request(request.version, request.meta);
                    let answer = match self.call(call, &mut context) {
                        Ok(call) => call.await,
                        Err(error) => Err(error),
                    };
                    answer.and_then(|answer| success(&id, answer.size(), |out| answer.write(out)))
                }
            },
        };
        match response {
            Ok(response) => Some(response),
            // Do not respond to a cancelled request. A tool can also return this error for another
            // request, which it made itself.
            Err(error) if error.is_cancelled() && context.is_cancelled() => None,
            Err(error) => Some(error_response(Some(&id), &error, None)),
        }
    }
}

/// Writes a response whose result takes about `size` bytes.
pub(crate) fn success(
    id: &Id,
    size: usize,
    write: impl FnOnce(&mut Vec<u8>) -> Result<(), serde_json::Error>,
) -> Result<Vec<u8>, ProtocolError> {
    let mut response = Vec::with_capacity(size + 64);
    response.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
    let written = serde_json::to_writer(&mut response, id).and_then(|()| {
        response.extend_from_slice(br#","result":"#);
        write(&mut response)
    });
    written.map_err(|error| {
        tracing::error!(%error, "a result cannot be written");
        ProtocolError::internal_error("the result cannot be written")
    })?;
    response.push(b'}');
    Ok(response)
}

/// Writes an error response. If the request's id is unknown, the response omits `id` in protocol version
/// 2025-11-25 and newer versions, and contains `"id":null` if the protocol version is older or unknown.
pub(crate) fn error_response(
    id: Option<&Id>,
    error: &impl Serialize,
    version: Option<ProtocolVersion>,
) -> Vec<u8> {
    let is_absent = id.is_none() && version.is_some_and(ProtocolVersion::omits_unknown_id);
    let response = Failure {
        jsonrpc: "2.0",
        id: (!is_absent).then_some(id),
        error,
    };
    serde_json::to_vec(&response).unwrap_or_else(|_| {
        // This fallback is never used, because serializing a message, a code and JSON data cannot
        // fail.
        br#"{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"internal error"}}"#
            .to_vec()
    })
}
