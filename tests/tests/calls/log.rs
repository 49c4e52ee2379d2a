//! Captures `tracing` output, and tests the log of `build()` and of wrong arguments.

use std::io::{self, Write};
use std::process::Command;
use std::sync::{Arc, Mutex};

use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
use mcp_tool_tests::Peer;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use tracing::Level;
use tracing_subscriber::fmt::format::FmtSpan;

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(text)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns what `run` logs on this thread, at any level.
pub(crate) fn logged(run: impl FnOnce()) -> String {
    lines(Level::TRACE, FmtSpan::NONE, run)
}

/// Returns what `run` logs at `level` or a more severe level, with a line for the end of each span.
pub(crate) fn closed_spans(level: Level, run: impl FnOnce()) -> String {
    lines(level, FmtSpan::CLOSE, run)
}

fn lines(level: Level, spans: FmtSpan, run: impl FnOnce()) -> String {
    let lines = Lines::default();
    let writer = lines.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_span_events(spans)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    let guard = mcp_tool_tests::set_subscriber(subscriber);
    run();
    drop(guard);
    let bytes = lines.0.lock().unwrap().clone();
    String::from_utf8(bytes).unwrap()
}

#[derive(Deserialize, JsonSchema)]
struct Request {
    /// Words that a page must have
    words: String,
}

/// Searches.
#[mcp_tool]
async fn nested(
    #[context] _cx: &mcp_tool_runtime::ToolContext,
    /// Where to look
    #[arg(header = "Region")]
    region: String,
    /// What to look for
    req: Request,
) -> String {
    region + &req.words
}

/// Searches with input that is nested on purpose.
#[mcp_tool(allow(nested_input))]
async fn nested_on_purpose(
    /// What to look for
    req: Request,
) -> String {
    req.words
}

/// Searches with the members of a struct as arguments.
#[mcp_tool]
async fn flat(#[arg(flatten)] req: Request) -> String {
    req.words
}

/// The macro cannot see whether a parameter's type is a struct, so the macro cannot report nested input.
/// `build()` logs a warning instead, unless the tool has `allow(nested_input)`.
#[test]
fn build_warns_once_of_a_nested_input() {
    let log = logged(|| {
        let builder = ToolRegistry::builder(());
        let registry = builder.tools(tools![nested, nested_on_purpose, flat]);
        registry.build().unwrap();
    });
    let lines: Vec<_> = log.lines().collect();
    let [line] = lines.as_slice() else {
        panic!("{log}")
    };
    for part in [
        "WARN",
        "the whole input is nested under `req`",
        "write `#[arg(flatten)] req: Request`",
        "`allow(nested_input)`",
        "tool=\"nested\"",
    ] {
        assert!(line.contains(part), "{part} in {line}");
    }
}

#[test]
#[ignore = "the next test starts it in a process without a subscriber"]
fn build_without_a_subscriber() {
    let builder = ToolRegistry::builder(());
    builder.tools(tools![nested]).build().unwrap();
}

#[test]
fn without_a_subscriber_the_warning_goes_to_standard_error() {
    let mut process = Command::new(std::env::current_exe().unwrap());
    let test = "log::build_without_a_subscriber";
    let output = process.args(["--exact", test, "--ignored"]).output();
    let text = String::from_utf8(output.unwrap().stderr).unwrap();
    assert!(
        text.contains("tool `nested`: the whole input is nested under `req`"),
        "{text}"
    );
}

/// Takes a number and a secret.
#[mcp_tool]
async fn log_in(
    /// The number
    number: u8,
    /// The password
    #[arg(sensitive)]
    password: u8,
) {
    let _ = (number, password);
}

#[test]
fn the_log_has_wrong_arguments_as_the_registry_says() {
    let builder = || ToolRegistry::builder(()).tools(tools![log_in]);
    let arguments = json!({ "number": "many", "password": "hunter2" });
    let log = |registry: ToolRegistry<()>, level| {
        lines(level, FmtSpan::NONE, || {
            let peer = Peer::new(&registry);
            assert!(
                peer.error("log_in", arguments.clone())
                    .starts_with("2 wrong arguments")
            );
        })
    };
    let registry = builder().build().unwrap();
    assert_eq!(log(registry.clone(), Level::INFO), "");
    let line = log(registry, Level::DEBUG);
    assert!(
        line.contains("wrong arguments") && !line.contains("many"),
        "{line}"
    );
    let registry = builder()
        .wrong_arguments_level(Level::WARN)
        .log_wrong_values(true);
    let line = log(registry.build().unwrap(), Level::WARN);
    assert!(line.contains("WARN") && line.contains("many"), "{line}");
    assert!(!line.contains("hunter2"), "{line}");
}
