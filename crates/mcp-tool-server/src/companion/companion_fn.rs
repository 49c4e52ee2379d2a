//! A companion that is one function: from a request to its result.

use std::collections::HashMap;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use mcp_tool_runtime::ProtocolError;
use mcp_tool_runtime::embed::{Message, read_cancellation, read_message};
use serde_json::{Value, json};
use tokio::task;
use tokio::task::{AbortHandle, JoinSet};

use super::Companion;
use super::channel::{ClientMessage, CompanionChannel};

/// A request of a client to a [`companion_fn`].
pub struct ClientRequest {
    method: String,
    params: Value,
    message: ClientMessage,
}

impl ClientRequest {
    /// Returns the method, such as `prompts/get`.
    pub fn method(&self) -> &str {
        &self.method
    }

    /// Returns the parameters. If there are none, returns `null`, and `params()["name"]` is `null`, too.
    pub fn params(&self) -> &Value {
        &self.params
    }

    /// Returns the value of type `T` that came with the request, as [`ClientMessage::extension`] does.
    pub fn extension<T: Send + Sync + 'static>(&self) -> Option<&T> {
        self.message.extension()
    }
}

impl fmt::Debug for ClientRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientRequest")
            .field("method", &self.method)
            .finish_non_exhaustive()
    }
}

/// Creates a [`Companion`] from a function that answers requests.
///
/// The function runs once for each request that this server does not handle itself, including `initialize` and
/// `server/discover`. Requests run side by side, each in a task of its own. If the client cancels a request, or
/// disconnects, the server drops the function's future. If the function panics, the client gets the error -32603.
///
/// The function need not know the protocol version. Since 2026-07-28, the server adds `ttlMs` and `cacheScope` to results
/// that need them, and sends the error -32002 for an unknown resource as -32602.
///
/// To send messages to the client, or to read its notifications, implement [`Companion`].
///
/// ```
/// use mcp_tool_runtime::{ProtocolError, ToolRegistry};
/// use mcp_tool_server::{ClientRequest, ToolServer, companion_fn};
/// use serde_json::{Value, json};
///
/// /// Serves one prompt.
/// async fn answer(request: ClientRequest) -> Result<Value, ProtocolError> {
///     match request.method() {
///         "initialize" | "server/discover" => Ok(json!({ "capabilities": { "prompts": {} } })),
///         "prompts/list" => Ok(json!({ "prompts": [{ "name": "explain" }] })),
///         "prompts/get" if request.params()["name"] == "explain" => {
///             let content = json!({ "type": "text", "text": "Explain this project." });
///             Ok(json!({ "messages": [{ "role": "user", "content": content }] }))
///         }
///         "prompts/get" => Err(ProtocolError::invalid_params("unknown prompt")),
///         method => Err(ProtocolError::method_not_found(method)),
///     }
/// }
///
/// let registry = ToolRegistry::builder(()).build()?;
/// let server = ToolServer::new("demo", "1.0.0", registry).beside(companion_fn(answer))?;
/// # Ok::<(), mcp_tool_runtime::BuildError>(())
/// ```
pub fn companion_fn<F, A>(answer: F) -> CompanionFn
where
    F: Fn(ClientRequest) -> A + Send + Sync + 'static,
    A: Future<Output = Result<Value, ProtocolError>> + Send + 'static,
{
    CompanionFn(Arc::new(move |request| Box::pin(answer(request))))
}

const CANCELLED: &str = "notifications/cancelled";

/// The companion that [`companion_fn`] creates.
pub struct CompanionFn(Answer);

impl fmt::Debug for CompanionFn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CompanionFn").finish_non_exhaustive()
    }
}

type Answer = Arc<dyn Fn(ClientRequest) -> Outcome + Send + Sync>;
type Outcome = Pin<Box<dyn Future<Output = Result<Value, ProtocolError>> + Send>>;

impl Companion for CompanionFn {
    fn open(&self, channel: CompanionChannel) {
        tokio::spawn(answer_all(channel, Arc::clone(&self.0)));
    }
}

/// Answers the requests of one client, until it is gone.
async fn answer_all(mut channel: CompanionChannel, answer: Answer) {
    let mut tasks = JoinSet::new();
    // The JSON of the ids of the requests that run.
    let mut running: HashMap<task::Id, (String, AbortHandle)> = HashMap::new();
    loop {
        let message = tokio::select! {
            Some(ended) = tasks.join_next_with_id() => {
                // A task that panics has no outcome.
                let failed = || Err(ProtocolError::internal_error("the request failed"));
                let (task, outcome) = ended.unwrap_or_else(|error| (error.id(), failed()));
                if let Some((id, _)) = running.remove(&task) {
                    channel.sender().send(response(&id, outcome));
                }
                continue;
            }
            message = channel.receive() => message,
        };
        let Some(message) = message else { return };
        let (id, method, params) = match read_message(message.json().as_bytes()) {
            Ok(Message::Request { id, method, params }) => (id.to_owned(), method, params),
            Ok(Message::Notification { method, params }) if method == CANCELLED => {
                let id = params.and_then(read_cancellation).map(|(id, _)| id);
                let mut cancelled = running.values().filter(|(it, _)| Some(&**it) == id);
                if let Some((_, task)) = cancelled.next() {
                    task.abort();
                }
                continue;
            }
            _ => continue,
        };
        let params = params.map_or(Ok(Value::Null), |params| serde_json::from_str(params.get()));
        let method = method.into_owned();
        let answer = Arc::clone(&answer);
        let task = tasks.spawn(async move {
            let params =
                params.map_err(|error| ProtocolError::invalid_params(error.to_string()))?;
            answer(ClientRequest {
                method,
                params,
                message,
            })
            .await
        });
        running.insert(task.id(), (id, task));
    }
}

fn response(id: &str, outcome: Result<Value, ProtocolError>) -> String {
    let (name, value) = match outcome {
        Ok(result) => ("result", result),
        Err(error) => ("error", json!(error)),
    };
    format!(r#"{{"jsonrpc":"2.0","id":{id},"{name}":{value}}}"#)
}
