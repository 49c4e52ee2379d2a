//! A real server process and real signals. The process is this test binary, started a second time.
#![cfg(unix)]

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use axum::Router;
use mcp_tool_runtime::{ToolContext, ToolRegistry, mcp_tool, tools};
use mcp_tool_server::{HttpConfig, ToolServer, serve_http, shutdown_signal};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use serde_json::json;
use tokio::net::TcpListener;

use super::client::*;
use super::limits::Agreement;

const SERVER: &str = "http::process::server";
const VARIABLE: &str = "MCP_TOOL_TESTS_SERVE_HTTP";

/// Runs until the process receives a signal.
#[mcp_tool]
async fn until_asked(#[context] cx: &ToolContext) -> &'static str {
    let asked = shutdown_signal();
    cx.progress(1.0, None, None);
    asked.await;
    "asked"
}

/// Runs until its call is cancelled.
#[mcp_tool]
async fn run(#[context] cx: &ToolContext) {
    cx.progress(1.0, None, None);
    std::future::pending().await
}

/// Asks the user.
#[mcp_tool]
async fn ask(#[context] cx: &ToolContext) -> bool {
    let answer = cx.elicit::<Agreement>("agree", "Do you agree?").await;
    answer.accepted().is_some()
}

/// Runs the server in the child process of the tests below. The setup matches the example `http`. The grace period
/// exceeds `LIMIT`, so a test that waits for it fails.
#[tokio::test]
#[ignore = "started by the other"]
async fn server() {
    if std::env::var_os(VARIABLE).is_none() {
        return;
    }
    let registry = ToolRegistry::builder(()).tools(tools![ask, run, until_asked]);
    let server = ToolServer::new("process", "1", registry.build().unwrap());
    let app = Router::new().route_service("/mcp", server.http_service(HttpConfig::new()));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    eprintln!("{}", listener.local_addr().unwrap());
    serve_http(listener, app).grace(10 * LIMIT).await.unwrap();
}

fn command(server: &str, variable: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args([server, "--exact", "--ignored", "--nocapture"])
        .env(variable, "1")
        .stdout(Stdio::null());
    command
}

/// A server process, and the thread that collects its standard error, if that is a pipe.
pub(crate) struct Process(Child, Option<JoinHandle<String>>);

impl Process {
    /// Starts a test of this binary as a process with this variable. The test prints its address.
    pub(crate) fn start(server: &str, variable: &str) -> (Process, SocketAddr) {
        let mut child = command(server, variable)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut errors = BufReader::new(child.stderr.take().unwrap());
        let mut address = String::new();
        errors.read_line(&mut address).unwrap();
        let address = address.trim().parse().unwrap();
        let rest = std::thread::spawn(move || {
            let mut rest = String::new();
            errors.read_to_string(&mut rest).unwrap();
            rest
        });
        (Process(child, Some(rest)), address)
    }

    pub(crate) fn id(&self) -> u32 {
        self.0.id()
    }

    fn signal(&self, signal: &str) {
        let id = self.id().to_string();
        let kill = Command::new("kill").args(["-s", signal, &id]).status();
        assert!(kill.unwrap().success());
    }

    /// Waits for the end of the process. Returns the exit code, or `None` if a signal killed the process.
    async fn end(&mut self) -> Option<i32> {
        let start = Instant::now();
        while start.elapsed() < LIMIT {
            if let Some(status) = self.0.try_wait().unwrap() {
                let rest = self.1.take().map(|rest| rest.join().unwrap());
                assert_eq!(rest.as_deref(), Some(""), "only a terminal gets a line");
                return status.code();
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("the process does not end");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Ignore errors. After a failed assertion, `drop` runs during the panic, and a second
        // panic aborts all tests.
        let _ = self.0.kill();
    }
}

#[test]
fn a_person_at_a_terminal_reads_the_address() {
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&terminal).unwrap();
    unlockpt(&terminal).unwrap();
    let name = ptsname(&terminal, Vec::new()).unwrap();
    let mut options = File::options();
    let errors = options.read(true).write(true).open(name.to_str().unwrap());
    let process = Process(
        command(SERVER, VARIABLE)
            .stderr(errors.unwrap())
            .spawn()
            .unwrap(),
        None,
    );
    // The test server prints its address. Then, `serve_http` prints its line.
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        let lines = BufReader::new(File::from(terminal)).lines();
        lines
            .map_while(Result::ok)
            .all(|line| sender.send(line).is_ok())
    });
    let line = || lines.recv_timeout(LIMIT).expect("a line in time");
    let address = line();
    assert_eq!(line(), format!("listening on http://{address}"));
    drop(process);
}

#[tokio::test]
async fn a_process_exits_on_a_signal() {
    for signal in ["INT", "TERM"] {
        let (mut process, address) = Process::start(SERVER, VARIABLE);
        let mut calls = Vec::new();
        let mut listening = Vec::new();
        for version in [OLDER[0], OLDER[1], NEWEST] {
            let client = Client::new(address, version).await;
            let mut message = call(1, "until_asked", json!({}));
            message["params"]["_meta"]["progressToken"] = json!(version);
            let mut stream = client.open(&message).await;
            stream.next().await.expect("progress");
            calls.push(stream);
            if version != NEWEST {
                listening.push(client.listen(&[]).await);
            }
        }
        process.signal(signal);
        for mut stream in calls {
            let answer = stream.next().await.expect("an answer");
            assert_eq!(answer["result"]["content"][0]["text"], "asked");
            assert_eq!(stream.next().await, None);
        }
        assert_eq!(process.end().await, Some(0));
        drop(listening);
    }
}

#[tokio::test]
async fn a_second_signal_closes_all_connections() {
    // While a question waits for its answer, the server still accepts connections.
    for tool in ["run", "ask"] {
        let (mut process, address) = Process::start(SERVER, VARIABLE);
        let capabilities = json!({ "elicitation": {} });
        let client = Client::begin_with(address, OLDER[1], &[], capabilities).await;
        let mut message = call(1, tool, json!({}));
        message["params"]["_meta"]["progressToken"] = json!(1);
        let mut stream = client.open(&message).await;
        stream.next().await.expect("progress or a question");
        let mut listening = client.listen(&[]).await;
        process.signal("INT");
        assert_eq!(listening.next().await, None);
        process.signal("INT");
        // The second signal closes the stream at once. Without the second signal, the client gets an
        // error response at the end of the grace period.
        assert_eq!(stream.next().await, None, "{tool}");
        assert_eq!(process.end().await, Some(0));
    }
}
