//! The client's side of each transport.

use std::collections::HashMap;
use std::future::poll_fn;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};
use std::task::Poll;

use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper::{Request, Response};
use mcp_tool_runtime::ContentBlock;
use mcp_tool_server::{HttpBody, HttpConfig, HttpService, ServeError, ToolServer};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;
use tower::Service as _;

use crate::received::Received;
use crate::tools::Server;

/// What carries the messages of a client.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Transport {
    /// A pair of streams in memory, on one thread.
    Streams,
    /// A pair of streams in memory, on several threads.
    Threads,
    /// The standard streams of a process.
    Process,
    /// HTTP with sessions, where the protocol version has them. The client also reads the stream of `GET`.
    Session,
    /// HTTP without sessions.
    Sessionless,
}

impl Transport {
    pub(crate) const ALL: [Transport; 5] = [
        Transport::Streams,
        Transport::Threads,
        Transport::Process,
        Transport::Session,
        Transport::Sessionless,
    ];

    /// Returns whether the clock of the test and of the server advances only while no task can run.
    pub(crate) fn has_paused_clock(self) -> bool {
        !matches!(self, Transport::Threads | Transport::Process)
    }
}

/// A transport, and whether the server has a companion.
pub(crate) type Way = (Transport, bool);

/// A message of the server, or what is wrong with it.
type Item = Result<Received, String>;

/// A client that is connected to a server of its own.
pub(crate) struct Client {
    link: Link,
    pub(crate) received: UnboundedReceiver<Item>,
}

enum Link {
    Lines(UnboundedSender<Vec<u8>>, Serving),
    Http(Http),
}

enum Serving {
    Task(JoinHandle<Result<(), ServeError>>),
    Process(Child),
}

impl Client {
    pub(crate) fn connect(
        (transport, is_beside): Way,
        server: Server,
        version: &'static str,
    ) -> Self {
        let (sender, received) = unbounded_channel();
        let link = match transport {
            Transport::Streams | Transport::Threads => streams(server.build(is_beside), sender),
            Transport::Process => process(server, sender),
            Transport::Session | Transport::Sessionless => {
                let (config, session) = match transport {
                    Transport::Session => (HttpConfig::new(), None),
                    // A server without sessions ignores the header.
                    _ => (
                        HttpConfig::new().without_sessions(),
                        Some(MADE_UP.to_owned()),
                    ),
                };
                Link::Http(Http {
                    service: server.build(is_beside).http_service(config),
                    version,
                    session,
                    responses: 0,
                    sender,
                })
            }
        };
        Client { link, received }
    }

    pub(crate) async fn send(&mut self, message: &[u8]) {
        match &mut self.link {
            // If the server has ended, the script misses the response.
            Link::Lines(to_server, _) => drop(to_server.send([message, b"\n"].concat())),
            Link::Http(http) => http.post(message).await,
        }
    }

    /// Closes the connection, and returns the messages that still arrive.
    pub(crate) async fn end(self) -> Vec<Item> {
        let mut received = self.received;
        let mut rest = Vec::new();
        match self.link {
            Link::Lines(to_server, serving) => {
                drop(to_server);
                while let Some(item) = received.recv().await {
                    rest.push(item);
                }
                let end = match serving {
                    Serving::Task(task) => task.await.unwrap().map_err(|it| it.to_string()),
                    Serving::Process(mut child) => match child.wait().unwrap() {
                        status if status.success() => Ok(()),
                        status => Err(status.to_string()),
                    },
                };
                rest.extend(end.err().map(|error| Err(format!("the server: {error}"))));
            }
            Link::Http(http) => {
                // The clock is paused, so this waits until the server has nothing left to do.
                tokio::time::sleep(std::time::Duration::from_millis(1)).await;
                drop(http);
                while let Ok(item) = received.try_recv() {
                    rest.push(item);
                }
            }
        }
        rest
    }
}

fn streams(server: ToolServer, sender: UnboundedSender<Item>) -> Link {
    let (mut writer, input) = tokio::io::duplex(1024);
    let (output, reader) = tokio::io::duplex(1024);
    let (to_server, mut lines) = unbounded_channel::<Vec<u8>>();
    tokio::spawn(async move {
        while let Some(line) = lines.recv().await {
            let _ = writer.write_all(&line).await;
        }
    });
    tokio::spawn(async move {
        let mut lines = tokio::io::BufReader::new(reader).lines();
        while let Some(line) = lines.next_line().await.unwrap() {
            let _ = sender.send(Received::read(line, None));
        }
    });
    let serving = tokio::spawn(server.serve_io(input, output));
    Link::Lines(to_server, Serving::Task(serving))
}

const VARIABLE: &str = "MCP_TOOL_TESTS_CASES";

/// Starts this test binary a second time, to run [`served`].
fn process(server: Server, sender: UnboundedSender<Item>) -> Link {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["transport::served", "--exact", "--ignored", "--nocapture"])
        .env(VARIABLE, format!("{server:?}"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    let (to_server, mut lines) = unbounded_channel::<Vec<u8>>();
    std::thread::spawn(move || {
        while let Some(line) = lines.blocking_recv() {
            let _ = input.write_all(&line);
        }
    });
    std::thread::spawn(move || {
        // The test harness prints the first two lines.
        for line in output.lines().skip(2) {
            let _ = sender.send(Received::read(line.unwrap(), None));
        }
    });
    Link::Lines(to_server, Serving::Process(child))
}

/// Serves in the process of [`process`].
#[test]
#[ignore = "started by the others"]
fn served() {
    let Ok(name) = std::env::var(VARIABLE) else {
        return;
    };
    let mut servers = Server::ALL.into_iter();
    let server = servers.find(|server| format!("{server:?}") == name);
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().build().unwrap();
    let end = runtime.block_on(async { server.unwrap().build(false).serve_stdio().await });
    std::process::exit(i32::from(end.is_err()));
}

/// The id of no session.
const MADE_UP: &str = "made-up";

/// A client over HTTP, without sockets.
struct Http {
    service: HttpService,
    version: &'static str,
    session: Option<String>,
    /// The number of responses so far.
    responses: usize,
    sender: UnboundedSender<Item>,
}

impl Http {
    async fn post(&mut self, message: &[u8]) {
        let text = str::from_utf8(message).unwrap_or_default();
        let member = |text: &str, name: &str| {
            let text = text.trim_start_matches('\u{feff}');
            let members: HashMap<&str, &RawValue> = serde_json::from_str(text).ok()?;
            Some(members.get(name)?.get().to_owned())
        };
        let string = |text: Option<String>| serde_json::from_str::<String>(&text?).ok();
        let method = string(member(text, "method")).unwrap_or_default();
        let params = member(text, "params").unwrap_or_default();
        let meta = member(&params, "_meta").unwrap_or_default();
        let named = string(member(&meta, "io.modelcontextprotocol/protocolVersion"));
        let version = named.unwrap_or_else(|| self.version.to_owned());
        let mut headers = vec![
            ("accept", "application/json, text/event-stream".to_owned()),
            ("content-type", "application/json".to_owned()),
            ("mcp-protocol-version", version.clone()),
        ];
        if &*version >= "2026-07-28" {
            headers.push(("mcp-method", method.clone()));
            let repeated = match &*method {
                "resources/read" => "uri",
                "tasks/get" | "tasks/update" | "tasks/cancel" => "taskId",
                _ => "name",
            };
            let name = string(member(&params, repeated));
            headers.extend(name.map(|name| ("mcp-name", encoded(&name))));
        }
        self.send("POST", headers, message, method == "initialize")
            .await;
        if method == "notifications/initialized"
            && self.session.as_ref().is_some_and(|it| it != MADE_UP)
        {
            let accept = ("accept", "text/event-stream".to_owned());
            self.send("GET", vec![accept], b"", false).await;
        }
    }

    async fn send(
        &mut self,
        method: &str,
        headers: Vec<(&str, String)>,
        body: &[u8],
        begins: bool,
    ) {
        let mut request = Request::builder()
            .method(method)
            .uri("/mcp")
            .header("host", "localhost");
        let is_modern = headers.iter().any(|(name, _)| *name == "mcp-method");
        for (name, value) in headers {
            request = request.header(name, value);
        }
        if let Some(session) = &self.session {
            request = request.header("mcp-session-id", session);
        }
        let body = Full::new(Bytes::copy_from_slice(body));
        let future = self.service.call(request.body(body).unwrap());
        let mut future = Box::pin(async { future.await.unwrap() });
        // The server gets the requests in the order in which the client sends them.
        let mut response = poll_fn(|context| Poll::Ready(future.as_mut().poll(context))).await;
        if begins && response.is_pending() {
            response = Poll::Ready(future.as_mut().await);
        }
        if begins && let Poll::Ready(response) = &response {
            let id = response.headers().get("mcp-session-id");
            self.session = id
                .map(|id| id.to_str().unwrap().to_owned())
                .or(self.session.take());
        }
        self.responses += 1;
        let (lane, sender) = (self.responses, self.sender.clone());
        tokio::spawn(async move {
            let response = match response {
                Poll::Ready(response) => response,
                Poll::Pending => future.await,
            };
            if let Err(fault) = read(response, lane, is_modern, &sender).await {
                let _ = sender.send(Err(fault));
            }
        });
    }
}

/// Returns the value of a header for a text.
fn encoded(text: &str) -> String {
    let is_plain = text.bytes().all(|byte| matches!(byte, b'!'..=b'~'));
    if is_plain {
        return text.to_owned();
    }
    let block = json!(ContentBlock::image_bytes(text.as_bytes(), "text/plain"));
    format!("=?base64?{}?=", block["data"].as_str().unwrap())
}

/// Reads a response, and sends its messages.
async fn read(
    response: Response<HttpBody>,
    lane: usize,
    is_modern: bool,
    sender: &UnboundedSender<Item>,
) -> Result<(), String> {
    let status = response.status().as_u16();
    let kind = response.headers().get("content-type").cloned();
    let is_stream = kind.is_some_and(|kind| kind == "text/event-stream");
    let mut body = response.into_body();
    let mut bytes = Vec::new();
    let mut last = String::new();
    while let Some(frame) = body.frame().await {
        bytes.extend(frame.unwrap().into_data().unwrap_or_default());
        while is_stream && let Some(end) = bytes.windows(2).position(|pair| pair == b"\n\n") {
            let block: Vec<_> = bytes.drain(..end + 2).collect();
            let block = String::from_utf8(block).unwrap();
            let data = block.lines().find_map(|line| line.strip_prefix("data:"));
            if let Some(data) = data.map(str::trim).filter(|data| !data.is_empty()) {
                last = data.to_owned();
                let _ = sender.send(Received::read(last.clone(), Some(lane)));
            }
        }
    }
    if !bytes.is_empty() {
        last = String::from_utf8(bytes).unwrap();
        let _ = sender.send(Ok(Received::read(last.clone(), Some(lane))?));
    }
    let expected = match &*last {
        _ if is_stream => 200,
        "" => 202,
        last => expected_status(last, is_modern),
    };
    // If the tool is known, the status is that of its error. Otherwise, the message is wrong.
    let has_both = last.contains("`params` has a duplicate member");
    if status == expected || has_both && status == 400 {
        Ok(())
    } else {
        Err(format!("status {status} instead of {expected}: {last}"))
    }
}

/// Returns the status of a response that is no stream.
fn expected_status(message: &str, is_modern: bool) -> u16 {
    let message: Value = serde_json::from_str(message).unwrap_or_default();
    match message["error"]["code"].as_i64() {
        Some(-32700 | -32600) => 400,
        Some(-32022..=-32020) if is_modern => 400,
        Some(-32601) if is_modern => 404,
        // These are faults of the message, like a missing header.
        Some(-32602) if is_modern && is_fault_of_meta(&message) => 400,
        _ => 200,
    }
}

/// Returns whether an error is about what each request has since 2026-07-28.
fn is_fault_of_meta(message: &Value) -> bool {
    let text = message["error"]["message"].as_str().unwrap_or_default();
    [
        "`_meta` must",
        "`params` must",
        "`io.modelcontextprotocol/clientCapabilities`",
    ]
    .iter()
    .any(|start| text.starts_with(start))
}
