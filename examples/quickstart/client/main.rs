//! Lists the tools of `../server.rs`, makes three calls, and shows the messages between client and server:
//! `cargo run --example quickstart`.
//!
//! This file is the client. Like every MCP client, it starts the server with a command, and exchanges lines of
//! JSON-RPC with it. The example prints the requests and responses after the handshake.

use std::env;
use std::error::Error;
use std::io::Write as _;
use std::process::{Command, ExitCode, exit};
use std::time::Duration;

#[path = "../../support/pretty.rs"]
mod pretty;
mod server_process;

use pretty::pretty;
use server_process::ServerProcess;

/// The first answer arrives after cargo has built the server, which takes one to two minutes.
const BUILD_LIMIT: Duration = Duration::from_secs(30 * 60);
const ANSWER_LIMIT: Duration = Duration::from_secs(30);

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"quickstart","version":"1"}}}"#;
const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

/// A heading and a request each. The requests have the ids 1, 2, 3 and 4.
const REQUESTS: [(&str, &str); 4] = [
    (
        "The tools, as a client gets them",
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"progressToken":0}}}"#,
    ),
    (
        "A call: what the function returned is `structuredContent`, and the same as text",
        r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"_meta":{"progressToken":1},"arguments":{"limit":2,"words":"the"},"name":"search_books"}}"#,
    ),
    (
        "A tool that fails: its error is the text that the model reads",
        r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"_meta":{"progressToken":2},"arguments":{"book":3,"reader":"Grace"},"name":"lend_book"}}"#,
    ),
    (
        "Wrong arguments: every fault at once, and a call that would have worked",
        r#"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"_meta":{"progressToken":3},"arguments":{"genre":"poetri","limit":"many","words":"sea"},"name":"search_books"}}"#,
    ),
];

fn main() -> ExitCode {
    if let Err(error) = run() {
        eprintln!("error: {error}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn run() -> Result<(), Box<dyn Error>> {
    eprintln!("Starting the server with `cargo run -p mcp-tool-examples-quickstart`");
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml");
    let mut server =
        ServerProcess::start(Command::new(cargo).args(["run", "--manifest-path", manifest]))?;

    server.ask(0, INITIALIZE, BUILD_LIMIT)?;
    server.send(INITIALIZED);
    for (id, (heading, request)) in (1..).zip(REQUESTS) {
        let response = server.ask(id, request, ANSWER_LIMIT)?;
        show(heading, request, &response);
    }
    server.end(ANSWER_LIMIT)
}

/// Prints a request and its response.
fn show(heading: &str, request: &str, response: &str) {
    let text = format!(
        "{heading}\n{}\n\nclient to server\n{}\n\nserver to client\n{}\n",
        "=".repeat(heading.len()),
        pretty(request),
        pretty(response),
    );
    // Stop if the program that reads this output has closed the pipe.
    if writeln!(std::io::stdout(), "{text}").is_err() {
        exit(0);
    }
}
