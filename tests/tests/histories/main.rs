//! Random histories of one client, or of several over HTTP, against a small model. The model knows each response that
//! the server may send.
//!
//! `just histories` runs a million of them. `FIRST=7 HISTORIES=1 cargo test --workspace --test histories` runs only
//! the one with seed 7.

mod history;
mod http;
mod messages;
mod model;
mod run;
mod tools;

use std::sync::atomic::{AtomicU64, Ordering};
use std::{env, thread};

use crate::history::{Step, history};
use crate::run::run;

/// A history that can be shortened.
trait Steps: Clone + std::fmt::Debug {
    type Step;

    fn steps(&mut self) -> &mut Vec<Self::Step>;
}

impl Steps for history::History {
    type Step = Step;

    fn steps(&mut self) -> &mut Vec<Step> {
        &mut self.steps
    }
}

impl Steps for http::History {
    type Step = http::Step;

    fn steps(&mut self) -> &mut Vec<http::Step> {
        &mut self.steps
    }
}

/// Removes steps as long as the history still fails. Returns the shorter history, and its failure.
fn shorten<H: Steps>(
    mut history: H,
    mut failure: String,
    run: impl Fn(&H) -> Result<(), String>,
) -> (H, String) {
    let mut size = history.steps().len();
    while size > 0 {
        let mut start = 0;
        while start < history.steps().len() {
            let mut shorter = history.clone();
            let end = history.steps().len().min(start + size);
            shorter.steps().drain(start..end);
            match run(&shorter) {
                Err(still) => (history, failure) = (shorter, still),
                Ok(()) => start += size,
            }
        }
        size /= 2;
    }
    (history, failure)
}

/// Runs as many histories as the variable `HISTORIES` says, from the seed `FIRST` on.
fn run_all<H: Steps>(
    default: u64,
    history: fn(u64) -> H,
    run: impl Fn(&H) -> Result<(), String> + Sync,
) {
    let number = |name, default| env::var(name).map_or(default, |text| text.parse().expect(name));
    let first = number("FIRST", 0);
    let last = first + number("HISTORIES", default);
    let next = AtomicU64::new(first);
    let work = || {
        while let seed = next.fetch_add(1, Ordering::Relaxed)
            && seed < last
        {
            let history = history(seed);
            if let Err(failure) = run(&history) {
                next.store(last, Ordering::Relaxed);
                let (history, failure) = shorten(history, failure, &run);
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
    run_all(2000, history, |history| run(history, false));
}

#[test]
fn each_request_gets_exactly_one_response_on_several_threads() {
    run_all(500, history, |history| run(history, true));
}

#[test]
fn no_event_is_lost_or_comes_twice_over_http() {
    run_all(1000, http::history, |history| http::run(history, false));
}

#[test]
fn no_event_is_lost_or_comes_twice_over_http_on_several_threads() {
    run_all(100, http::history, |history| http::run(history, true));
}
