//! The connection of a test client: requests and their responses, questions, notifications, and the end.

use std::collections::{HashMap, VecDeque};
use std::error::Error as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use mcp_tool_runtime::{ProtocolError, ProtocolVersion};
use serde_json::{Map, Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::sync::{Notify, oneshot};
use tokio::time::timeout;

use super::Direction;
use crate::connection::write;
use crate::mutex::lock;
use crate::serve_error::ServeError;

/// The maximum number of times that a client answers the questions of one request.
const ROUNDS: u32 = 32;

type Answer = Box<dyn Fn(&str, &Value) -> Value + Send + Sync>;
type Inspect = Arc<dyn Fn(Direction, &str) + Send + Sync>;
type Response = Result<Value, ProtocolError>;

pub(super) struct Connection {
    pub(super) version: ProtocolVersion,
    /// Members of the `_meta` of each request.
    pub(super) meta: Map<String, Value>,
    pub(super) answer: Option<Answer>,
    pub(super) limit: Duration,
    /// The result of `initialize` or `server/discover`.
    pub(super) server: OnceLock<Value>,
    /// Lines for the server. `None` closes the server's input.
    pub(super) outbox: Mutex<Option<UnboundedSender<String>>>,
    pub(super) state: Mutex<State>,
    /// Wakes all that wait for a notification or for the end.
    pub(super) changed: Notify,
}

#[derive(Default)]
pub(super) struct State {
    last_id: u64,
    pending: HashMap<u64, oneshot::Sender<Response>>,
    /// The methods and the parameters of notifications that the test has not read.
    pub(super) notifications: VecDeque<(String, Value)>,
    pub(super) inspect: Option<Inspect>,
    /// How the connection ended. An error is a sentence for the author of the test.
    pub(super) end: Option<Result<(), String>>,
}

impl State {
    pub(super) fn end_text(&self) -> &str {
        match &self.end {
            Some(Err(fault)) => fault,
            _ => "the server has ended",
        }
    }
}

/// Cancels a request that is dropped before its response.
struct CancelOnDrop<'a>(&'a Connection, u64);

impl Drop for CancelOnDrop<'_> {
    fn drop(&mut self) {
        let CancelOnDrop(connection, id) = self;
        let is_pending = lock(&connection.state).pending.remove(id).is_some();
        if is_pending {
            connection.notify("notifications/cancelled", &json!({ "requestId": id }));
        }
    }
}

/// Writes lines to the server, until it stops reading or the client closes the connection.
pub(super) async fn write_lines(
    mut messages: UnboundedReceiver<String>,
    mut to_server: DuplexStream,
) {
    while let Some(line) = messages.recv().await {
        if to_server.write_all(line.as_bytes()).await.is_err() {
            return;
        }
    }
}

impl Connection {
    pub(super) fn new(version: ProtocolVersion) -> Self {
        Connection {
            version,
            meta: Map::new(),
            answer: None,
            limit: Duration::from_secs(30),
            server: OnceLock::new(),
            outbox: Mutex::default(),
            state: Mutex::default(),
            changed: Notify::new(),
        }
    }

    pub(super) fn is_modern(&self) -> bool {
        self.version >= ProtocolVersion::V2026_07_28
    }

    /// Sends a request until its result is complete, with the answers to the questions in earlier results.
    pub(super) async fn request(
        &self,
        method: &str,
        mut params: Value,
        wants_progress: bool,
    ) -> Response {
        for _ in 0..=ROUNDS {
            let result = self
                .exchange(method, params.clone(), wants_progress)
                .await?;
            let answer = match &self.answer {
                Some(answer) if result["resultType"] == "input_required" => answer,
                _ => return Ok(result),
            };
            let questions = result["inputRequests"].as_object();
            let answers = questions.into_iter().flatten().map(|(key, question)| {
                let method = question["method"].as_str().unwrap_or_default();
                (key.clone(), answer(method, &question["params"]))
            });
            params["inputResponses"] = Value::Object(answers.collect());
            if let Some(state) = result.get("requestState") {
                params["requestState"] = state.clone();
            }
        }
        panic!("`{method}` never stops asking; check that the answer fits the question")
    }

    /// Sends a request, and waits for its response.
    async fn exchange(&self, method: &str, params: Value, wants_progress: bool) -> Response {
        let no_response = match params["name"].as_str() {
            Some(name) => format!("no response to `{method}` of `{name}`"),
            None => format!("no response to `{method}`"),
        };
        let (id, response) = self.start(method, params, wants_progress);
        let _cancel = CancelOnDrop(self, id);
        let response = self.within_limit(response, || no_response.clone()).await;
        response.unwrap_or_else(|_| panic!("{no_response}: {}", lock(&self.state).end_text()))
    }

    /// Sends a request. The receiver gets an error if the connection ends before the response.
    pub(super) fn start(
        &self,
        method: &str,
        mut params: Value,
        wants_progress: bool,
    ) -> (u64, oneshot::Receiver<Response>) {
        let (sender, response) = oneshot::channel();
        let id = {
            let mut state = lock(&self.state);
            state.last_id += 1;
            let id = state.last_id;
            if state.end.is_none() {
                state.pending.insert(id, sender);
            }
            id
        };
        let mut added = self.meta.clone();
        if wants_progress {
            added.insert("progressToken".to_owned(), json!(id));
        }
        // What the test itself puts into `_meta` takes precedence.
        if !added.is_empty() && (params.is_object() || params.is_null()) {
            if let Value::Object(meta) = params["_meta"].take() {
                added.extend(meta);
            }
            params["_meta"] = Value::Object(added);
        }
        self.send(write_message(Some(id), method, &params));
        (id, response)
    }

    pub(super) fn notify(&self, method: &str, params: &Value) {
        self.send(write_message(None, method, params));
    }

    fn send(&self, mut message: String) {
        self.inspect(Direction::ClientToServer, &message);
        message.push('\n');
        if let Some(outbox) = &*lock(&self.outbox) {
            // If the server has ended, the response does not arrive, and the test learns why.
            let _ = outbox.send(message);
        }
    }

    fn inspect(&self, direction: Direction, message: &str) {
        let inspect = lock(&self.state).inspect.clone();
        if let Some(inspect) = inspect {
            inspect(direction, message);
        }
    }

    /// Waits until `find` finds something in the state.
    pub(super) async fn wait_for<T>(
        &self,
        mut find: impl FnMut(&mut State) -> Option<T>,
        missing: impl Fn(&State) -> String,
    ) -> T {
        let found = async {
            loop {
                let changed = self.changed.notified();
                if let Some(found) = find(&mut lock(&self.state)) {
                    return found;
                }
                changed.await;
            }
        };
        self.within_limit(found, || missing(&lock(&self.state)))
            .await
    }

    /// Waits for a future. Panics after the time limit, with the text of what is missing.
    async fn within_limit<T>(
        &self,
        future: impl Future<Output = T>,
        missing: impl Fn() -> String,
    ) -> T {
        let mut future = pin!(future);
        let started = Instant::now();
        loop {
            match timeout(self.limit, future.as_mut()).await {
                Ok(output) => return output,
                // If the test has paused tokio's clock, it jumps to the limit as soon as all tasks wait.
                Err(_) if started.elapsed() < self.limit => {}
                Err(_) => panic!("{} within {:?}", missing(), self.limit),
            }
        }
    }

    /// Reads the messages of the server until the connection ends.
    pub(super) async fn read(
        self: Arc<Self>,
        from_server: DuplexStream,
        serving: oneshot::Receiver<Result<(), ServeError>>,
    ) {
        let mut lines = BufReader::new(from_server).lines();
        let read = async {
            while let Some(line) = lines.next_line().await.map_err(|error| error.to_string())? {
                self.receive(&line)?;
            }
            match serving.await {
                Ok(Ok(())) => Ok(()),
                Ok(Err(error)) => Err(match error.source() {
                    Some(source) => format!("{error}: {source}"),
                    None => error.to_string(),
                }),
                Err(_) => Err("the server panicked".to_owned()),
            }
        };
        let end = read.await;
        let mut state = lock(&self.state);
        state.pending.clear();
        state.end = Some(end);
        self.changed.notify_waiters();
    }

    /// Handles a message of the server.
    fn receive(&self, line: &str) -> Result<(), String> {
        self.inspect(Direction::ServerToClient, line);
        let invalid = || format!("the server sent an invalid message: {line}");
        let mut message: Map<String, Value> = serde_json::from_str(line).map_err(|_| invalid())?;
        let mut take = |member| message.remove(member);
        match (take("method"), take("id")) {
            (Some(Value::String(method)), None) => {
                let notification = (method, take("params").unwrap_or_default());
                lock(&self.state).notifications.push_back(notification);
                self.changed.notify_waiters();
            }
            (Some(Value::String(method)), Some(id)) => {
                let answer = self.answer(&method, &take("params").unwrap_or_default())?;
                self.send(format!(r#"{{"jsonrpc":"2.0","id":{id},{answer}}}"#));
            }
            (None, Some(id)) => {
                let response = match (take("result"), take("error")) {
                    (Some(result), None) => Ok(result),
                    (None, Some(error)) => Err(protocol_error(&error).ok_or_else(invalid)?),
                    _ => return Err(invalid()),
                };
                let mut state = lock(&self.state);
                let id = id.as_u64().filter(|id| *id <= state.last_id);
                // A response can meet the cancellation of its request on the way.
                if let Some(pending) = state.pending.remove(&id.ok_or_else(invalid)?) {
                    let _ = pending.send(response);
                }
            }
            _ => return Err(invalid()),
        }
        Ok(())
    }

    /// Returns the member `result` or `error` of the response to a question.
    fn answer(&self, method: &str, params: &Value) -> Result<String, String> {
        let result = match &self.answer {
            _ if method == "ping" => json!({}),
            Some(answer) => catch_unwind(AssertUnwindSafe(|| answer(method, params)))
                .map_err(|_| "the function of `answer` panicked".to_owned())?,
            None => {
                let error = ProtocolError::method_not_found(method);
                return Ok(format!(r#""error":{}"#, json!(error)));
            }
        };
        Ok(format!(r#""result":{result}"#))
    }
}

/// Writes a request or a notification. `null` means no parameters.
fn write_message(id: Option<u64>, method: &str, params: &Value) -> String {
    let params = (!params.is_null()).then(|| params.to_string());
    write(id, method, params.as_deref())
}

fn protocol_error(error: &Value) -> Option<ProtocolError> {
    let code = i32::try_from(error["code"].as_i64()?).ok()?;
    let read = ProtocolError::new(code, error["message"].as_str()?);
    Some(match error.get("data") {
        Some(data) => read.with_data(data.clone()),
        None => read,
    })
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc;

    use super::*;

    /// Handles a message of a server. Returns the reply, and the fault of the message.
    fn receive(message: &str) -> (Option<String>, Option<String>) {
        let (outbox, mut replies) = mpsc::unbounded_channel();
        let mut connection = Connection::new(ProtocolVersion::V2025_11_25);
        connection.outbox = Mutex::new(Some(outbox));
        let fault = connection.receive(message).err();
        (replies.try_recv().ok(), fault)
    }

    #[test]
    fn requests_of_the_server_are_answered() {
        for (request, reply) in [
            (r#""id":"a","method":"ping""#, r#""id":"a","result":{}"#),
            (
                r#""id":1,"method":"roots/list","params":{}"#,
                r#""id":1,"error":{"code":-32601,"message":"unknown method `roots/list`"}"#,
            ),
        ] {
            let (sent, fault) = receive(&format!("{{{request}}}"));
            assert_eq!(sent, Some(format!("{{\"jsonrpc\":\"2.0\",{reply}}}\n")));
            assert_eq!(fault, None);
        }
    }

    #[test]
    fn invalid_messages_end_the_connection() {
        for message in [
            "no JSON",
            "[]",
            "{}",
            r#"{"id":1}"#,
            r#"{"id":1,"result":{}}"#,
            r#"{"id":"1","result":{}}"#,
            r#"{"id":null,"error":{"code":-32700,"message":"broken"}}"#,
            r#"{"id":1,"result":{},"error":{"code":1,"message":""}}"#,
            r#"{"id":1,"error":{"code":"1","message":""}}"#,
        ] {
            let fault = format!("the server sent an invalid message: {message}");
            assert_eq!(receive(message), (None, Some(fault)));
        }
    }
}
