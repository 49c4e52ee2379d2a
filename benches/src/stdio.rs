//! Sends requests to a server through an in-memory stream that replaces stdio. Waits for each response before
//! the next request.

use std::hint::black_box;

use mcp_tool_runtime::ToolServer;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream};

use crate::handler::{ADD, Handler, handler, request};
use crate::sdk;
use crate::tools::{self, Tools};

/// Sends calls to a server. For `stdio`, `mcp-tool-runtime` and rmcp use a server that runs on the SDK. The
/// path `stdio-core` and the handwritten code use a simple loop that reads lines.
pub(crate) fn run(path: &str, side: &str, times: u64) {
    sdk::runtime().block_on(async {
        let (client, stream) = tokio::io::duplex(64 * 1024);
        match (path, side) {
            ("stdio", "ours") => {
                let registry = tools::registry(Tools::Declared);
                let server = ToolServer::new("bench", "1.0.0", registry);
                let (input, output) = tokio::io::split(stream);
                tokio::spawn(server.serve_io(input, output));
            }
            (_, "rmcp") => {
                let service = sdk::connect(sdk::server(Tools::Declared), stream);
                tokio::spawn(service.waiting());
            }
            _ => {
                tokio::spawn(serve_lines(handler(side, Tools::Declared), stream));
            }
        }
        let request = request("tools/call", ADD) + "\n";
        let mut client = BufReader::new(client);
        let mut response = Vec::new();
        for _ in 0..times {
            let sent = client.write_all(request.as_bytes()).await;
            sent.expect("the server reads");
            response.clear();
            let read = client.read_until(b'\n', &mut response).await;
            assert!(
                black_box(read.expect("the server writes")) > 0,
                "a response"
            );
        }
    });
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
