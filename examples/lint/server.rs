//! Asks a server on standard input and output for its tools, in the way of either era.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::TOO_DEEP;

/// No server has so many pages; one that says so would keep us for ever.
const MAX_PAGES: usize = 1_000;

/// What a server says.
pub(crate) struct Answers {
    /// The result of `tools/list`, all pages together.
    pub(crate) tools: Value,
    /// What it says of itself when a client connects.
    pub(crate) instructions: Option<String>,
}

/// Asks a server for its tools.
pub(crate) fn tools(command: &[String], timeout: Duration) -> Result<Answers, String> {
    let mut server = Server::start(command, timeout)?;
    let asked = server.ask(
        "initialize",
        &json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": { "name": "lint", "version": env!("CARGO_PKG_VERSION") },
        }),
    );
    // A server of 2026-07-28 alone has no such method: everything is said with each request.
    let mut instructions = None;
    let meta = match asked? {
        Ok(hello) => {
            let text = hello.get("instructions").and_then(Value::as_str);
            instructions = text.map(str::to_owned);
            server.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))?;
            None
        }
        Err(_) => Some(json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { "name": "lint", "version": env!("CARGO_PKG_VERSION") },
            "io.modelcontextprotocol/clientCapabilities": {},
        })),
    };
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
        let page = server.ask("tools/list", &params)?;
        let page = page.map_err(|error| format!("`tools/list` was answered with {error}"))?;
        let Some(some) = page.get("tools").and_then(Value::as_array) else {
            // What it is instead is told like anything else that is wrong.
            return Ok(Answers {
                tools: page,
                instructions,
            });
        };
        tools.extend(some.iter().cloned());
        match page.get("nextCursor") {
            Some(next) if next.is_string() => cursor = Some(next.clone()),
            _ => break,
        }
    }
    Ok(Answers {
        tools: json!({ "tools": tools }),
        instructions,
    })
}

/// Whether it is JSON as far as it was read, which is not to its end. (serde_json has no other word for it.)
pub(crate) fn is_too_deep(error: &serde_json::Error) -> bool {
    error.to_string().starts_with("recursion limit exceeded")
}

struct Server {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    deadline: Instant,
    asked: u64,
}

impl Server {
    fn start(command: &[String], timeout: Duration) -> Result<Self, String> {
        let (program, arguments) = command.split_first().ok_or("there is no command")?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{program} cannot be started: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{program} has no standard input and output"));
        };
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if line.is_ok_and(|line| sender.send(line).is_ok()) {
                    continue;
                }
                break;
            }
        });
        Ok(Server {
            child,
            input,
            lines,
            deadline: Instant::now() + timeout,
            asked: 0,
        })
    }

    /// The result of a request, or the error that it was answered with.
    fn ask(&mut self, method: &str, params: &Value) -> Result<Result<Value, Value>, String> {
        self.asked += 1;
        let id = self.asked;
        // A server that reads no more may have said why.
        let sent =
            self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let left = self.deadline.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => format!("`{method}` was not answered in time"),
                RecvTimeoutError::Disconnected => match &sent {
                    Err(error) => error.clone(),
                    Ok(()) => format!("the server ended before it answered `{method}`"),
                },
            })?;
            let mut message: Value = match serde_json::from_str(&line) {
                Ok(message) => message,
                Err(error) if is_too_deep(&error) => {
                    return Err(format!("the answer to `{method}` is {TOO_DEEP}"));
                }
                // What a server prints beside the protocol is passed over.
                Err(_) => continue,
            };
            if message.get("id") != Some(&json!(id)) || message.get("method").is_some() {
                continue;
            }
            return Ok(match message.get_mut("error").map(Value::take) {
                Some(error) => Err(error),
                None => Ok(message["result"].take()),
            });
        }
    }

    fn send(&mut self, message: &Value) -> Result<(), String> {
        writeln!(self.input, "{message}")
            .and_then(|()| self.input.flush())
            .map_err(|error| format!("the server does not read any more: {error}"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
