//! `ToolServer` over the standard streams of a real process. The process is this test binary,
//! started a second time.
#![cfg(unix)]

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use mcp_tool_runtime::{
    CallToolRequest, CallToolResult, Tool, ToolContext, ToolError, ToolRegistry, mcp_tool, tools,
};
use mcp_tool_server::{ToolServer, shutdown_signal};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use serde_json::{Value, json};

const VARIABLE: &str = "MCP_TOOL_TESTS_SERVE_STDIO";
const ENDED: &str = "serving has ended";
const WITHOUT_A_LOG: &str = "without a log";
const ON_ONE_THREAD: &str = "on one thread";
const LIMIT: Duration = Duration::from_secs(60);

/// The log contains this text if a shutdown waited for the grace period.
const WAITED: &str = "the grace period is over";

/// Writes to standard output in several ways, and reads standard input.
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

/// Sleeps.
#[mcp_tool]
async fn nap(
    /// How long
    milliseconds: u64,
) -> &'static str {
    tokio::time::sleep(Duration::from_millis(milliseconds)).await;
    "slept"
}

/// Runs until the process receives a shutdown signal.
#[mcp_tool]
async fn until_asked(#[context] cx: &ToolContext) -> &'static str {
    let asked = shutdown_signal();
    cx.progress(1.0, None, None);
    asked.await;
    "asked"
}

/// Never returns.
#[mcp_tool]
async fn hold(#[context] cx: &ToolContext) {
    cx.progress(1.0, None, None);
    std::future::pending().await
}

/// Never returns, and ignores cancellation.
#[mcp_tool(blocking)]
fn hang(#[context] cx: &ToolContext) {
    cx.progress(1.0, None, None);
    loop {
        std::thread::park();
    }
}

/// Runs until it is cancelled, and then cleans up.
#[mcp_tool(blocking)]
fn tidy(#[context] cx: &ToolContext) {
    cx.progress(1.0, None, None);
    while !cx.is_cancelled() {
        std::thread::sleep(Duration::from_millis(1));
    }
    std::thread::sleep(Duration::from_millis(200));
    eprintln!("everything is tidy");
}

/// Fails with an error whose text appears only in the log.
#[mcp_tool]
fn fail() -> Result<(), ToolError> {
    Err(ToolError::private("the log has it"))
}

/// Panics.
#[mcp_tool]
fn panic() {
    panic!("the log has it")
}

/// Writes 24 KiB to standard output, to standard error and to the log.
#[mcp_tool]
fn chatter() {
    let text = "chatter ".repeat(1024);
    println!("{text}");
    eprintln!("{text}");
    tracing::info!("{text}");
}

/// Starts a process that outlives the server, and returns its id.
#[mcp_tool]
fn leave_a_child() -> String {
    let mut sleep = Command::new("sleep");
    sleep.arg("600").spawn().unwrap().id().to_string()
}

/// Builds a tool whose result lacks the structured content that its output schema requires.
fn broken_promise() -> Tool<()> {
    Tool::builder("broken_promise")
        .description("Returns a result without structured content.")
        .output_schema(json!({ "type": "object" }))
        .handler(|_, _| async { CallToolResult::text("no data") })
}

/// Returns a command that starts this program. On Linux, SIGHUP ends the process even if the tests run under `nohup`.
fn hangup_by_default() -> Command {
    let program = std::env::current_exe().unwrap();
    if !cfg!(target_os = "linux") {
        return Command::new(program);
    }
    let mut command = Command::new("env");
    command.arg("--default-signal=HUP").arg(program);
    command
}

/// Runs the server in the process that the tests below start.
#[test]
#[ignore = "started by the others"]
fn server() {
    let Ok(mode) = std::env::var(VARIABLE) else {
        return;
    };
    if mode != WITHOUT_A_LOG {
        tracing_subscriber::fmt()
            .with_ansi(false)
            .with_writer(std::io::stderr)
            .init();
    }
    let registry = ToolRegistry::builder(())
        .tools(tools![
            noisy,
            nap,
            until_asked,
            hold,
            hang,
            tidy,
            fail,
            panic,
            chatter,
            leave_a_child
        ])
        .tool(broken_promise())
        .build()
        .unwrap();
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    if mode == ON_ONE_THREAD {
        runtime = tokio::runtime::Builder::new_current_thread();
    }
    let runtime = runtime.worker_threads(2).enable_all().build().unwrap();
    if mode == "busy" {
        runtime.block_on(make_too_many_calls(registry));
        std::process::exit(0);
    }
    // Leave text without a line end in the buffer of standard output. The server must write this
    // text to standard error, because standard output must contain only MCP messages while the
    // server is running.
    print!("early noise");
    let server = ToolServer::new("stdio", "1", registry);
    let end = runtime.block_on(async {
        match mode.as_str() {
            // After 300 ms, drop the future of `serve_stdio` while the server is still running.
            "dropped" => tokio::select! {
                end = server.serve_stdio() => end,
                () = tokio::time::sleep(Duration::from_millis(300)) => Ok(()),
            },
            _ => server.serve_stdio().await,
        }
    });
    drop(runtime);
    let _ = writeln!(std::io::stderr(), "{ENDED}");
    // Ignore the error, because the reader may have closed the pipe.
    let _ = writeln!(std::io::stdout(), "the stream is free again");
    std::process::exit(if end.is_ok() { 0 } else { 3 });
}

struct Server {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
}

impl Server {
    fn spawn(mode: &str) -> Child {
        Server::spawn_with_input(mode, Stdio::piped())
    }

    fn spawn_with_input(mode: &str, input: Stdio) -> Child {
        Server::spawn_with_streams(mode, input, Stdio::piped())
    }

    fn spawn_with_streams(mode: &str, input: Stdio, output: Stdio) -> Child {
        let mut command = hangup_by_default();
        Server::spawn_command(&mut command, mode, [input, output, Stdio::piped()])
    }

    fn spawn_command(command: &mut Command, mode: &str, streams: [Stdio; 3]) -> Child {
        let [input, output, error] = streams;
        command
            .args([
                "stdio::process::server",
                "--exact",
                "--ignored",
                "--nocapture",
                "--quiet",
            ])
            .env(VARIABLE, mode)
            // Backtraces of thousands of panics take minutes.
            .env("RUST_BACKTRACE", "0")
            .stdin(input)
            .stdout(output)
            .stderr(error)
            .spawn()
            .unwrap()
    }

    fn start() -> Self {
        Server::start_as("usual")
    }

    fn start_as(mode: &str) -> Self {
        Server::of(Server::spawn(mode))
    }

    fn of(mut child: Child) -> Self {
        let input = child.stdin.take();
        let (sender, output) = channel();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        std::thread::spawn(move || {
            // After the receiver is dropped, the next `send` fails and the thread ends. The
            // output pipe of the child then has no reader.
            lines
                .map_while(Result::ok)
                .all(|line| sender.send(line).is_ok())
        });
        let server = Server {
            child,
            input,
            output,
        };
        // The test harness prints these lines first.
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
            "progressToken": id,
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

    /// Starts calls, and waits until each is running.
    fn start_calls(&mut self, names: &[&str]) {
        for (id, name) in (1..).zip(names) {
            self.call(id, name, json!({}));
            let progress = self.receive();
            assert_eq!(progress["params"]["progressToken"], id, "{progress}");
        }
    }

    fn signal(&self, signal: &str) {
        kill(signal, &self.child.id().to_string());
    }

    /// Reads standard error up to a text. Returns what it has read.
    fn log_up_to(&mut self, text: &str) -> String {
        let mut log = Vec::new();
        let stderr = self.child.stderr.as_mut().unwrap();
        while !log.ends_with(text.as_bytes()) {
            let mut byte = [0];
            stderr.read_exact(&mut byte).expect("more text");
            log.extend(byte);
        }
        String::from_utf8(log).unwrap()
    }

    /// Sends a signal repeatedly until the server writes a message. Returns the message.
    fn insist(&self, signal: &str) -> Value {
        let start = Instant::now();
        while start.elapsed() < LIMIT {
            self.signal(signal);
            if let Ok(line) = self.output.recv_timeout(Duration::from_millis(100)) {
                return serde_json::from_str(&line).unwrap();
            }
        }
        panic!("no answer in time");
    }

    /// Checks that the process writes only its final line, and ends successfully, without the grace period.
    fn ends_well(self) {
        assert_eq!(self.line(), "the stream is free again");
        let rest = self.output.recv_timeout(LIMIT);
        assert!(rest.is_err(), "{rest:?}");
        let (status, errors) = self.end();
        assert_eq!(status.code(), Some(0), "{errors}");
        assert!(!errors.contains(WAITED), "{errors}");
    }

    /// Waits until the process ends. Returns its exit status and the text of its standard error.
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
        if let Some(mut stderr) = self.child.stderr.take() {
            stderr.read_to_string(&mut errors).unwrap();
        }
        (status, errors)
    }
}

fn kill(signal: &str, id: &str) {
    let kill = Command::new("kill").args(["-s", signal, id]).status();
    assert!(kill.unwrap().success());
}

#[test]
fn prints_stay_out_of_the_protocol_stream() {
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
fn failures_get_responses_without_a_log() {
    // R154
    let mut server = Server::start_as(WITHOUT_A_LOG);
    drop(server.child.stderr.take());
    for (id, name) in (1..).zip(["fail", "panic", "broken_promise"]) {
        server.call(id, name, json!({}));
        let answer = server.receive();
        assert_eq!(answer["id"], id, "{answer}");
        assert_eq!(answer["result"]["isError"], true, "{answer}");
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        assert!(text.contains(name) && text.contains("(error "), "{text}");
    }
    server.input = None;
    server.ends_well();
}

/// Many clients never read standard error, and some close it.
#[test]
fn no_response_and_no_shutdown_waits_for_the_log() {
    for mode in ["usual", ON_ONE_THREAD] {
        for is_closed in [false, true] {
            for signal in [None, Some("TERM"), Some("HUP")] {
                let mut server = Server::start_as(mode);
                if is_closed {
                    drop(server.child.stderr.take());
                }
                let panics = if signal.is_none() { 2_000 } else { 200 };
                let calls = panics + 100;
                for id in 0..calls {
                    let name = if id < panics { "panic" } else { "chatter" };
                    server.call(id, name, json!({}));
                }
                let mut answers: Vec<_> = (0..calls).map(|_| server.receive()).collect();
                answers.sort_unstable_by_key(|answer| answer["id"].as_u64());
                for (id, answer) in (0..calls).zip(&answers) {
                    assert_eq!(answer["id"], id, "{answer}");
                    let is_error = answer["result"]["isError"] == true;
                    assert_eq!(is_error, id < panics, "{answer}");
                }
                let start = Instant::now();
                match signal {
                    Some(signal) => server.signal(signal),
                    None => server.input = None,
                }
                server.ends_well();
                let time = start.elapsed();
                assert!(time < ToolServer::GRACE, "{mode}, {signal:?}: {time:?}");
            }
        }
    }
}

/// While nobody reads standard error, the server keeps a part of the log, and counts the rest.
#[test]
fn a_late_reader_of_the_log_learns_what_is_lost() {
    let mut server = Server::start();
    for id in 0..50 {
        server.call(id, "chatter", json!({}));
        assert_eq!(server.receive()["id"], id);
    }
    let log = server.log_up_to(" bytes of the log were lost\n");
    let (_, notice) = log.trim_end().rsplit_once('\n').unwrap();
    let lost = notice.strip_prefix("mcp-tool: standard error was full: ");
    let lost = lost.and_then(|text| text.split(' ').next()).unwrap();
    let lost: usize = lost.parse().unwrap();
    // Each call writes three lines.
    let written = 50 * 3 * 8 * 1024;
    assert!((written / 2..written).contains(&lost), "{notice}");
    server.call(50, "noisy", json!({}));
    assert_eq!(server.receive()["id"], 50);
    server.input = None;
    assert_eq!(server.line(), "the stream is free again");
    let (status, errors) = server.end();
    assert!(status.success(), "{errors}");
    let noise = ["println", "print", "eprintln", "a child"].map(|name| format!("noise of {name}"));
    let places = noise.map(|noise| errors.find(&noise).expect("each in the log"));
    assert!(places.is_sorted(), "{errors}");
    assert!(errors.ends_with(&format!("{ENDED}\n")), "{errors}");
}

#[test]
fn a_child_that_outlives_the_server_does_not_delay_its_end() {
    let mut server = Server::start();
    server.call(1, "leave_a_child", json!({}));
    let answer = server.receive();
    let child = answer["result"]["content"][0]["text"].as_str().unwrap();
    server.input = None;
    let start = Instant::now();
    server.ends_well();
    assert!(start.elapsed() < ToolServer::GRACE);
    // Fails if the child has ended, too.
    kill("KILL", child);
}

#[test]
fn the_process_exits_after_the_last_response() {
    let mut server = Server::start();
    server.call(1, "nap", json!({ "milliseconds": 300 }));
    server.send(2, "tools/list", json!({}));
    server.input = None;
    // On a busy machine, `nap` can be the first to end.
    let mut answers = [server.receive(), server.receive()];
    answers.sort_unstable_by_key(|answer| answer["id"].as_u64());
    assert_eq!(answers[0]["result"]["content"][0]["text"], "slept");
    assert_eq!(answers[1]["id"], 2);
    assert_eq!(server.line(), "the stream is free again");
    let (status, errors) = server.end();
    assert!(status.success(), "{errors}");
}

/// A parent can share its streams with the server. If the parent is Node, they may be non-blocking.
#[test]
fn non_blocking_streams_lose_no_message() {
    let ((mut input, server_input), (output, server_output)) = (stream_pair(), stream_pair());
    let child = Server::spawn_with_streams("usual", server_input, server_output);
    // Each response repeats its id, and is longer than the buffer of the output.
    let id = |number: usize| format!("{number}{}", "-".repeat(1024 * 1024));
    let writer = std::thread::spawn(move || {
        for number in 0..8 {
            let ping = json!({ "jsonrpc": "2.0", "id": id(number), "method": "ping" });
            writeln!(input, "{ping}").unwrap();
        }
    });
    let mut ids = Vec::new();
    for line in BufReader::new(output).lines() {
        // The test harness prints other lines first.
        if let Ok(response) = serde_json::from_str::<Value>(&line.unwrap()) {
            ids.push(response["id"].as_str().unwrap_or_default().to_owned());
        }
    }
    let (server, _) = Server {
        child,
        input: None,
        output: channel().1,
    }
    .end();
    assert_eq!(server.code(), Some(0));
    ids.sort_unstable();
    assert!(ids.into_iter().eq((0..8).map(id)));
    writer.join().unwrap();
}

#[test]
fn a_non_blocking_standard_error_gets_the_whole_log() {
    let (mut error, server_error) = stream_pair();
    let mut command = hangup_by_default();
    let streams = [Stdio::piped(), Stdio::piped(), server_error];
    let mut server = Server::of(Server::spawn_command(&mut command, "usual", streams));
    drop(command);
    // This is more text than the stream has room for, and less than the server keeps.
    for id in 0..12 {
        server.call(id, "chatter", json!({}));
        assert_eq!(server.receive()["id"], id);
    }
    server.input = None;
    let mut log = String::new();
    error.read_to_string(&mut log).unwrap();
    server.ends_well();
    assert_eq!(log.matches("chatter chatter").count(), 12 * 3 * 512);
    assert!(log.ends_with(&format!("{ENDED}\n")));
}

/// Returns a stream, and its other end, which does not block.
fn stream_pair() -> (UnixStream, Stdio) {
    let (ours, theirs) = UnixStream::pair().unwrap();
    theirs.set_nonblocking(true).unwrap();
    (ours, OwnedFd::from(theirs).into())
}

/// The calls fill the thread pool that all servers of a process share. The test therefore starts a separate
/// process.
#[test]
fn too_many_blocking_calls_are_rejected() {
    let server = Server::start_as("busy");
    for _ in 0..2 {
        let result = server.receive();
        assert_eq!(result["isError"], true, "{result}");
        assert_eq!(
            result["content"][0]["text"],
            "`hang` was not started: the server is busy with other calls; try again in a moment"
        );
    }
    server.end();
}

/// Makes two more calls than the registry can run and queue. Prints the results of the two rejected calls.
async fn make_too_many_calls(registry: ToolRegistry<()>) {
    // The registry runs 512 calls, queues 1,024, and refuses two. The order of the calls is not
    // fixed, so any two calls can be the refused ones.
    let (sender, mut results) = tokio::sync::mpsc::channel(1);
    for _ in 0..512 + 1024 + 2 {
        let (registry, sender) = (registry.clone(), sender.clone());
        tokio::spawn(async move {
            let context = ToolContext::detached();
            let response = registry.call(CallToolRequest::new("hang"), &context).await;
            let result = response.unwrap().to_value(context.protocol_version());
            let _ = sender.send(result).await;
        });
    }
    for _ in 0..2 {
        println!("{}", results.recv().await.unwrap());
    }
}

#[test]
fn the_process_exits_after_its_client() {
    let mut server = Server::start();
    server.start_calls(&["hold"]);
    // This assignment drops the old receiver, so the test stops reading the server's output. The
    // server's input stays open.
    server.output = channel().1;
    let before = Instant::now();
    while server.child.try_wait().unwrap().is_none() && before.elapsed() < LIMIT {
        let request = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
        // Writing fails after the process has ended.
        let _ = writeln!(server.input.as_mut().unwrap(), "{request}");
        std::thread::sleep(Duration::from_millis(20));
    }
    let (status, errors) = server.end();
    assert!(!status.success() && !errors.contains(WAITED), "{errors}");
}

#[test]
fn the_process_does_not_wait_for_a_lost_client() {
    let mut server = Server::start();
    server.start_calls(&["hold"]);
    server.output = channel().1;
    server.send(2, "tools/list", json!({}));
    server.call(3, "nap", json!({ "milliseconds": 100 }));
    server.input = None;
    let (status, errors) = server.end();
    assert_eq!(status.code(), Some(0), "{errors}");
    assert!(!errors.contains(WAITED), "{errors}");
}

#[test]
fn a_client_that_stops_reading_does_not_delay_the_shutdown() {
    std::thread::scope(|scope| {
        for signal in ["TERM", "HUP"] {
            scope.spawn(move || end_with_a_full_output(signal));
        }
    });
}

fn end_with_a_full_output(signal: &str) {
    let mut child = Server::spawn("usual");
    let (input, output) = (child.stdin.take(), child.stdout.take());
    let errors = BufReader::new(child.stderr.take().unwrap()).lines();
    let (sender, log) = channel();
    std::thread::spawn(move || {
        for line in errors.map_while(Result::ok) {
            let _ = sender.send(line);
        }
    });
    std::thread::spawn(move || {
        let line = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
        while writeln!(input.as_ref().unwrap(), "{line}").is_ok() {}
    });
    // Wait until the pipes and the server's queue of responses are full. The `writeln!` above then
    // blocks.
    std::thread::sleep(Duration::from_secs(2));
    let mut server = Server {
        child,
        input: None,
        output: channel().1,
    };
    server.signal(signal);
    let deadline = Instant::now() + LIMIT;
    let has_ended = std::iter::from_fn(|| {
        let left = deadline.saturating_duration_since(Instant::now());
        log.recv_timeout(left).ok()
    })
    .any(|line| line.contains(ENDED));
    // The process blocks in a last write to the full output pipe. This `drop` closes the read
    // end, so the write fails and the process ends.
    drop(output);
    server.child.wait().unwrap();
    assert!(has_ended, "the server hangs");
}

#[test]
fn a_signal_ends_a_server_with_nothing_to_do() {
    for signal in ["INT", "TERM", "HUP"] {
        for input in ["", r#"{"jsonrpc":"2.0","id":2,"#] {
            let mut server = Server::start();
            server.send(1, "tools/list", json!({}));
            assert_eq!(server.receive()["id"], 1);
            write!(server.input.as_ref().unwrap(), "{input}").unwrap();
            server.signal(signal);
            server.ends_well();
        }
    }
}

#[test]
fn a_signal_ends_a_server_before_the_first_message() {
    for signal in ["INT", "TERM", "HUP"] {
        let mut server = Server::start();
        server.log_up_to("early noise");
        server.signal(signal);
        server.ends_well();
    }
}

/// `shutdown_signal()` is also for daemons, which SIGHUP must not end.
#[test]
fn a_hangup_shuts_only_the_stdio_server_down() {
    let mut server = Server::start();
    server.start_calls(&["until_asked"]);
    let answer = server.insist("HUP");
    assert_eq!(answer["error"]["code"], -32603, "{answer}");
    server.ends_well();
}

#[test]
#[cfg(target_os = "linux")]
fn under_nohup_a_hangup_ends_nothing() {
    let mut command = Command::new("sh");
    let script = r#"trap "" HUP; exec "$0" "$@""#;
    command
        .args(["-c", script])
        .arg(std::env::current_exe().unwrap());
    let streams = [Stdio::piped(), Stdio::piped(), Stdio::piped()];
    let child = Server::spawn_command(&mut command, "usual", streams);
    let mut server = Server::of(child);
    server.log_up_to("early noise");
    for id in 1..10 {
        server.signal("HUP");
        server.call(id, "nap", json!({ "milliseconds": 1 }));
        assert_eq!(server.receive()["id"], id);
    }
    server.signal("TERM");
    server.ends_well();
}

#[test]
fn a_person_at_a_terminal_reads_one_line() {
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&terminal).unwrap();
    unlockpt(&terminal).unwrap();
    let name = ptsname(&terminal, Vec::new()).unwrap();
    let mut options = File::options();
    let input = options.read(true).write(true).open(name.to_str().unwrap());
    let mut child = Server::spawn_with_input("usual", input.unwrap().into());
    // Ctrl-D ends the input, so the process ends, too.
    File::from(terminal).write_all(b"\x04").unwrap();
    let mut errors = String::new();
    let mut stderr = child.stderr.take().unwrap();
    stderr.read_to_string(&mut errors).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    let line = "stdio 1: 11 tools, waiting for a client on standard input";
    assert_eq!(errors.matches(line).count(), 1, "{errors}");
}

#[test]
fn standard_output_is_free_again_after_the_future_is_dropped() {
    Server::start_as("dropped").ends_well();
}

#[test]
fn running_calls_finish_after_a_signal() {
    for signal in ["INT", "TERM"] {
        let mut server = Server::start();
        server.start_calls(&["until_asked", "until_asked"]);
        server.signal(signal);
        let answers = [server.receive(), server.receive()];
        for id in 1..=2 {
            let answer = answers.iter().find(|answer| answer["id"] == id);
            let text = &answer.expect("an answer to each")["result"]["content"][0]["text"];
            assert_eq!(text, "asked");
        }
        server.ends_well();
    }
}

#[test]
fn a_second_signal_cancels_running_calls() {
    for (name, signal) in [("hold", "INT"), ("hold", "TERM"), ("hang", "TERM")] {
        let mut server = Server::start();
        server.start_calls(&["until_asked", name]);
        server.signal(signal);
        let answer = server.receive();
        assert_eq!((&answer["id"], answer.get("error")), (&json!(1), None));
        let answer = server.insist(signal);
        assert_eq!(answer["id"], 2, "{answer}");
        assert_eq!(answer["error"]["code"], -32603, "{answer}");
        server.ends_well();
    }
}

#[test]
fn waiting_threads_see_the_shutdown_of_the_process() {
    let mut server = Server::start();
    server.start_calls(&["tidy"]);
    let answer = server.insist("TERM");
    assert_eq!(answer["error"]["code"], -32603, "{answer}");
    assert_eq!(server.line(), "the stream is free again");
    let (status, errors) = server.end();
    assert!(status.success(), "{errors}");
    assert!(errors.contains("everything is tidy"), "{errors}");
    assert!(!errors.contains(WAITED), "{errors}");
    assert!(errors.contains("requests=1"), "{errors}");
}

#[test]
fn a_signal_after_the_end_of_the_input_cancels_calls() {
    let mut server = Server::start();
    server.start_calls(&["hold"]);
    server.input = None;
    let answer = server.insist("TERM");
    assert_eq!(answer["error"]["code"], -32603, "{answer}");
    server.ends_well();
}

/// Some clients close the input and immediately send a signal. The server must end successfully, and must not
/// log a warning.
#[test]
fn a_signal_at_the_end_of_the_input_is_not_an_error() {
    for _ in 0..30 {
        let mut server = Server::start();
        server.send(1, "tools/list", json!({}));
        assert_eq!(server.receive()["id"], 1);
        server.signal("STOP");
        server.input = None;
        server.signal("TERM");
        server.signal("CONT");
        assert_eq!(server.line(), "the stream is free again");
        let (status, errors) = server.end();
        assert!(status.success(), "{errors}");
        assert!(!errors.contains("WARN"), "{errors}");
    }
}
