//! Measures how costs grow with the number of tools, the size of arguments and answers, and the number of clients.

use std::hint::black_box;
use std::io;
use std::process::{Command, Stdio};

use mcp_tool_runtime::{ProtocolVersion, ToolContext, ToolRegistry, mcp_tool, tools};
use serde_json::json;

use crate::count;
use crate::handler::{ADD, handler, ready, request};
use crate::http::cpu;
use crate::http::mode::Mode;
use crate::http::server::Server;
use crate::load;
use crate::plot;
use crate::process::{peak_bytes, reset_peak_bytes, resident_bytes};
use crate::report;
use crate::tools::{self, Forecast, Terms, Tools, forecast_of};

/// A kind of work, at several sizes.
struct Curve {
    name: &'static str,
    work: Work,
    sizes: &'static [u64],
    /// Whether the work is proportional to the size. Otherwise, the size should not matter.
    is_proportional: bool,
}

#[derive(Clone, Copy)]
enum Work {
    /// Calls the last tool of a registry.
    CallOne,
    /// Lists all tools.
    List,
    /// Builds a registry.
    Build,
    /// Calls a tool with one text.
    Text,
    /// Calls a tool with a list of objects.
    Objects,
    /// Calls a tool that returns a list of objects.
    Answer,
}

const TOOLS: &[u64] = &[1, 10, 100, 1_000, 10_000];
const BYTES: &[u64] = &[100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];
const CLIENTS: &[u64] = &[1, 10, 100, 1_000];

const CURVES: &[Curve] = &[
    curve("a call", Work::CallOne, TOOLS, false),
    curve("`tools/list`, per tool", Work::List, TOOLS, true),
    curve(
        "the build of a registry, per tool",
        Work::Build,
        TOOLS,
        true,
    ),
    curve("a text as argument, per byte", Work::Text, BYTES, true),
    curve(
        "a list of objects as argument, per byte",
        Work::Objects,
        BYTES,
        true,
    ),
    curve(
        "a list of objects as answer, per byte",
        Work::Answer,
        BYTES,
        true,
    ),
];

const fn curve(
    name: &'static str,
    work: Work,
    sizes: &'static [u64],
    is_proportional: bool,
) -> Curve {
    Curve {
        name,
        work,
        sizes,
        is_proportional,
    }
}

/// The part by which a cost per unit may exceed that of the next smaller size.
const TOLERANCE: f64 = 1.1;

/// Returns the length of a text.
#[mcp_tool(read_only, allow(undocumented))]
async fn length(text: &str) -> usize {
    text.len()
}

/// Adds the products of all terms.
#[mcp_tool(read_only, allow(undocumented))]
async fn products(terms: Vec<Terms>) -> i64 {
    terms.iter().map(|terms| terms.a * terms.b).sum()
}

/// Forecasts the weather.
#[mcp_tool(read_only, allow(undocumented))]
async fn forecast(days: u32) -> Forecast {
    forecast_of("Oslo", days)
}

/// The work of a curve at one size, ready to run.
type Run = Box<dyn FnMut()>;

fn prepare(work: Work, size: u64) -> Run {
    let count = usize::try_from(size).expect("a size in memory");
    match work {
        Work::CallOne => {
            let (mut handle, request) = (
                handler("ours", Tools::ByValue(count)),
                request("tools/call", ADD),
            );
            check(&handle(request.as_bytes()), r#""text":"42""#);
            Box::new(move || drop(black_box(handle(request.as_bytes()))))
        }
        Work::List => {
            let (mut handle, request) = (
                handler("ours", Tools::ByValue(count)),
                request("tools/list", ""),
            );
            check(&handle(request.as_bytes()), r#""name":"add""#);
            Box::new(move || drop(black_box(handle(request.as_bytes()))))
        }
        Work::Build => Box::new(move || drop(black_box(tools::registry(Tools::ByValue(count))))),
        Work::Text => {
            let text = "x".repeat(count);
            call(
                "length",
                &format!(r#"{{"text":"{text}"}}"#),
                &count.to_string(),
            )
        }
        Work::Objects => {
            let object = r#"{"a":123456,"b":2}"#;
            let objects = vec![object; count.div_ceil(object.len() + 1)];
            let sum = (objects.len() * 246_912).to_string();
            let terms = objects.join(",");
            call("products", &format!(r#"{{"terms":[{terms}]}}"#), &sum)
        }
        Work::Answer => {
            // The answer has each day in the text and in the structured content.
            let day = json!(forecast_of("", 1)).to_string().len();
            let days = count.div_ceil(2 * day);
            call(
                "forecast",
                &format!(r#"{{"days":{days}}}"#),
                r#""city":"Oslo""#,
            )
        }
    }
}

/// Returns the work of calling a tool, and checks that the response contains a text.
fn call(tool: &str, arguments: &str, expected: &str) -> Run {
    let registry = ToolRegistry::builder(()).tools(tools![length, products, forecast]);
    let registry = registry.build().expect("the tools are valid");
    let context = ToolContext::new(ProtocolVersion::V2025_11_25);
    let request = request(
        "tools/call",
        &format!(r#""name":"{tool}","arguments":{arguments}"#),
    );
    let handle = move || {
        let response = ready(registry.handle_json(request.as_bytes(), &context));
        response.expect("a request has a response")
    };
    check(&handle(), expected);
    Box::new(move || drop(black_box(handle())))
}

fn check(response: &[u8], expected: &str) {
    let response = String::from_utf8_lossy(response);
    assert!(response.contains(expected), "no {expected}");
    assert!(!response.contains(r#""isError":true"#), "the call fails");
}

/// Repeats the work of a curve. Prints the bytes by which the peak memory grows in the last repetition.
pub(crate) fn run(curve: &str, size: &str, times: &str) {
    let [curve, size, times] = [curve, size, times].map(|it| it.parse::<u64>().expect("a number"));
    let mut run = prepare(CURVES[curve as usize].work, size);
    for _ in 1..times {
        run();
    }
    let before = resident_bytes("self");
    reset_peak_bytes();
    run();
    println!("{}", peak_bytes().saturating_sub(before));
}

/// Measures all curves, prints their tables, and updates them and their plot in `docs`.
///
/// # Errors
///
/// Returns an error if a cost per unit grows with the size.
pub(crate) fn measure() -> Result<(), String> {
    let mut grown = Vec::new();
    let mut series = Vec::new();
    let mut table = String::new();
    for (sizes, unit) in [(TOOLS, "tools"), (BYTES, "bytes")] {
        table += &head(&format!("instructions of, with … {unit}"), sizes);
        for (index, curve) in CURVES
            .iter()
            .enumerate()
            .filter(|(_, curve)| curve.sizes == sizes)
        {
            let costs: Vec<f64> = sizes
                .iter()
                .map(|&size| instructions(index, size))
                .collect();
            table += &row(curve.name, &costs, 0);
            grown.extend(find_growth(curve.name, &costs));
            series.push((curve.name, points(sizes, &costs)));
        }
    }
    table += &head("peak memory of, with … bytes", BYTES);
    for (index, curve) in CURVES
        .iter()
        .enumerate()
        .filter(|(_, curve)| curve.sizes == BYTES)
    {
        let bytes = BYTES.iter().map(|&size| memory(index, size));
        table += &row(curve.name, &bytes.collect::<Result<Vec<_>, _>>()?, 1);
    }
    table += &head("CPU time of, with … clients", CLIENTS);
    let times = CLIENTS.iter().map(|&clients| microseconds(clients));
    let times = times
        .collect::<io::Result<Vec<_>>>()
        .map_err(|error| error.to_string())?;
    table += &row("a call over HTTP, µs", &times, 1);
    print!("{table}");
    report::write_section("growth", &table)?;
    let title = "Instructions per tool, call or byte, as a multiple of the smallest size";
    report::write("plots/growth.svg", &plot::lines(title, &series))?;
    if grown.is_empty() {
        Ok(())
    } else {
        Err(grown.join("\n"))
    }
}

fn head(title: &str, sizes: &[u64]) -> String {
    let cells: Vec<_> = sizes.iter().map(|size| report::thousands(*size)).collect();
    format!(
        "\n| {title} | {} |\n|---|{}\n",
        cells.join(" | "),
        "---:|".repeat(sizes.len())
    )
}

fn row(name: &str, costs: &[f64], digits: usize) -> String {
    let cell = |cost: &f64| match digits {
        0 if *cost >= 100.0 => report::thousands(cost.round() as u64),
        _ => format!("{cost:.1}"),
    };
    let cells: Vec<_> = costs.iter().map(cell).collect();
    format!("| {name} | {} |\n", cells.join(" | "))
}

/// Returns a sentence for each size whose cost exceeds that of the next smaller size.
fn find_growth(name: &str, costs: &[f64]) -> Vec<String> {
    let pairs = costs
        .windows(2)
        .filter(|pair| pair[1] > pair[0] * TOLERANCE);
    pairs
        .map(|pair| format!("{name}: {:.1} after {:.1}", pair[1], pair[0]))
        .collect()
}

/// Returns the sizes, and the costs as multiples of the first.
fn points(sizes: &[u64], costs: &[f64]) -> Vec<(f64, f64)> {
    let costs = costs.iter().map(|cost| cost / costs[0]);
    sizes.iter().map(|size| *size as f64).zip(costs).collect()
}

/// Returns the instructions of one repetition, divided by the size if the work is proportional to it.
fn instructions(curve: usize, size: u64) -> f64 {
    let repetitions = match CURVES[curve].work {
        Work::Build => 2_000,
        _ => 200_000,
    };
    let times = (repetitions / size).clamp(1, 200);
    let [fewer, more] = [times, 2 * times].map(|times| {
        let out = count::out_file(&format!("growth.{curve}.{size}"));
        let numbers = [curve.to_string(), size.to_string(), times.to_string()];
        let arguments = ["grow", &numbers[0], &numbers[1], &numbers[2]];
        count::run(
            count::valgrind(&out, &arguments).stdout(Stdio::null()),
            &out,
        )[0]
    });
    let units = if CURVES[curve].is_proportional {
        size
    } else {
        1
    };
    more.saturating_sub(fewer) as f64 / times as f64 / units as f64
}

/// Returns the bytes by which the peak memory grows in one repetition, divided by the size.
fn memory(curve: usize, size: u64) -> Result<f64, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    // glibc returns freed memory to the system at once, so that the peak shows the last repetition only.
    command
        .env("MALLOC_MMAP_THRESHOLD_", "65536")
        .env("MALLOC_TRIM_THRESHOLD_", "65536");
    command.args(["grow", &curve.to_string(), &size.to_string(), "3"]);
    let output = command.output().map_err(|error| error.to_string())?;
    let bytes: f64 = String::from_utf8_lossy(&output.stdout)
        .trim()
        .parse()
        .expect("a number");
    Ok(bytes / size as f64)
}

/// Returns the CPU time of a call over HTTP, in microseconds, if this many clients call at the same time.
fn microseconds(clients: u64) -> io::Result<f64> {
    let server = Server::start("ours", Mode::Stateless)?;
    let load = cpu::start(
        format!("{clients} clients"),
        server,
        Mode::Stateless,
        clients as usize,
    )?;
    let mut loads = [load];
    load::run(&mut loads, 2)?;
    Ok(loads[0].median())
}
