//! Counts the instructions and allocations of each path, here and written by hand.
//!
//! ```text
//! mcp-tool-benches            prints the table; fails where a count grew by more than 5 %
//! mcp-tool-benches --record   prints the table, and records the counts in counts.txt
//! mcp-tool-benches run PATH SIDE TIMES
//! ```
//!
//! The first two forms run the third one under callgrind, with two numbers of calls. The difference
//! of the counts is that of the calls alone: what a program does before its first call cancels out.

#![allow(clippy::print_stderr, clippy::print_stdout)]

mod count;
mod hand;
mod paths;
mod tools;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::ExitCode;

use count::Count;
use paths::{PATHS, Path, SIDES};

const RECORD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/counts.txt");

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        [] => print_table(false),
        ["--record"] => print_table(true),
        ["run", path, side, times] => run(path, side, times),
        _ => {
            eprintln!("usage: mcp-tool-benches [--record]");
            ExitCode::FAILURE
        }
    }
}

fn run(path: &str, side: &str, times: &str) -> ExitCode {
    let path = PATHS.iter().find(|known| known.name == path);
    let (Some(path), Ok(times)) = (path, times.parse::<u32>()) else {
        return ExitCode::FAILURE;
    };
    let mut call = (path.make)(side);
    for _ in 0..times {
        call();
    }
    ExitCode::SUCCESS
}

/// Counts one call of a path. A path that prepares its input anew counts that apart, as `base`.
fn count_call(path: &Path, side: &str) -> Count {
    let per_call = |side: &str| {
        let runs = [1, 2].map(|factor| count::of_run(path.name, side, factor * path.times));
        (runs[1] - runs[0]) / path.times
    };
    match path.has_base {
        true => per_call(side) - per_call("base"),
        false => per_call(side),
    }
}

fn print_table(record: bool) -> ExitCode {
    let recorded = read_record();
    let (mut lines, mut grown) = (String::new(), false);
    println!(
        "{:<16} {:>24} {:>24}  ratio",
        "path", "instructions", "by hand"
    );
    for path in PATHS {
        let [ours, hand] = SIDES.map(|side| count_call(path, side));
        let ratio = ours.instructions as f64 / hand.instructions as f64;
        print!("{:<16} {ours:>24} {hand:>24}  {ratio:.2}", path.name);
        match recorded.get(path.name) {
            Some(before) if ours.exceeds(*before) => {
                print!("  grew from {before}");
                grown = true;
            }
            _ => {}
        }
        println!();
        let _ = writeln!(
            lines,
            "{} {} {}",
            path.name, ours.instructions, ours.allocations
        );
    }
    if record {
        return match std::fs::write(RECORD, lines) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("cannot write {RECORD}: {error}");
                ExitCode::FAILURE
            }
        };
    }
    match grown {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    }
}

fn read_record() -> BTreeMap<String, Count> {
    let text = std::fs::read_to_string(RECORD).unwrap_or_default();
    let count = |line: &str| {
        let mut words = line.split_whitespace();
        let name = words.next()?.to_owned();
        let instructions = words.next()?.parse().ok()?;
        let allocations = words.next()?.parse().ok()?;
        let count = Count {
            instructions,
            allocations,
        };
        Some((name, count))
    };
    text.lines().filter_map(count).collect()
}
