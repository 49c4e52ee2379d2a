//! Compares `mcp-tool-runtime` with handwritten code and with rmcp's macros: instructions, allocations and
//! memory at run time, and the costs of builds.
//!
//! `just bench` prints the table of calls. It fails if a count of `mcp-tool-runtime` exceeds its value in
//! `counts.txt` by more than 5 %, or 25 % on paths with threads. `just bench --record` updates `counts.txt`, and
//! the table of calls and its plots in `docs`. `just bench-http` and `just http-memory` measure servers over
//! sockets, and print their tables. `just bench-build` measures builds, and updates their table and plot. `just
//! bench-peers` measures other frameworks. `just bench-growth` measures how costs grow with sizes.

#![allow(clippy::print_stderr, clippy::print_stdout)]

mod builds;
mod count;
mod growth;
mod hand;
mod handler;
mod http;
mod load;
mod memory;
mod paths;
mod peers;
mod piped;
mod plot;
mod process;
mod programs;
mod report;
mod response;
mod sdk;
mod stdio;
mod tools;

use std::process::ExitCode;

/// The implementations to compare. Each has the same tools.
const SIDES: [&str; 3] = ["ours", "hand", "rmcp"];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["run", path, side, times] => {
            paths::run(path, side, times.parse().expect("a number of calls"));
            Ok(())
        }
        ["memory", side] => {
            paths::print_memory(side);
            Ok(())
        }
        ["stdio-memory", program] => memory::measure(program),
        ["grow", curve, size, times] => {
            growth::run(curve, size, times);
            Ok(())
        }
        ["growth"] => growth::measure(),
        ["http-server", side, mode] => http::server::serve(side, mode),
        ["http", seconds, ref rest @ ..] if matches!(rest, [] | ["--record"]) => {
            let seconds = seconds.parse().expect("a number of seconds");
            http::cpu::measure(seconds, !rest.is_empty())
        }
        ["http-memory", ref rest @ ..] if matches!(rest, [] | ["--record"]) => {
            http::memory::measure(!rest.is_empty())
        }
        ["peers", seconds, ref rest @ ..] if matches!(rest, [] | ["--record"]) => {
            let seconds = seconds.parse().expect("a number of seconds");
            peers::measure(seconds, !rest.is_empty())
        }
        ["build", turns] => builds::measure(turns.parse().expect("a number of turns")),
        [] => count::table(false),
        ["--record"] => count::table(true),
        _ => Err(
            "usage: [--record] | growth | build TURNS | peers SECONDS [--record] | http SECONDS [--record] | http-memory [--record]"
                .to_owned(),
        ),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
