//! The code paths whose instructions and allocations the benchmark counts.

use std::hint::black_box;

use mcp_tool_runtime::{CallToolRequest, ProtocolVersion, ToolContext};
use rmcp::model::{CallToolRequestParams, CallToolResponse};
use serde_json::{Value, json};

use crate::handler::{ADD, ADD_META, handler, ready, request};
use crate::http::in_memory;
use crate::http::mode::Mode;
use crate::piped::{self, Threads};
use crate::process::resident_bytes;
use crate::response::{check, check_result};
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
    /// How many percent a count may exceed its stored value.
    pub(crate) tolerance: u64,
    /// The number of runs whose smallest count is the count of the path: 1 if each run executes the same instructions.
    pub(crate) runs: usize,
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
    /// Sends calls with these parameters through an in-memory stream, and waits for each response.
    Stdio(&'static str),
    /// Serves standard input and output, into which the benchmark pipes calls with these parameters.
    Piped(Threads, &'static str),
    /// Passes HTTP requests to a `tower` service, and reads the bodies of the responses.
    Http(Mode),
}

impl Path {
    /// Returns the parameters of the calls to pipe into the program, if the path serves standard input.
    pub(crate) fn piped_params(&self) -> Option<&'static str> {
        match self.work {
            Work::Piped(_, params) => Some(params),
            _ => None,
        }
    }
}

const fn path(name: &'static str, times: u64, work: Work) -> Path {
    Path {
        name,
        times,
        units: 1,
        others: [true; 2],
        tolerance: 5,
        runs: 1,
        work,
    }
}

/// Returns the path of a server over standard input and output. The server has a thread for each of them, so the
/// counts depend on the order in which threads run: under load, single runs count up to 15 % more.
const fn piped(name: &'static str, threads: Threads, params: &'static str) -> Path {
    Path {
        tolerance: 25,
        runs: 3,
        ..path(name, 1_000, Work::Piped(threads, params))
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
    piped("piped", Threads::One, ADD),
    piped("piped-meta", Threads::One, ADD_META),
    Path {
        others: [false, true],
        ..piped("piped-threads", Threads::Many(2), ADD)
    },
    path("stdio", 200, Work::Stdio(ADD)),
    path("stdio-meta", 200, Work::Stdio(ADD_META)),
    path("http", 200, Work::Http(Mode::Stateless)),
    path("http-meta", 200, Work::Http(Mode::Meta)),
    Path {
        others: [false, true],
        ..path("http-session", 200, Work::Http(Mode::Session))
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

const WEATHER: &str = r#""name":"weather","arguments":{"city":"Oslo","days":5}"#;
const LIST: &str = r#""name":"weather","arguments":{"city":"Oslo","days":1000}"#;

/// Repeats the work of a path. Checks the first and the last response. These checks are not counted, because both
/// runs that are compared have them. A count includes only a check of the length.
pub(crate) fn run(path: &str, side: &str, times: u64) {
    let known = PATHS.iter().find(|known| known.name == path);
    match known.expect("a path").work {
        Work::Handle(tools, method, params) => {
            let request = request(method, params);
            let mut handle = handler(side, tools);
            let checked = handle(request.as_bytes());
            check(&checked, &expected(tools, side, method, params));
            let mut response = Vec::new();
            for _ in 0..times {
                response = black_box(handle(black_box(request.as_bytes())));
                assert_eq!(response.len(), checked.len(), "the response changes");
            }
            assert!(response == checked, "the response changes");
        }
        Work::Call => run_parsed(side, times),
        Work::Build => build_registries(side, times),
        Work::Stdio(params) => stdio::run(side, params, times),
        Work::Piped(threads, _) => piped::serve(side, threads),
        Work::Http(mode) => in_memory::run(side, mode, times),
    }
}

/// Returns the text that a response must have, as JSON. For a list, returns the sorted names of the tools.
fn expected(tools: Tools, side: &str, method: &str, params: &str) -> Value {
    match tools {
        Tools::ByValue(count) if method == "tools/list" => sorted_names(count),
        // The handwritten code has only declared tools.
        Tools::ByValue(_) if side != "hand" => json!(42),
        _ => match params {
            WEATHER => json!(tools::forecast_of("Oslo", 5)),
            LIST => json!(tools::forecast_of("Oslo", 1000)),
            _ => json!({ "sum": 42 }),
        },
    }
}

fn sorted_names(count: usize) -> Value {
    let mut names: Vec<_> = tools::names(count).collect();
    names.sort_unstable();
    json!(names)
}

/// Calls `add` with parsed arguments. The loop clones the request for each implementation, so all counts include
/// the clone.
fn run_parsed(side: &str, times: u64) {
    let registry = tools::registry(Tools::Declared);
    let context = ToolContext::new(ProtocolVersion::V2025_11_25);
    let arguments = json!({ "a": 17, "b": 25 });
    // As in a request that a server has read, the name is an owned string.
    let name = "add".to_owned();
    let mut params = CallToolRequestParams::new(name.clone());
    params.arguments = arguments.as_object().cloned();
    let request = CallToolRequest::new(name).with_arguments(arguments);
    let server = sdk::ConnectedServer::new(sdk::server(Tools::Declared));
    let ours = || ready(registry.call(request.clone(), &context)).expect("a result");
    let hand = || hand::add_parsed(request.clone().arguments);
    let rmcp = || ready(server.call(params.clone()));
    let sum = json!({ "sum": 42 });
    match side {
        "ours" => check_result(&json!(ours()), &sum),
        "hand" => assert_eq!(hand(), sum.to_string().as_bytes()),
        _ => match rmcp() {
            CallToolResponse::Complete(result) => check_result(&json!(result), &sum),
            other => panic!("{other:?}"),
        },
    }
    for _ in 0..times {
        match side {
            "ours" => drop(black_box(ours())),
            "hand" => drop(black_box(hand())),
            _ => drop(black_box(rmcp())),
        }
    }
}

/// Builds registries of two tools. The handwritten code has no registry, so it only generates the input and
/// output schemas of both tools.
fn build_registries(side: &str, times: u64) {
    let count = match side {
        "ours" => tools::registry(Tools::Declared).definitions().len(),
        "hand" => tools::schemas().len() / 2,
        _ => sdk::server(Tools::Declared).len(),
    };
    assert_eq!(count, 2, "tools");
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
    let before = resident_bytes("self");
    let mut handle = handler(side, Tools::ByValue(TOOLS));
    let request = request("tools/list", "");
    let list = handle(request.as_bytes()).len();
    let bytes = resident_bytes("self") - before;
    println!("{} {}", bytes / TOOLS, list / TOOLS);
    check(&handle(request.as_bytes()), &sorted_names(TOOLS));
    drop(handle);
}
