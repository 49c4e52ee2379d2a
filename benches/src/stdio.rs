//! Sends requests to a server through an in-memory stream that replaces stdio. Waits for each response before
//! the next request.

use std::hint::black_box;

use mcp_tool_server::ToolServer;
use rmcp::ServiceExt as _;
use serde_json::json;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream};

use crate::handler::{ADD, Handler, handler, request};
use crate::response::check;
use crate::sdk;
use crate::tools::{self, Tools};

/// The `params` of an `initialize` request, without the outer braces.
pub(crate) const INITIALIZE: &str = r#""protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1.0.0"}"#;
pub(crate) const INITIALIZED: &str =
    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n";

/// Sends calls to a server. The handwritten server is a loop over lines, without a handshake.
pub(crate) fn run(side: &str, params: &str, times: u64) {
    sdk::runtime().block_on(async {
        let (client, stream) = tokio::io::duplex(64 * 1024);
        if side == "hand" {
            tokio::spawn(serve_lines(handler(side, Tools::Declared), stream));
        } else if side == "ours" {
            let registry = tools::registry(Tools::Declared);
            let server = ToolServer::new("bench", "1.0.0", registry);
            let (input, output) = tokio::io::split(stream);
            tokio::spawn(server.serve_io(input, output));
        } else {
            let server = sdk::server(Tools::Declared);
            tokio::spawn(async move {
                let server = server.serve(tokio::io::split(stream)).await;
                server.expect("the client opens a session").waiting().await
            });
        }
        let mut client = Client {
            stream: BufReader::new(client),
            response: Vec::new(),
        };
        // A client of 2026-07-28 sends its version with each request.
        if side != "hand" && params == ADD {
            let initialize = request("initialize", INITIALIZE) + "\n";
            client.ask(&initialize).await;
            client.send(INITIALIZED).await;
        }
        let request = request("tools/call", params) + "\n";
        client.ask(&request).await;
        let checked = client.response.clone();
        check(&checked, &json!({ "sum": 42 }));
        for _ in 0..times {
            client.ask(&request).await;
            let length = black_box(&client.response).len();
            assert_eq!(length, checked.len(), "the response changes");
        }
        assert!(client.response == checked, "the response changes");
    });
}

struct Client {
    stream: BufReader<DuplexStream>,
    response: Vec<u8>,
}

impl Client {
    /// Sends a message, which ends with a line break.
    async fn send(&mut self, message: &str) {
        let sent = self.stream.write_all(message.as_bytes()).await;
        sent.expect("the server reads");
    }

    /// Sends a request, and reads one line, the response.
    async fn ask(&mut self, request: &str) {
        self.send(request).await;
        self.response.clear();
        let read = self.stream.read_until(b'\n', &mut self.response).await;
        assert!(read.expect("the server writes") > 0, "a response");
    }
}

async fn serve_lines(mut handle: Handler, stream: DuplexStream) {
    let mut stream = BufReader::new(stream);
    let mut line = Vec::new();
    while stream
        .read_until(b'\n', &mut line)
        .await
        .is_ok_and(|read| read > 0)
    {
        let mut response = handle(&line);
        response.push(b'\n');
        if stream.write_all(&response).await.is_err() {
            break;
        }
        line.clear();
    }
}
