//! Counts the instructions and allocations of calls, here and in code written by hand.
//!
//! `just bench` prints a table, and fails where a count is more than 5 % above `counts.txt`.
//! `just bench --record` writes that file.
//!
//! Each path runs under callgrind with two numbers of calls. The difference is the cost of the calls
//! alone: the start of the program cancels out.

#![allow(clippy::print_stderr, clippy::print_stdout)]

mod count;
mod hand;
mod paths;
mod tools;

use std::fs;
use std::process::ExitCode;

const RECORD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/counts.txt");

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["run", path, side, times] => {
            paths::run(path, side, times.parse().expect("a number of calls"));
            ExitCode::SUCCESS
        }
        _ => print_table(words == ["--record"]),
    }
}

fn print_table(record: bool) -> ExitCode {
    let recorded = fs::read_to_string(RECORD).unwrap_or_default();
    let (mut lines, mut has_grown) = (String::new(), false);
    println!("path                  ours     allocations  by hand  allocations  ratio");
    for (path, times) in paths::PATHS {
        let [ours, hand] = ["ours", "hand"].map(|side| count::of_calls(path, side, *times));
        let ratio = ours[0] as f64 / hand[0] as f64;
        println!(
            "{path:<16} {:>9} {:>9} {:>13} {:>9} {ratio:>11.2}",
            ours[0], ours[1], hand[0], hand[1]
        );
        lines += &format!("{path} {} {}\n", ours[0], ours[1]);
        let before = recorded.lines().find_map(|line| {
            let mut counts = line.strip_prefix(path)?.strip_prefix(' ')?.split(' ');
            let mut next = || counts.next()?.parse::<u64>().ok();
            Some([next()?, next()?])
        });
        if before.is_some_and(|before| (0..2).any(|it| ours[it] * 100 > before[it] * 105)) {
            println!("{path} has grown from {before:?}");
            has_grown = true;
        }
    }
    if record {
        fs::write(RECORD, lines).expect("the record can be written");
    }
    ExitCode::from(u8::from(has_grown && !record))
}
