//! Runs three examples as programs, and returns their responses.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use mcp_tool_runtime::ProtocolVersion;
use serde_json::{Value, json};

/// Runs `weather`, `own_server` and `quickstart`. Returns their responses.
pub(crate) fn responses(version: ProtocolVersion) -> Vec<Value> {
    let mut responses = ask(
        "weather",
        version,
        &[
            ("list_cities", json!({})),
            (
                "current_weather",
                json!({ "city": "Lisbon", "unit": "fahrenheit" }),
            ),
            ("forecast", json!({ "city": "Oslo", "days": 2 })),
            ("forecast", json!({ "city": "Atlantis" })),
            ("forecast", json!({ "citty": "Oslo", "days": "many" })),
            ("report_weather", json!({ "city": "Oslo", "sky": "snow" })),
            ("no_such_tool", json!({})),
        ],
    );
    responses.extend(ask(
        "own_server",
        version,
        &[
            ("convert_length", json!({ "value": 2, "from": "kilometre" })),
            ("convert_length", json!({ "value": "far" })),
            ("read_colour", json!({ "code": "#ff8800" })),
            ("read_colour", json!({ "code": "orange" })),
        ],
    ));
    responses.extend(ask(
        "quickstart",
        version,
        &[
            ("search_books", json!({ "words": "the", "limit": 2 })),
            ("lend_book", json!({ "book": 3, "reader": "Grace" })),
            (
                "search_books",
                json!({ "words": "sea", "genre": "poetri", "limit": "many" }),
            ),
        ],
    ));
    responses
}

/// Runs an example, and sends requests to its standard input. After the process has exited, returns all
/// responses except that to `initialize`.
fn ask(example: &str, version: ProtocolVersion, calls: &[(&str, Value)]) -> Vec<Value> {
    let is_modern = version == ProtocolVersion::V2026_07_28;
    let meta = match is_modern {
        true => json!({
            "io.modelcontextprotocol/protocolVersion": version.as_str(),
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        }),
        false => json!({}),
    };
    let mut messages = Vec::new();
    if !is_modern {
        messages.push(json!({
            "jsonrpc": "2.0",
            "id": "handshake",
            "method": "initialize",
            "params": {
                "protocolVersion": version.as_str(),
                "capabilities": {},
                "clientInfo": { "name": "test", "version": "1" },
            },
        }));
        messages.push(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    }
    messages.push(json!({
        "jsonrpc": "2.0", "id": 0, "method": "tools/list", "params": { "_meta": meta },
    }));
    for (position, (name, arguments)) in calls.iter().enumerate() {
        messages.push(json!({
            "jsonrpc": "2.0",
            "id": position + 1,
            "method": "tools/call",
            "params": { "name": name, "arguments": arguments, "_meta": meta },
        }));
    }
    let input: String = messages
        .iter()
        .map(|message| format!("{message}\n"))
        .collect();
    let arguments = if example == "quickstart" {
        &["serve"][..]
    } else {
        &[]
    };
    let mut process = Command::new(program(example))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .unwrap();
    process
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    let output = process.wait_with_output().unwrap();
    assert!(output.status.success(), "{example}: {}", output.status);
    let responses: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .filter(|response: &Value| response["id"] != "handshake")
        .collect();
    assert_eq!(
        responses.len(),
        calls.len() + 1,
        "{example}: {responses:#?}"
    );
    responses
}

/// Returns the path of an example's program. Builds the examples on the first call.
fn program(example: &str) -> PathBuf {
    static PROGRAMS: OnceLock<Vec<PathBuf>> = OnceLock::new();
    let programs = PROGRAMS.get_or_init(|| {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let output = Command::new(cargo)
            .args(["build", "--quiet", "--workspace"])
            .args(["--example", "weather", "--example", "own_server"])
            .args(["--bin", "quickstart", "--message-format", "json"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stderr(Stdio::inherit())
            .output()
            .unwrap();
        assert!(output.status.success(), "the examples do not build");
        String::from_utf8(output.stdout)
            .unwrap()
            .lines()
            .filter_map(|line| {
                serde_json::from_str::<Value>(line).unwrap()["executable"]
                    .as_str()
                    .map(PathBuf::from)
            })
            .collect()
    });
    programs
        .iter()
        .find(|program| program.file_stem().is_some_and(|name| name == example))
        .unwrap_or_else(|| panic!("no {example} among {programs:?}"))
        .clone()
}
