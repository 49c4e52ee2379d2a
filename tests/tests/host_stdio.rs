//! `ToolServer` over the streams of a real process: this very test binary, started once more.
#![cfg(unix)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use mcp_tool_runtime::{ToolRegistry, ToolServer, mcp_tool, tools};
use serde_json::{Value, json};

const VARIABLE: &str = "MCP_TOOL_TESTS_SERVE_STDIO";
const LIMIT: Duration = Duration::from_secs(30);

/// Prints in every way there is, and reads what it can.
#[mcp_tool]
async fn noisy() -> String {
    make_noise()
}

fn make_noise() -> String {
    println!("noise of println");
    print!("noise of print");
    eprintln!("noise of eprintln");
    let child = Command::new("sh")
        .args(["-c", "echo noise of a child; cat"])
        .status()
        .unwrap();
    let mut input = String::new();
    let length = std::io::stdin().read_line(&mut input).unwrap();
    format!("{child}, {length} bytes")
}

/// Takes its time.
#[mcp_tool]
async fn nap(
    /// How long
    milliseconds: u64,
) -> &'static str {
    tokio::time::sleep(Duration::from_millis(milliseconds)).await;
    "slept"
}

/// No test, but the process that the tests talk to.
#[test]
#[ignore = "started by the others"]
fn server() {
    if std::env::var_os(VARIABLE).is_none() {
        return;
    }
    let registry = ToolRegistry::builder(())
        .tools(tools![noisy, nap])
        .build()
        .unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_time()
        .build()
        .unwrap();
    // Printed before, without a line end.
    print!("early noise");
    let end = runtime.block_on(ToolServer::new("stdio", "1", registry).serve_stdio());
    drop(runtime);
    println!("the stream is free again");
    std::process::exit(if end.is_ok() { 0 } else { 3 });
}

struct Server {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
}

impl Server {
    fn start() -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["server", "--exact", "--ignored", "--nocapture", "--quiet"])
            .env(VARIABLE, "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let (sender, output) = channel();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        std::thread::spawn(move || {
            // Ends when nobody reads any more, and then closes the process's output.
            lines
                .map_while(Result::ok)
                .all(|line| sender.send(line).is_ok())
        });
        let server = Server {
            child,
            input,
            output,
        };
        // The test harness speaks first.
        assert_eq!(server.line(), "");
        assert_eq!(server.line(), "running 1 test");
        server
    }

    fn line(&self) -> String {
        self.output.recv_timeout(LIMIT).expect("a line in time")
    }

    fn receive(&self) -> Value {
        let line = self.line();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    fn send(&mut self, id: u32, method: &str, mut params: Value) {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        writeln!(self.input.as_mut().unwrap(), "{request}").unwrap();
    }

    fn call(&mut self, id: u32, name: &str, arguments: Value) {
        self.send(
            id,
            "tools/call",
            json!({ "name": name, "arguments": arguments }),
        );
    }

    /// Waits for the end of the process; its status and what it wrote to standard error.
    fn end(mut self) -> (ExitStatus, String) {
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            if start.elapsed() > LIMIT {
                self.child.kill().unwrap();
                panic!("the process does not end");
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        let mut errors = String::new();
        self.child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut errors)
            .unwrap();
        (status, errors)
    }
}

#[test]
fn whatever_is_printed_stays_out_of_the_stream() {
    // R171
    let mut server = Server::start();
    for id in 1..=3 {
        server.call(id, "noisy", json!({}));
        let answer = server.receive();
        assert_eq!(answer["id"], id);
        assert_eq!(
            answer["result"]["content"][0]["text"],
            "exit status: 0, 0 bytes"
        );
    }
    server.input = None;
    assert_eq!(server.line(), "the stream is free again");
    let (status, errors) = server.end();
    assert!(status.success(), "{errors}");
    for noise in ["early noise", "println", "print", "eprintln", "a child"] {
        assert!(errors.contains(noise), "{noise}: {errors}");
    }
}

#[test]
fn the_end_of_the_input_ends_the_process_after_the_last_answer() {
    let mut server = Server::start();
    server.call(1, "nap", json!({ "milliseconds": 300 }));
    server.send(2, "tools/list", json!({}));
    server.input = None;
    assert_eq!(server.receive()["id"], 2);
    let answer = server.receive();
    assert_eq!(answer["id"], 1);
    assert_eq!(answer["result"]["content"][0]["text"], "slept");
    assert_eq!(server.line(), "the stream is free again");
    let (status, errors) = server.end();
    assert!(status.success(), "{errors}");
}

#[test]
fn calls_in_the_hundreds_are_all_answered() {
    let mut server = Server::start();
    for id in 0..500 {
        server.call(id, "nap", json!({ "milliseconds": id % 7 }));
    }
    let mut ids: Vec<_> = (0..500)
        .map(|_| server.receive()["id"].as_u64().unwrap())
        .collect();
    ids.sort_unstable();
    assert!(ids.into_iter().eq(0..500));
    server.input = None;
    assert!(server.end().0.success());
}

#[test]
fn a_client_that_is_gone_does_not_keep_the_process() {
    let mut server = Server::start();
    // Nobody reads, while the input stays open.
    server.output = channel().1;
    let end = Instant::now() + LIMIT;
    while server.child.try_wait().unwrap().is_none() && Instant::now() < end {
        let request = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
        // Fails once the process has ended.
        let _ = writeln!(server.input.as_mut().unwrap(), "{request}");
        std::thread::sleep(Duration::from_millis(20));
    }
    let (status, errors) = server.end();
    assert!(!status.success(), "{errors}");
}
