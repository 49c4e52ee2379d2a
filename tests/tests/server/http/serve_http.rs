//! Tests of `serve_http`: shutdown, timeouts and upgrades of connections, readiness, and the client's address.

use std::future::ready;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::{CONNECTION, UPGRADE};
use axum::middleware::map_request;
use axum::response::IntoResponse;
use axum::routing::get;
use hyper_util::rt::TokioIo;
use mcp_tool_runtime::{ToolContext, ToolRegistry, mcp_tool, tools};
use mcp_tool_server::{HttpConfig, Readiness, ServeError, ToolServer, serve_http};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout};

use super::client::*;

const GRACE: Duration = ToolServer::GRACE;

/// The longest time that a shutdown takes after the end of the grace period. During this time, the server
/// waits for threads and sends its last responses.
const LAST_WORDS: Duration = Duration::from_secs(3);

/// More bytes than the buffers of a connection hold.
const LARGE: usize = 16 * 1024 * 1024;

type Serving = JoinHandle<Result<(), ServeError>>;

/// A server with the tools at `/mcp`, a large page at `/large`, and an upgrade at `/upgrade`. Its
/// `HttpConfig` has no `until`, because `serve_http` controls the shutdown.
struct Served {
    address: SocketAddr,
    end: oneshot::Sender<()>,
    serving: Serving,
    gate: Arc<Gate>,
    /// The number of requests whose head the server has read.
    requests: Arc<AtomicUsize>,
}

impl Served {
    async fn new(grace: Duration) -> Served {
        let (server, gate) = server();
        let service = server.http_service(HttpConfig::new());
        let requests = Arc::<AtomicUsize>::default();
        let counter = Arc::clone(&requests);
        let app = Router::new()
            .route_service("/mcp", service)
            .layer(map_request(move |request: Request| {
                counter.fetch_add(1, Ordering::SeqCst);
                ready(request)
            }))
            .route("/large", get(|| async { "-".repeat(LARGE) }))
            .route("/upgrade", get(upgrade));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (end, ended) = oneshot::channel();
        let until = async move { ended.await.unwrap() };
        let serving = serve_http(listener, app).until(until).grace(grace);
        Served {
            address,
            end,
            serving: tokio::spawn(serving.into_future()),
            gate,
            requests,
        }
    }

    /// Sends a request, or a part of one. If the server responds to it at once, waits for the first byte of the
    /// response, and does not read it.
    async fn send(&self, request: &str) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        let mut stream = socket.connect(self.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        if request.starts_with("GET") {
            let first = timeout(LIMIT, stream.peek(&mut [0])).await;
            first.expect("a response in time").unwrap();
        } else if request.contains("\r\n\r\n") {
            reaches(&self.requests, 1).await;
        }
        stream
    }

    /// Pauses the test clock, and shuts the server down. Returns the duration of the shutdown on this clock.
    async fn end(self) -> Duration {
        tokio::time::pause();
        let before = Instant::now();
        self.end.send(()).unwrap();
        let end = timeout(4 * GRACE, self.serving).await;
        end.expect("the end in time").unwrap().unwrap();
        before.elapsed()
    }
}

/// Upgrades the connection to a simple test protocol.
async fn upgrade(request: Request) -> impl IntoResponse {
    tokio::spawn(async move {
        let upgraded = hyper::upgrade::on(request).await.unwrap();
        let mut stream = TokioIo::new(upgraded);
        let mut word = [0; 5];
        stream.read_exact(&mut word).await.unwrap();
        stream.write_all(b"world").await.unwrap();
    });
    let headers = [(CONNECTION, "upgrade"), (UPGRADE, "words")];
    (StatusCode::SWITCHING_PROTOCOLS, headers)
}

/// Returns all that a server sends until it closes the connection.
async fn rest(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    // Ignore read errors, because the server may reset the connection instead of closing it
    // cleanly.
    let _ = timeout(4 * GRACE, stream.read_to_end(&mut bytes))
        .await
        .expect("the end of the connection");
    String::from_utf8(bytes).unwrap()
}

#[tokio::test]
async fn slow_clients_do_not_block_shutdown() {
    let half_a_body = "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\
                       content-type: application/json\r\n\
                       accept: application/json, text/event-stream\r\n\r\n{";
    let no_time = Duration::ZERO..Duration::from_secs(1);
    let moment = Duration::ZERO..GRACE;
    let grace = GRACE..GRACE + LAST_WORDS;
    for (name, request, time, expected) in [
        ("no head", "", no_time.clone(), ""),
        (
            "an idle connection",
            "GET / HTTP/1.1\r\n\r\n",
            no_time.clone(),
            "404",
        ),
        ("half a head", "POST /mcp HTTP/1.1\r\nhost: loc", moment, ""),
        (
            "half a second head",
            "GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\nhost: loc",
            no_time,
            "404",
        ),
        ("half a body", half_a_body, grace.clone(), "503"),
        (
            "an unread response",
            "GET /large HTTP/1.1\r\n\r\n",
            grace,
            "200",
        ),
    ] {
        let served = Served::new(GRACE).await;
        let client = served.send(request).await;
        let elapsed = served.end().await;
        assert!(time.contains(&elapsed), "{name}: {elapsed:?}");
        let response = rest(client).await;
        let status = response.split(' ').nth(1).unwrap_or_default();
        assert_eq!(status, expected, "{name}");
        assert!(response.len() < LARGE, "{name}");
        tokio::time::resume();
    }
}

#[tokio::test]
async fn a_connection_without_complete_headers_is_closed() {
    let served = Served::new(GRACE).await;
    for request in [
        "",
        "POST /mcp HTTP/1.1\r\nhost: loc",
        "GET / HTTP/1.1\r\n\r\n",
    ] {
        let mut client = served.send(request).await;
        tokio::time::pause();
        let before = Instant::now();
        let _ = client.read_to_end(&mut Vec::new()).await;
        let elapsed = before.elapsed().as_secs();
        assert!((70..80).contains(&elapsed), "{request:?}: {elapsed}");
        tokio::time::resume();
    }
}

#[tokio::test]
async fn upgraded_connections_belong_to_the_app() {
    let served = Served::new(GRACE).await;
    let request = "GET /upgrade HTTP/1.1\r\nconnection: upgrade\r\nupgrade: words\r\n\r\n";
    let mut client = served.send(request).await;
    let elapsed = served.end().await;
    assert!(elapsed < GRACE, "{elapsed:?}");
    client.write_all(b"hello").await.unwrap();
    let response = rest(client).await;
    assert!(response.starts_with("HTTP/1.1 101 "), "{response}");
    assert!(response.ends_with("\r\n\r\nworld"), "{response}");
}

#[tokio::test]
async fn listening_streams_do_not_delay_shutdown() {
    let served = Served::new(GRACE).await;
    let mut listening = Vec::new();
    for version in OLDER {
        let client = Client::new(served.address, version).await;
        listening.push(client.listen(&[]).await);
    }
    let elapsed = served.end().await;
    assert!(elapsed < GRACE, "{elapsed:?}");
    for mut stream in listening {
        assert_eq!(stream.next().await, None);
    }
}

/// Calls the tool `wait`. Returns the stream of the call once the tool runs.
async fn running(served: &Served, version: &'static str) -> Stream {
    let client = Client::new(served.address, version).await;
    let mut message = call(1, "wait", json!({}));
    message["params"]["_meta"]["progressToken"] = json!(1);
    let mut stream = client.open(&message).await;
    stream.next().await.expect("progress");
    stream
}

#[tokio::test]
async fn shutdown_finishes_calls_and_rejects_new_connections() {
    let served = Served::new(GRACE).await;
    let streams = [
        running(&served, NEWEST).await,
        running(&served, OLDER[1]).await,
    ];
    reaches(&served.gate.started, 2).await;
    served.end.send(()).unwrap();
    let refused = async {
        while TcpStream::connect(served.address).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(LIMIT, refused).await.expect("a closed listener");
    assert_eq!(served.gate.dropped.load(Ordering::SeqCst), 0);
    served.gate.open.add_permits(2);
    for mut stream in streams {
        let answer = stream.next().await.expect("an answer");
        assert_eq!(answer["result"]["content"][0]["text"], "waited");
        assert_eq!(stream.next().await, None);
    }
    let end = timeout(LIMIT, served.serving).await;
    end.expect("the end in time").unwrap().unwrap();
}

#[tokio::test]
async fn calls_beyond_the_grace_period_are_cancelled_with_an_error() {
    let served = Served::new(Duration::from_millis(100)).await;
    let streams = [
        running(&served, NEWEST).await,
        running(&served, OLDER[1]).await,
    ];
    reaches(&served.gate.started, 2).await;
    served.end.send(()).unwrap();
    for mut stream in streams {
        let answer = stream.next().await.expect("an answer");
        assert_eq!(answer["error"]["code"], -32603, "{answer}");
        assert_eq!(stream.next().await, None);
    }
    let end = timeout(LIMIT, served.serving).await;
    end.expect("the end in time").unwrap().unwrap();
    assert_eq!(served.gate.dropped.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn dropping_the_server_cancels_calls_and_closes_connections() {
    let served = Served::new(GRACE).await;
    let idle = served.send("").await;
    let mut stream = running(&served, NEWEST).await;
    served.serving.abort();
    assert_eq!(stream.next().await, None);
    assert_eq!(rest(idle).await, "");
    reaches(&served.gate.dropped, 1).await;
}

#[tokio::test]
async fn a_server_that_is_not_ready_still_serves() {
    const DELAY: Duration = LIMIT;
    let (server, gate) = server();
    let readiness = Readiness::new();
    let app = Router::new()
        .route_service("/mcp", server.http_service(HttpConfig::new()))
        .route_service("/readyz", readiness.clone());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (end, ended) = oneshot::channel::<()>();
    let until = async move { ended.await.unwrap() };
    let serving = serve_http(listener, app).until(until).drain_delay(DELAY);
    let serving = tokio::spawn(serving.into_future());
    let probe = async || {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let probe = b"GET /readyz HTTP/1.1\r\nhost: probe\r\n\r\n";
        stream.write_all(probe).await.unwrap();
        Stream::read(stream).await
    };
    assert_eq!(probe().await.status, 200);
    readiness.set_ready(false);
    assert_eq!(probe().await.status, 503);
    readiness.set_ready(true);
    assert_eq!(probe().await.status, 200);

    // The shutdown begins with the drain delay, during which the server still accepts
    // connections. In this time, clients of every protocol version connect, and an earlier call
    // keeps running.
    let client = Client::new(address, NEWEST).await;
    let mut running = client.open(&call(1, "wait", json!({}))).await;
    reaches(&gate.started, 1).await;
    let before = Instant::now();
    end.send(()).unwrap();
    for _ in 0..3 {
        for version in [OLDER[0], OLDER[1], NEWEST] {
            let client = Client::new(address, version).await;
            let mut stream = client.open(&call(7, "echo", json!({ "text": "a" }))).await;
            assert_eq!(stream.headers["connection"], "close");
            let answer = stream.next().await.expect("an answer");
            assert_eq!(answer["result"]["content"][0]["text"], "a");
        }
        let probe = probe().await;
        assert_eq!(
            (probe.status, &*probe.headers["connection"]),
            (503, "close")
        );
    }
    gate.open.add_permits(1);
    let answer = running.next().await.expect("an answer");
    assert_eq!(answer["result"]["content"][0]["text"], "waited");
    // Skip the rest of the drain delay.
    tokio::time::pause();
    let end = timeout(2 * DELAY, serving).await;
    end.expect("the end in time").unwrap().unwrap();
    assert!(before.elapsed() >= DELAY);
    assert!(TcpStream::connect(address).await.is_err());
}

/// One of several servers behind a load balancer.
#[derive(Clone)]
struct Replica {
    address: SocketAddr,
    end: Arc<Mutex<Option<oneshot::Sender<()>>>>,
    serving: Arc<Mutex<Option<Serving>>>,
}

impl Replica {
    async fn start() -> Replica {
        let (server, _) = server();
        let app = Router::new()
            .route_service("/mcp", server.http_service(HttpConfig::new()))
            .route_service("/readyz", Readiness::new());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (end, ended) = oneshot::channel::<()>();
        let until = async move { ended.await.unwrap() };
        let serving = serve_http(listener, app).until(until);
        // Longer than a busy machine needs for the probe of a client and its calls.
        let serving = serving.drain_delay(Duration::from_secs(8));
        Replica {
            address,
            end: Arc::new(Mutex::new(Some(end))),
            serving: Arc::new(Mutex::new(Some(tokio::spawn(serving.into_future())))),
        }
    }
}

/// Calls a tool in a loop until `end` is true. Skips servers whose readiness probe fails. Returns the number
/// of calls.
async fn call_until(end: Arc<AtomicBool>, replicas: Arc<Mutex<Vec<Replica>>>) -> usize {
    let (mut calls, mut turn) = (0, 0);
    while !end.load(Ordering::Relaxed) {
        turn += 1;
        let replica = {
            let replicas = replicas.lock().unwrap();
            replicas[turn % replicas.len()].clone()
        };
        let mut probe = TcpStream::connect(replica.address).await.unwrap();
        let head = b"GET /readyz HTTP/1.1\r\nhost: probe\r\n\r\n";
        probe.write_all(head).await.unwrap();
        if Stream::read(probe).await.status != 200 {
            continue;
        }
        // Wait, so that the shutdown of `replica` can start between the probe and the calls.
        tokio::time::sleep(Duration::from_millis(5)).await;
        for version in [OLDER[1], NEWEST] {
            let client = Client::new(replica.address, version).await;
            let (_, answer) = client.ask(&call(7, "echo", json!({ "text": "a" }))).await;
            assert_eq!(answer["result"]["content"][0]["text"], "a");
            calls += 1;
        }
    }
    calls
}

#[tokio::test]
async fn a_rolling_restart_of_replicas_loses_no_call() {
    let mut replicas = Vec::new();
    for _ in 0..3 {
        replicas.push(Replica::start().await);
    }
    let replicas = Arc::new(Mutex::new(replicas));
    let end = Arc::new(AtomicBool::new(false));
    let clients: Vec<_> = (0..4)
        .map(|_| tokio::spawn(call_until(Arc::clone(&end), Arc::clone(&replicas))))
        .collect();
    let mut ending = Vec::new();
    for _ in 0..3 {
        let next = Replica::start().await;
        let oldest = {
            let mut replicas = replicas.lock().unwrap();
            replicas.push(next);
            replicas[0].clone()
        };
        oldest.end.lock().unwrap().take().unwrap().send(()).unwrap();
        ending.extend(oldest.serving.lock().unwrap().take());
        // Act as a load balancer: remove the oldest server shortly after its readiness probe
        // starts to fail.
        tokio::time::sleep(Duration::from_millis(50)).await;
        replicas.lock().unwrap().remove(0);
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    // All servers are replaced. Continue the calls until the last old server has ended.
    for serving in ending {
        let end = timeout(LIMIT, serving).await;
        end.expect("the end in time").unwrap().unwrap();
    }
    end.store(true, Ordering::Relaxed);
    for client in clients {
        assert!(client.await.unwrap() > 10);
    }
}

/// Returns the address of the client.
#[mcp_tool(read_only)]
async fn peer(#[context] cx: &ToolContext) -> Option<String> {
    cx.extension::<SocketAddr>().map(ToString::to_string)
}

#[tokio::test]
async fn a_service_without_a_router_sees_the_address_of_the_client() {
    let registry = ToolRegistry::builder(()).tools(tools![peer]);
    let server = ToolServer::new("peer", "1", registry.build().unwrap());
    let service = server.http_service(HttpConfig::new());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let serving = serve_http(listener, service).until(std::future::pending());
    tokio::spawn(serving.into_future());
    let client = Client::new(address, NEWEST).await;
    let stream = client.start(&call(1, "peer", json!({}))).await;
    let expected = json!(stream.local_addr().unwrap()).to_string();
    let answer = Stream::read(stream).await.next().await.expect("an answer");
    assert_eq!(answer["result"]["content"][0]["text"], expected);
}
