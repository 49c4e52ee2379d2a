//! Random histories of one client, against a small model. The model knows each response that the server may send.
//!
//! `just histories` runs a million of them. `FIRST=7 HISTORIES=1 cargo test --workspace --test histories` runs only
//! the one with seed 7.

mod history;
mod messages;
mod model;
mod run;

use std::sync::atomic::{AtomicU64, Ordering};
use std::{env, thread};

use crate::history::{History, history};
use crate::run::run;

/// Removes steps as long as the history still fails. Returns the shorter history, and its failure.
fn shorten(mut history: History, mut failure: String, has_threads: bool) -> (History, String) {
    let mut size = history.steps.len();
    while size > 0 {
        let mut start = 0;
        while start < history.steps.len() {
            let mut shorter = history.clone();
            let end = history.steps.len().min(start + size);
            shorter.steps.drain(start..end);
            match run(&shorter, has_threads) {
                Err(still) => (history, failure) = (shorter, still),
                Ok(()) => start += size,
            }
        }
        size /= 2;
    }
    (history, failure)
}

/// Runs as many histories as the variable `HISTORIES` says, from the seed `FIRST` on.
fn run_all(default: u64, has_threads: bool) {
    let number = |name, default| env::var(name).map_or(default, |text| text.parse().expect(name));
    let first = number("FIRST", 0);
    let last = first + number("HISTORIES", default);
    let next = AtomicU64::new(first);
    let work = || {
        while let seed = next.fetch_add(1, Ordering::Relaxed)
            && seed < last
        {
            let history = history(seed);
            if let Err(failure) = run(&history, has_threads) {
                next.store(last, Ordering::Relaxed);
                let (history, failure) = shorten(history, failure, has_threads);
                panic!("seed {seed}: {failure}\n{history:?}");
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
}

#[test]
fn each_request_gets_exactly_one_response() {
    run_all(2000, false);
}

#[test]
fn each_request_gets_exactly_one_response_on_several_threads() {
    run_all(500, true);
}
