//! Messages with faults that a broken client or an attacker may send. Each one gets an exact response, in every
//! protocol version, and the connection goes on.

mod batches;
mod each_method;
mod lines;
mod members;
mod mutated;

use std::time::Duration;

use mcp_tool_runtime::ProtocolVersion;
use mcp_tool_server::ToolServer;
use mcp_tool_tests::zoo;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines};
use tokio::time::timeout;

/// The time after which a server hangs.
const LIMIT: Duration = Duration::from_secs(60);

/// The members of `_meta` that each request needs since 2026-07-28.
pub(crate) const META: &str = r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}"#;

/// A connection to the tools of the zoo.
pub(crate) struct Client {
    to_server: DuplexStream,
    from_server: Lines<BufReader<DuplexStream>>,
}

impl Client {
    pub(crate) fn new() -> Self {
        let (to_server, input) = tokio::io::duplex(1024);
        let (output, from_server) = tokio::io::duplex(1024);
        let server = ToolServer::new("zoo", "1.2.3", zoo::registry());
        tokio::spawn(server.serve_io(input, output));
        Client {
            to_server,
            from_server: BufReader::new(from_server).lines(),
        }
    }

    /// Returns a client that has sent `initialize`, if the protocol version has it.
    pub(crate) async fn of(version: ProtocolVersion) -> Self {
        let mut client = Client::new();
        if !is_modern(version) {
            let info = json!({ "name": "test", "version": "0" });
            let params = json!({ "protocolVersion": version.as_str(), "capabilities": {}, "clientInfo": info });
            let response = client.request("initialize", &params.to_string()).await;
            assert!(response.contains(version.as_str()), "{response}");
        }
        client
    }

    /// Sends a line, and returns the next line from the server.
    pub(crate) async fn ask(&mut self, line: &[u8]) -> String {
        let line = [line, b"\n"].concat();
        let asked = async {
            let sent = self.to_server.write_all(&line);
            let (sent, response) = tokio::join!(sent, self.from_server.next_line());
            sent.unwrap();
            response.unwrap().expect("a response")
        };
        let response = timeout(LIMIT, asked).await;
        let response = response
            .unwrap_or_else(|_| panic!("no response to {:.300}", String::from_utf8_lossy(&line)));
        assert!(
            !response.contains(['\u{2028}', '\u{2029}', '\u{85}']),
            "{response}"
        );
        response
    }

    /// Sends a request with the id 1, and describes its response.
    pub(crate) async fn request(&mut self, method: &str, params: &str) -> String {
        let line = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#);
        let response = self.ask(line.as_bytes()).await;
        assert!(
            response.starts_with(r#"{"jsonrpc":"2.0","id":1,"#),
            "{response}"
        );
        described(&response)
    }
}

pub(crate) fn is_modern(version: ProtocolVersion) -> bool {
    version >= ProtocolVersion::V2026_07_28
}

/// Describes a response: the code, message and data of an error, the text of a tool, or the whole result.
pub(crate) fn described(response: &str) -> String {
    let response: Value = serde_json::from_str(response).unwrap();
    let error = &response["error"];
    if error.is_object() {
        let data = error
            .get("data")
            .map_or(String::new(), |data| format!(" {data}"));
        return format!(
            "{} {}{data}",
            error["code"],
            error["message"].as_str().unwrap()
        );
    }
    let result = &response["result"];
    match result["content"][0]["text"].as_str() {
        Some(text) => text.to_owned(),
        None => result.to_string(),
    }
}

/// Replaces `<arrays>` and `<objects>` by deeply nested values.
pub(crate) fn filled(text: &str) -> String {
    let arrays = "[".repeat(10_000) + &"]".repeat(10_000);
    let objects = r#"{"a":"#.repeat(10_000) + "1" + &"}".repeat(10_000);
    text.replace("<arrays>", &arrays)
        .replace("<objects>", &objects)
}

/// The response to an unknown method.
pub(crate) const UNKNOWN: &str = "-32601 unknown method `no/such`";
