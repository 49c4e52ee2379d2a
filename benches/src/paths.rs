//! The code paths whose instructions and allocations the benchmark counts.

use std::fs;
use std::hint::black_box;

use mcp_tool_runtime::{CallToolRequest, ProtocolVersion, ToolContext};
use rmcp::model::CallToolRequestParams;
use serde_json::json;

use crate::handler::{ADD, handler, ready, request};
use crate::tools::Tools;
use crate::{hand, sdk, stdio, tools};

/// A code path, such as a call of one tool, or the list of a registry's tools.
pub(crate) struct Path {
    pub(crate) name: &'static str,
    /// The number of repetitions to measure.
    pub(crate) times: u64,
    /// The divisor of the counts: 1, or the number of tools if the path builds a registry.
    pub(crate) units: u64,
    /// Whether to measure the handwritten code, and whether to measure rmcp. The benchmark always measures
    /// `mcp-tool-runtime`.
    pub(crate) others: [bool; 2],
    work: Work,
}

/// The work that the benchmark of a path does in each repetition.
enum Work {
    /// Parses a request, handles it, and serializes the response. The strings are the method and the
    /// parameters of the request.
    Handle(Tools, &'static str, &'static str),
    /// Calls `add` with arguments that are already parsed.
    Call,
    /// Builds a registry from declared tools.
    Build,
    /// Sends a request through an in-memory stream, and waits for the response.
    Stdio,
}

const fn path(name: &'static str, times: u64, work: Work) -> Path {
    Path {
        name,
        times,
        units: 1,
        others: [true; 2],
        work,
    }
}

/// Returns the work of calling a declared tool.
const fn call(params: &'static str) -> Work {
    Work::Handle(Tools::Declared, "tools/call", params)
}

/// Returns the work of listing this many tools.
const fn list(tools: usize) -> Work {
    Work::Handle(Tools::ByValue(tools), "tools/list", "")
}

/// Returns the work of calling one tool in a registry of this many tools.
const fn by_value(tools: usize) -> Work {
    Work::Handle(Tools::ByValue(tools), "tools/call", ADD)
}

pub(crate) const PATHS: &[Path] = &[
    path("add", 400, call(ADD)),
    path("add-meta", 400, call(ADD_META)),
    path("weather", 200, call(WEATHER)),
    path("list", 4, call(LIST)),
    path("add-parsed", 400, Work::Call),
    path("by-value", 400, by_value(1)),
    Path {
        others: [false, true],
        ..path("by-value-10000", 400, by_value(10_000))
    },
    path("stdio", 200, Work::Stdio),
    Path {
        others: [true, false],
        ..path("stdio-core", 200, Work::Stdio)
    },
    path("tools-list-1", 200, list(1)),
    path("tools-list-10", 100, list(10)),
    path("tools-list-100", 40, list(100)),
    path("tools-list-1000", 4, list(1_000)),
    // Each repetition of this path must generate the schemas again. rmcp would generate the
    // schemas only in the first repetition, because rmcp caches the schema of each type. So do
    // not measure rmcp.
    Path {
        units: 2,
        others: [true, false],
        ..path("registry", 20, Work::Build)
    },
];

const ADD_META: &str = r#""name":"add","arguments":{"a":17,"b":25},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1.0.0"},"io.modelcontextprotocol/clientCapabilities":{}}"#;
const WEATHER: &str = r#""name":"weather","arguments":{"city":"Oslo","days":5}"#;
const LIST: &str = r#""name":"weather","arguments":{"city":"Oslo","days":1000}"#;

pub(crate) fn run(path: &str, side: &str, times: u64) {
    let known = PATHS.iter().find(|known| known.name == path);
    match known.expect("a path").work {
        Work::Handle(tools, method, params) => {
            let request = request(method, params);
            let mut handle = handler(side, tools);
            for _ in 0..times {
                black_box(handle(black_box(request.as_bytes())));
            }
        }
        Work::Call => run_parsed(side, times),
        Work::Build => build_registries(side, times),
        Work::Stdio => stdio::run(path, side, times),
    }
}

/// Calls `add` with parsed arguments. The loop clones the request for each implementation, so all counts include
/// the clone.
fn run_parsed(side: &str, times: u64) {
    let registry = tools::registry(Tools::Declared);
    let context = ToolContext::new(ProtocolVersion::V2025_11_25);
    let arguments = json!({ "a": 17, "b": 25 });
    let request = CallToolRequest::new("add").with_arguments(arguments.clone());
    let mut params = CallToolRequestParams::new("add");
    params.arguments = arguments.as_object().cloned();
    let server = sdk::ConnectedServer::new(sdk::server(Tools::Declared));
    for _ in 0..times {
        match side {
            "ours" => drop(black_box(ready(registry.call(request.clone(), &context)))),
            "hand" => drop(black_box(hand::add_parsed(request.clone().arguments))),
            _ => drop(black_box(ready(server.call(params.clone())))),
        }
    }
}

/// Builds registries of two tools. The handwritten code has no registry, so it only generates the input and
/// output schemas of both tools.
fn build_registries(side: &str, times: u64) {
    for _ in 0..times {
        match side {
            "ours" => drop(black_box(tools::registry(Tools::Declared))),
            "hand" => drop(black_box(tools::schemas())),
            _ => drop(black_box(sdk::server(Tools::Declared))),
        }
    }
}

/// Prints two sizes in bytes per tool, for 10,000 tools: the resident memory and the `tools/list` response.
/// Requests the list first, so the memory includes the caches of the list.
pub(crate) fn print_memory(side: &str) {
    const TOOLS: usize = 10_000;
    let before = resident_bytes();
    let mut handle = handler(side, Tools::ByValue(TOOLS));
    let list = handle(request("tools/list", "").as_bytes()).len();
    let bytes = resident_bytes() - before;
    println!("{} {}", bytes / TOOLS, list / TOOLS);
    drop(handle);
}

fn resident_bytes() -> usize {
    let pages = fs::read_to_string("/proc/self/statm").expect("Linux has statm");
    let pages: Option<usize> = pages.split(' ').nth(1).and_then(|it| it.parse().ok());
    pages.expect("a number of pages") * 4096
}
