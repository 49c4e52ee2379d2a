//! The number of socket writes for a response.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use axum::Router;
use axum::serve::Listener;
use mcp_tool_server::HttpConfig;
use serde_json::json;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

use super::client::*;

/// A socket that counts writes.
struct Counted(TcpStream, Arc<AtomicUsize>);

impl AsyncRead for Counted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Counted {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.1.fetch_add(1, Ordering::SeqCst);
        Pin::new(&mut self.0).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.1.fetch_add(1, Ordering::SeqCst);
        Pin::new(&mut self.0).poll_write_vectored(cx, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.0.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(cx)
    }
}

struct CountingListener(TcpListener, Arc<AtomicUsize>);

impl Listener for CountingListener {
    type Io = Counted;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Counted, SocketAddr) {
        let (stream, peer) = self.0.accept().await.unwrap();
        (Counted(stream, Arc::clone(&self.1)), peer)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

#[tokio::test(start_paused = true)]
async fn a_response_is_sent_in_one_write() {
    let sessions = HttpConfig::new();
    let stateless = sessions.clone().without_sessions();
    for (name, config, version) in [
        ("session", sessions.clone(), OLDER[0]),
        ("session", sessions.clone(), OLDER[1]),
        ("stateless", stateless.clone(), OLDER[0]),
        ("stateless", stateless.clone(), OLDER[1]),
        ("newest", sessions, NEWEST),
        ("newest, stateless", stateless, NEWEST),
    ] {
        let (server, gate) = server();
        let app = Router::new().route_service("/mcp", server.http_service(config));
        let writes = Arc::new(AtomicUsize::new(0));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let listener = CountingListener(listener, Arc::clone(&writes));
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });

        let client = Client::new(address, version).await;
        // In older protocol versions, `Client::new` posts `initialize` and
        // `notifications/initialized`, and the server writes one response to each. The newest
        // protocol version has no such handshake.
        let greeted = if version == NEWEST { 0 } else { 2 };
        assert_eq!(writes.load(Ordering::SeqCst), greeted, "{name} {version}");
        let mut reports = call(3, "count", json!({}));
        reports["params"]["_meta"]["progressToken"] = json!(1);
        let list = json!({ "jsonrpc": "2.0", "id": 4, "method": "tools/list", "params": {} });
        for message in [
            call(1, "echo", json!({ "text": "a" })),
            call(2, "echo", json!({ "text": "a".repeat(100_000) })),
            reports,
            list,
        ] {
            writes.store(0, Ordering::SeqCst);
            let (_, response) = client.ask(&message).await;
            assert!(response["result"].is_object(), "{response}");
            let writes = writes.load(Ordering::SeqCst);
            assert_eq!(writes, 1, "{name} {version} {}", message["id"]);
        }

        // A slow response takes two writes. The first contains the head and the stream's first event, or a comment.
        writes.store(0, Ordering::SeqCst);
        let later = async {
            reaches(&gate.started, 1).await;
            reaches(&writes, 1).await;
            gate.open.add_permits(1);
        };
        let wait = call(5, "wait", json!({}));
        let ((_, response), ()) = tokio::join!(client.ask(&wait), later);
        assert_eq!(response["result"]["content"][0]["text"], "waited");
        assert_eq!(writes.load(Ordering::SeqCst), 2, "{name} {version}");
    }
}
