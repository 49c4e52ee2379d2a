//! Pipes calls into the standard input of a server. The server is this program in a process of its own, so the counts
//! include no client.

use std::fs::{self, File};
use std::io::{self, BufRead as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use mcp_tool_server::ToolServer;
use rmcp::ServiceExt as _;
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};

use crate::handler::{ADD, handler, numbered};
use crate::response::check;
use crate::sdk;
use crate::stdio::{INITIALIZE, INITIALIZED};
use crate::tools::{self, Tools};

/// The runtime of a server.
#[derive(Clone, Copy)]
pub(crate) enum Threads {
    /// A current-thread runtime, as in the README.
    One,
    /// A multi-thread runtime with this many workers.
    Many(usize),
}

impl Threads {
    pub(crate) fn runtime(self) -> Runtime {
        let runtime = match self {
            Threads::One => Builder::new_current_thread().enable_all().build(),
            Threads::Many(workers) => Builder::new_multi_thread()
                .worker_threads(workers)
                .enable_all()
                .build(),
        };
        runtime.expect("a runtime starts")
    }
}

/// Serves the standard input and output of this process until the input ends.
pub(crate) fn serve(side: &str, threads: Threads) {
    match side {
        "ours" => {
            let server = ToolServer::new("bench", "1.0.0", tools::registry(Tools::Declared));
            let served = threads.runtime().block_on(server.serve_stdio());
            served.expect("the streams work");
        }
        "hand" => serve_lines().expect("the streams work"),
        _ => threads.runtime().block_on(async {
            let server = sdk::server(Tools::Declared);
            let server = server.serve(rmcp::transport::stdio()).await;
            let server = server.expect("the client opens a session");
            server.waiting().await.expect("the server ends");
        }),
    }
}

/// The handwritten server: a loop over lines, without a runtime and without a session.
fn serve_lines() -> io::Result<()> {
    let mut handle = handler("hand", Tools::Declared);
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let mut response = handle(&line);
        response.push(b'\n');
        output.write_all(&response)?;
        line.clear();
    }
    Ok(())
}

/// The files that are the standard input and output of a server.
pub(crate) struct Pipe {
    input: PathBuf,
    output: PathBuf,
    calls: u64,
}

impl Pipe {
    /// Writes the input: a handshake, unless each call has the version in its `_meta`, and calls with the ids from 1.
    /// The names of both files begin with `prefix`.
    pub(crate) fn new(prefix: &Path, side: &str, params: &str, calls: u64) -> io::Result<Self> {
        let [input, output] = ["in", "out"].map(|end| prefix.with_extension(end));
        let mut text = String::new();
        if side != "hand" && params == ADD {
            text += &(numbered(0, "initialize", INITIALIZE) + "\n" + INITIALIZED);
        }
        text.extend((1..=calls).map(|id| numbered(id, "tools/call", params) + "\n"));
        fs::write(&input, text)?;
        Ok(Pipe {
            input,
            output,
            calls,
        })
    }

    /// Makes the files the standard input and output of a command.
    pub(crate) fn attach(&self, command: &mut Command) -> io::Result<()> {
        command.stdin(File::open(&self.input)?);
        command.stdout(File::create(&self.output)?);
        Ok(())
    }

    /// Checks that each call has one response with the right text, and removes the files. The order of the responses
    /// is free.
    pub(crate) fn check(self) -> io::Result<()> {
        let output = fs::read_to_string(&self.output)?;
        let mut ids = Vec::new();
        for line in output.lines() {
            let response: Value = serde_json::from_str(line)?;
            let id = response["id"].as_u64().expect("a response has an id");
            if id > 0 {
                check(line.as_bytes(), &json!({ "sum": 42 }));
                ids.push(id);
            }
        }
        ids.sort_unstable();
        assert!(
            ids.iter().copied().eq(1..=self.calls),
            "{} responses to {} calls",
            ids.len(),
            self.calls
        );
        fs::remove_file(self.input)?;
        fs::remove_file(self.output)
    }
}
