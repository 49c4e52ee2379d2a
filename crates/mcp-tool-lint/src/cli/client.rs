//! A client that reads a server's list of tools. Supports protocol versions with and without `initialize`.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::Listing;

/// A connection to a server: a process or an HTTP endpoint.
pub(super) trait Transport {
    /// Sends a request, and returns the response.
    fn request(&mut self, request: &Value) -> Result<Value, String>;

    fn notify(&mut self, notification: &Value) -> Result<(), String>;

    /// Sets the protocol version of the next messages. Over HTTP, a header contains the version.
    fn set_protocol_version(&mut self, _version: &str) {}
}

/// Sends a request, and returns the `result` or the `error` of the response. The outer `Err` means that there is no
/// response.
fn request(
    transport: &mut impl Transport,
    id: usize,
    method: &str,
    params: &Value,
) -> Result<Result<Value, Value>, String> {
    let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
    let mut response = transport.request(&request)?;
    Ok(match response.get_mut("error").map(Value::take) {
        Some(error) => Err(error),
        None => Ok(response["result"].take()),
    })
}

/// Reads all pages of a server's list of tools. The transport's deadline stops an endless list.
pub(super) fn read_tools(mut transport: impl Transport, source: String) -> Result<Listing, String> {
    let info = json!({ "name": "mcp-tool-lint", "version": env!("CARGO_PKG_VERSION") });
    let init = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": info });
    let mut instructions = None;
    let mut params = json!({});
    match request(&mut transport, 1, "initialize", &init)? {
        Ok(init) => {
            let text = init.get("instructions").and_then(Value::as_str);
            instructions = Some(text.unwrap_or_default().to_owned());
            let version = init.get("protocolVersion").and_then(Value::as_str);
            transport.set_protocol_version(version.unwrap_or("2025-11-25"));
            transport
                .notify(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))?;
        }
        // A server that supports only protocol version 2026-07-28 rejects `initialize`, because
        // this version has no `initialize`. In this version, each request names the protocol
        // version in `_meta`.
        Err(_) => {
            transport.set_protocol_version("2026-07-28");
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientInfo": info,
                "io.modelcontextprotocol/clientCapabilities": {},
            });
        }
    }
    let mut tools = Vec::new();
    let mut cursors = HashSet::new();
    let list = loop {
        let id = cursors.len() + 2;
        let mut page = request(&mut transport, id, "tools/list", &params)?
            .map_err(|error| format!("the server rejects `tools/list`: {error}"))?;
        let Some(Value::Array(more)) = page.get_mut("tools") else {
            // The response contains no list of tools. Return `page` unchanged, so that the linter
            // can report why `page` is not a list of tools.
            break page;
        };
        tools.append(more);
        let Some(cursor) = page["nextCursor"].as_str() else {
            break json!({ "tools": tools });
        };
        if !cursors.insert(cursor.to_owned()) {
            return Err(format!("the server returns the cursor `{cursor}` twice"));
        }
        params["cursor"] = json!(cursor);
    };
    Ok(Listing {
        list,
        instructions,
        source,
    })
}

/// Returns the error for a request that the server did not answer before the deadline.
pub(super) fn timeout_error(request: &Value) -> String {
    let method = request["method"].as_str().unwrap_or_default();
    format!("the server did not answer `{method}` in time")
}

/// Returns whether a message is the response to a request: it has the request's id and no `method`. A request
/// from the server can have the same id, but has a `method`.
pub(super) fn is_response(message: &Value, request: &Value) -> bool {
    message.get("method").is_none() && message.get("id") == request.get("id")
}

/// Returns the time until the deadline, or a timeout error if the deadline has passed.
pub(super) fn remaining_time(deadline: Instant, request: &Value) -> Result<Duration, String> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() {
        Err(timeout_error(request))
    } else {
        Ok(left)
    }
}
