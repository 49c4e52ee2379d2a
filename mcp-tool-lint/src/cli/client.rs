//! A client that reads the tools of a server, in every protocol version and over both transports.

use serde_json::{Value, json};

use super::Listing;
use super::http::Connection;
use super::stdio::Process;

/// A server with more pages is broken: it would keep the program for ever.
const MAX_PAGES: usize = 1_000;

pub(super) enum Server {
    Stdio(Process),
    Http(Connection),
}

impl Server {
    /// Sends a request, and returns its result or its error.
    fn request(&mut self, method: &str, params: Value) -> Result<Result<Value, Value>, String> {
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        let mut response = match self {
            Server::Stdio(process) => process.request(message)?,
            Server::Http(connection) => connection.request(&message)?,
        };
        Ok(match response.get_mut("error").map(Value::take) {
            Some(error) => Err(error),
            None => Ok(response["result"].take()),
        })
    }

    fn notify(&mut self, message: &Value) -> Result<(), String> {
        match self {
            Server::Stdio(process) => process.send(message),
            Server::Http(connection) => connection.notify(message),
        }
    }

    fn set_protocol_version(&mut self, version: &str) {
        if let Server::Http(connection) = self {
            connection.set_protocol_version(version);
        }
    }
}

/// Reads all pages of a server's tools.
pub(super) fn read_tools(mut server: Server, source: String) -> Result<Listing, String> {
    let info = json!({ "name": "mcp-tool-lint", "version": env!("CARGO_PKG_VERSION") });
    let hello = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": info });
    let mut instructions = None;
    let mut meta = None;
    match server.request("initialize", hello)? {
        Ok(hello) => {
            let text = hello.get("instructions").and_then(Value::as_str);
            instructions = text.map(str::to_owned);
            let version = hello.get("protocolVersion").and_then(Value::as_str);
            server.set_protocol_version(version.unwrap_or("2025-11-25"));
            server.notify(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))?;
        }
        // A server of 2026-07-28 alone has no `initialize`; each request carries its version.
        Err(_) => {
            server.set_protocol_version("2026-07-28");
            meta = Some(json!({
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientInfo": info,
                "io.modelcontextprotocol/clientCapabilities": {},
            }));
        }
    }
    let mut tools = Vec::new();
    let mut cursor: Option<Value> = None;
    for _ in 0..MAX_PAGES {
        let mut params = json!({});
        if let Some(meta) = &meta {
            params["_meta"] = meta.clone();
        }
        if let Some(cursor) = cursor.take() {
            params["cursor"] = cursor;
        }
        let page = server.request("tools/list", params)?;
        let mut page = page.map_err(|error| format!("the server rejects `tools/list`: {error}"))?;
        let Some(Value::Array(more)) = page.get_mut("tools") else {
            // The linter reports what the page is instead.
            return Ok(Listing {
                list: page,
                instructions,
                source,
            });
        };
        tools.append(more);
        cursor = page
            .get("nextCursor")
            .filter(|next| next.is_string())
            .cloned();
        if cursor.is_none() {
            return Ok(Listing {
                list: json!({ "tools": tools }),
                instructions,
                source,
            });
        }
    }
    Err(format!("the list of tools has more than {MAX_PAGES} pages"))
}
