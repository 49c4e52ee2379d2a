//! A server without an SDK and without an async runtime. It reads lines of JSON-RPC on standard input, passes
//! most of them to the registry's `handle_json`, and writes the responses to standard output.
//!
//! ```sh
//! echo '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' | cargo run --quiet --example own_server
//! ```

use std::error::Error;
use std::io::{self, BufRead as _, Write as _};
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

use mcp_tool_runtime::{
    BuildError, ProtocolError, ProtocolVersion, ToolContext, ToolError, ToolRegistry, mcp_tool,
    tools,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Converts a length from one unit to another.
#[mcp_tool(title = "Convert a length", read_only, open_world = false)]
async fn convert_length(
    /// The length to convert
    value: f64,
    /// Unit of `value`
    from: Unit,
    /// Unit to convert to
    #[arg(default = Unit::Metre)]
    to: Unit,
) -> Length {
    Length {
        value: value * from.in_metres() / to.in_metres(),
        unit: to,
    }
}

/// Splits a colour in CSS notation into its parts.
#[mcp_tool(title = "Read a colour", read_only, open_world = false)]
async fn read_colour(
    /// The colour, for example "#ff8800"
    code: &str,
) -> Result<Colour, ToolError> {
    let digits = code.strip_prefix('#').filter(|digits| digits.len() == 6);
    let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let Some(number) = number else {
        return Err(ToolError::new(format!("{code:?} is no colour"))
            .suggest("write `#` and six hexadecimal digits, for example \"#ff8800\""));
    };
    let [_, red, green, blue] = number.to_be_bytes();
    Ok(Colour { red, green, blue })
}

fn registry() -> Result<ToolRegistry<()>, BuildError> {
    ToolRegistry::builder(())
        .tools(tools![convert_length, read_colour])
        .build()
}

fn main() -> Result<(), Box<dyn Error>> {
    let registry = registry()?;
    // The registry uses the protocol version in `context` for requests that do not name a
    // version. The version in `context` is 2025-06-18 until `initialize` sets the negotiated
    // version.
    let mut context = ToolContext::new(ProtocolVersion::V2025_06_18);
    // Write only JSON-RPC messages to standard output. If you add a log, write the log to
    // standard error.
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().split(b'\n') {
        let line = line?;
        if line.trim_ascii().is_empty() {
            continue;
        }
        if let Some(mut response) = block_on(answer(&registry, &mut context, &line)) {
            response.push(b'\n');
            output.write_all(&response)?;
            output.flush()?;
        }
    }
    Ok(())
}

#[derive(Deserialize)]
struct Request {
    id: Value,
    method: String,
    #[serde(default)]
    params: Value,
}

/// Answers one message. Returns `None` for a message without a response, such as a notification. This program
/// handles `initialize`, `ping` and `server/discover`. The registry handles everything else, such as tools,
/// unknown methods (-32601) and invalid requests.
async fn answer(
    registry: &ToolRegistry<()>,
    context: &mut ToolContext,
    line: &[u8],
) -> Option<Vec<u8>> {
    let own = match serde_json::from_slice(line) {
        Ok(Request { id, method, params }) if id.is_string() || id.is_i64() || id.is_u64() => {
            own_method(&method, &params, context).map(|outcome| (id, outcome))
        }
        _ => None,
    };
    let response = match own {
        None => return registry.handle_json(line, context).await,
        Some((id, Ok(result))) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Some((id, Err(error))) => json!({ "jsonrpc": "2.0", "id": id, "error": error }),
    };
    Some(response.to_string().into_bytes())
}

/// Answers `initialize` (protocol versions before 2026-07-28), `server/discover` (2026-07-28) and `ping`.
/// `initialize` also sets the protocol version of `context`. Returns `None` for other methods.
fn own_method(
    method: &str,
    params: &Value,
    context: &mut ToolContext,
) -> Option<Result<Value, ProtocolError>> {
    let server_info = json!({ "name": "own_server", "version": env!("CARGO_PKG_VERSION") });
    match method {
        "initialize" => {
            let asked = params["protocolVersion"].as_str().map(str::parse);
            let version = match asked {
                Some(Ok(asked)) if asked < ProtocolVersion::V2026_07_28 => asked,
                _ => ProtocolVersion::V2025_11_25,
            };
            *context = ToolContext::new(version);
            Some(Ok(json!({
                "protocolVersion": version.as_str(),
                "capabilities": { "tools": {} },
                "serverInfo": server_info,
            })))
        }
        "ping" => Some(Ok(json!({}))),
        "server/discover" => {
            let named = params["_meta"].as_object().map(ProtocolVersion::from_meta);
            if let Some(Err(error)) = named {
                return Some(Err(error));
            }
            let supported: Vec<_> = ProtocolVersion::ALL
                .iter()
                .map(|known| known.as_str())
                .collect();
            Some(Ok(json!({
                "resultType": "complete",
                "supportedVersions": supported,
                "capabilities": { "tools": {} },
                "ttlMs": 0,
                "cacheScope": "private",
                "_meta": { "io.modelcontextprotocol/serverInfo": server_info },
            })))
        }
        _ => None,
    }
}

/// Runs a future to completion on the calling thread. Other threads may wake the future.
fn block_on<F: Future>(future: F) -> F::Output {
    struct Unpark(Thread);

    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }

    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(output) => return output,
            Poll::Pending => thread::park(),
        }
    }
}

#[derive(Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Unit {
    Metre,
    Kilometre,
    Foot,
    Mile,
}

impl Unit {
    fn in_metres(self) -> f64 {
        match self {
            Unit::Metre => 1.0,
            Unit::Kilometre => 1000.0,
            Unit::Foot => 0.3048,
            Unit::Mile => 1609.344,
        }
    }
}

#[derive(Serialize, JsonSchema)]
struct Length {
    value: f64,
    unit: Unit,
}

/// The parts of a colour, each from 0 to 255.
#[derive(Serialize, JsonSchema)]
struct Colour {
    red: u8,
    green: u8,
    blue: u8,
}

#[cfg(test)]
mod tests {
    mcp_tool_runtime::check_tools!(
        super::registry().unwrap(),
        golden = "golden/own_server.json"
    );
}
