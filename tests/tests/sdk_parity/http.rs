//! Runs the rows over Streamable HTTP, without sockets.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt as _, Full};
use hyper::body::{Body, Bytes};
use hyper::{Request, Response};
use mcp_tool_runtime::ProtocolVersion;
use serde_json::{Value, json};
use tokio::time::timeout;
use tower::{Service, ServiceExt as _};

use crate::questions::Questions;
use crate::row::{Action, Exchange, Row, Side, is_modern, with_client};
use crate::streams::LIMIT;

type Reply = Response<UnsyncBoxBody<Bytes, String>>;
type Send = dyn Fn(Request<Full<Bytes>>) -> Pin<Box<dyn Future<Output = Reply>>>;

/// A response that the client reads message by message.
struct Reading {
    body: UnsyncBoxBody<Bytes, String>,
    is_stream: bool,
    received: Vec<u8>,
}

impl Reading {
    /// Returns the next message. If the body is plain text, returns the text. Cancel safe.
    async fn next(&mut self) -> Option<Value> {
        loop {
            if self.is_stream {
                while let Some(end) = self.received.windows(2).position(|pair| pair == b"\n\n") {
                    let rest = self.received.split_off(end + 2);
                    let event = std::mem::replace(&mut self.received, rest);
                    if let Some(message) = data(&event) {
                        return Some(message);
                    }
                }
            }
            let Some(frame) = self.body.frame().await else {
                let rest = std::mem::take(&mut self.received);
                let text = || String::from_utf8_lossy(&rest).into_owned();
                let value = serde_json::from_slice(&rest).unwrap_or_else(|_| text().into());
                return (!rest.is_empty()).then_some(value);
            };
            self.received
                .extend_from_slice(&frame.unwrap().into_data().unwrap_or_default());
        }
    }
}

/// Returns the message of an event, or `None` for an event without a message.
fn data(event: &[u8]) -> Option<Value> {
    let text = std::str::from_utf8(event).unwrap();
    let values = text.lines().filter_map(|line| line.strip_prefix("data:"));
    let data: Vec<_> = values.collect();
    serde_json::from_str(&data.join("\n")).ok()
}

/// A value that middleware inserts into a request.
#[derive(Clone)]
pub(crate) struct Trace(pub(crate) &'static str);

struct Client {
    send: Arc<Send>,
    version: ProtocolVersion,
    side: Side,
    session: Option<String>,
    /// The stream of `GET`.
    listening: Option<Reading>,
    /// How many events the handler has recorded.
    events: usize,
    questions: Questions,
    exchange: Exchange,
}

/// Runs the rows one after the other.
pub(crate) async fn run<S, B>(
    service: S,
    (version, side): (ProtocolVersion, Side),
    rows: &[Row],
) -> Vec<Exchange>
where
    S: Service<Request<Full<Bytes>>, Response = Response<B>, Error = Infallible> + Clone + 'static,
    B: Body<Data = Bytes, Error: std::fmt::Display> + std::marker::Send + 'static,
{
    let send = move |request| -> Pin<Box<dyn Future<Output = Reply>>> {
        let response = service.clone().oneshot(request);
        Box::pin(async move {
            let Ok(response) = response.await;
            response.map(|body| body.map_err(|error| error.to_string()).boxed_unsync())
        })
    };
    let mut client = Client {
        send: Arc::new(send),
        version,
        side,
        session: None,
        listening: None,
        events: 0,
        questions: Questions::default(),
        exchange: Exchange::default(),
    };
    let mut exchanges = Vec::new();
    for (number, row) in (1_u64..).zip(rows) {
        let is_late = timeout(LIMIT, client.row(row, number)).await.is_err();
        if is_late {
            client.push("POST", "nothing in time".into());
        }
        exchanges.push(std::mem::take(&mut client.exchange));
        if is_late {
            break;
        }
    }
    exchanges
}

impl Client {
    async fn row(&mut self, row: &Row, number: u64) {
        let message = row.message(number, self.version);
        self.events += row.events_on(self.side);
        let mut reading = self.post(&message).await;
        match row.action {
            Action::Request => self.read("POST", &mut reading, |_| false).await,
            // Without a session, the server has no use for notifications.
            Action::Notification if is_modern(self.version) => {
                self.events -= row.events_on(self.side);
            }
            Action::Notification => {}
            Action::CancelledRequest => {
                self.read("POST", &mut reading, |message| message.get("id").is_none())
                    .await;
                if is_modern(self.version) {
                    self.events += self.events_of_end();
                } else {
                    self.events += 2;
                    let params = json!({ "requestId": message["id"], "reason": "enough" });
                    let method = "notifications/cancelled";
                    self.post(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
                        .await;
                }
                drop(reading);
            }
            Action::Subscription { then } => {
                self.read("POST", &mut reading, |message| message.get("id").is_none())
                    .await;
                self.events += 1;
                self.settle().await;
                let request = json!({ "jsonrpc": "2.0", "id": "then", "method": then });
                self.request(request).await;
                if then == "parity/end" {
                    self.read("POST", &mut reading, |_| false).await;
                } else {
                    let is_last = |message: &Value| message["params"]["uri"] == "book:emma";
                    self.read("POST", &mut reading, is_last).await;
                    self.events += self.events_of_end();
                }
                drop(reading);
            }
        }
        if row.title == "`initialize`" && self.session.is_some() {
            self.listen().await;
        }
        self.settle().await;
    }

    /// Returns how many events the handler records if the client closes the connection of a request. Our server also
    /// sends a cancellation.
    fn events_of_end(&self) -> usize {
        1 + usize::from(self.side == Side::Beside)
    }

    /// Waits until the server has sent all messages of this row.
    async fn settle(&mut self) {
        let params = json!({ "events": self.events });
        let (id, method) = ("settle", "parity/settle");
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.request(message).await;
    }

    /// Sends a request, and reads its response. In a session, also reads the stream of `GET` up to the
    /// notification that `parity/settle` sends.
    async fn request(&mut self, mut message: Value) {
        if is_modern(self.version) {
            message["params"] = with_client(message.get("params").cloned().unwrap_or(json!({})));
        }
        let mut reading = self.post(&message).await;
        let is_settling = message["method"] == "parity/settle";
        let listening = is_settling.then(|| self.listening.take());
        let Some(mut listening) = listening.flatten() else {
            self.read("settle", &mut reading, |_| false).await;
            return;
        };
        let (mut is_answered, mut is_settled) = (false, false);
        while !(is_answered && is_settled) {
            tokio::select! {
                message = reading.next(), if !is_answered => {
                    is_answered = message.is_none();
                    self.receive("settle", message).await;
                }
                message = listening.next(), if !is_settled => {
                    let Some(message) = message else { break };
                    is_settled = message["method"] == "notifications/parity/settled";
                    self.receive("GET", Some(message)).await;
                }
            }
        }
        self.listening = Some(listening);
    }

    /// Reads messages up to the one for which `is_last` is true, or to the end.
    async fn read(
        &mut self,
        stream: &'static str,
        reading: &mut Reading,
        is_last: impl Fn(&Value) -> bool,
    ) {
        while let Some(message) = reading.next().await {
            let is_last = is_last(&message);
            self.receive(stream, Some(message)).await;
            if is_last {
                return;
            }
        }
    }

    /// Records a message, and answers the server's requests.
    async fn receive(&mut self, stream: &'static str, message: Option<Value>) {
        let Some(mut message) = message else { return };
        if let Some(answer) = self.questions.receive(&mut message) {
            self.post(&answer).await;
        }
        if message["method"] == "notifications/cancelled" {
            // The stream is compared apart from the order.
            self.push("cancelled", json!({ "on": stream, "message": message }));
        } else {
            self.push(stream, message);
        }
    }

    fn push(&mut self, stream: &'static str, message: Value) {
        self.exchange.entry(stream).or_default().push(message);
    }

    /// Sends a message, and records the status of the response.
    async fn post(&mut self, message: &Value) -> Reading {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let mut headers = vec![("content-type", "application/json".to_owned())];
        headers.push(("x-trace", "trace 7".to_owned()));
        if is_modern(self.version) {
            let version = &message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"];
            let version = text(version).unwrap_or_else(|| self.version.as_str().to_owned());
            headers.push(("mcp-protocol-version", version));
            headers.extend(text(&message["method"]).map(|method| ("mcp-method", method)));
            let params = &message["params"];
            let named = ["name", "uri", "taskId"]
                .iter()
                .find_map(|key| text(&params[key]));
            headers.extend(named.map(|name| ("mcp-name", name)));
        } else if self.session.is_some() {
            headers.push(("mcp-protocol-version", self.version.as_str().to_owned()));
        }
        let body = message.to_string();
        let (status, reading) = self.open("POST", headers, body).await;
        self.push("status", json!([message["method"], status]));
        reading
    }

    async fn listen(&mut self) {
        let version = self.version.as_str().to_owned();
        let headers = vec![("mcp-protocol-version", version)];
        let (status, reading) = self.open("GET", headers, String::new()).await;
        self.push("status", json!(["GET", status]));
        self.listening = Some(reading);
    }

    async fn open(
        &mut self,
        method: &str,
        headers: Vec<(&str, String)>,
        body: String,
    ) -> (u16, Reading) {
        let mut request = Request::builder()
            .method(method)
            .uri("/mcp?a=1")
            .header("host", "localhost")
            .header("accept", "application/json, text/event-stream");
        if let Some(session) = &self.session {
            request = request.header("mcp-session-id", session);
        }
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let request = request.extension(Trace("of a middleware"));
        let request = request.body(Full::new(Bytes::from(body))).unwrap();
        let response = (self.send)(request).await;
        let header = |name: &str| {
            let value = response.headers().get(name)?;
            Some(value.to_str().unwrap().to_owned())
        };
        if self.session.is_none() {
            self.session = header("mcp-session-id");
        }
        let kind = header("content-type").unwrap_or_default();
        let reading = Reading {
            is_stream: kind.starts_with("text/event-stream"),
            received: Vec::new(),
            body: UnsyncBoxBody::default(),
        };
        let (head, body) = response.into_parts();
        (head.status.as_u16(), Reading { body, ..reading })
    }
}
