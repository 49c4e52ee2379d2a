//! Counts instructions of calls and measures builds, for this crate, handwritten code and rmcp's macros.
//!
//! `just bench` prints the table of calls. It fails if a count is more than 5 % above `counts.txt`.
//! `just bench --record` writes that file, the table in `docs/PERFORMANCE.md`, and the plots.
//! `just bench-build` measures builds, and writes their table and plot.

#![allow(clippy::print_stderr, clippy::print_stdout)]

mod builds;
mod count;
mod hand;
mod handler;
mod paths;
mod plot;
mod programs;
mod report;
mod sdk;
mod stdio;
mod tools;

use std::process::ExitCode;

/// The implementations of the same tools.
const SIDES: [&str; 3] = ["ours", "hand", "rmcp"];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["run", path, side, times] => {
            paths::run(path, side, times.parse().expect("a number of calls"));
            Ok(())
        }
        ["memory", side] => {
            paths::print_memory(side);
            Ok(())
        }
        ["build", turns] => builds::measure(turns.parse().expect("a number of turns")),
        [] => count::table(false),
        ["--record"] => count::table(true),
        _ => Err("usage: [--record] | build TURNS".to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
