//! Measures the peak memory of a server on standard input and output. The client writes calls of the example
//! `hello` faster than the server answers them, or reads nothing for a while.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};
use std::thread::{self, sleep};
use std::time::Duration;

use crate::handler::request;

const INITIALIZE: &str = r#""protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1.0.0"}"#;
const GREET: &str = r#""name":"greet","arguments":{"name":"Ada"}"#;

/// Runs `program`, and prints its peak memory.
///
/// # Errors
///
/// Returns an error if the program does not answer each call exactly once.
pub(crate) fn measure(program: &str) -> Result<(), String> {
    for (calls, pause) in [(50_000, 0), (100_000, 3)] {
        let peak = peak(program, calls, Duration::from_secs(pause))
            .map_err(|error| format!("{program}: {error}"))?;
        println!("{calls} calls, reading after {pause} s: at most {peak} kB");
    }
    Ok(())
}

/// Writes `calls` calls, reads all responses after `pause`, and returns the peak memory in kB.
fn peak(program: &str, calls: usize, pause: Duration) -> Result<u64, String> {
    let mut server = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let (Some(mut input), Some(output)) = (server.stdin.take(), server.stdout.take()) else {
        return Err("no pipes".to_owned());
    };
    let writer = thread::spawn(move || {
        let mut lines = request("initialize", INITIALIZE) + "\n";
        for id in 0..calls {
            let call =
                request("tools/call", GREET).replacen(r#""id":7"#, &format!(r#""id":{id}"#), 1);
            lines = lines + &call + "\n";
        }
        // The pipe stays open until `input` is dropped.
        input.write_all(lines.as_bytes()).map(|()| input)
    });
    sleep(pause);
    let mut responses = BufReader::new(output).lines();
    let mut next = || match responses.next() {
        Some(Ok(line)) => Ok(line),
        _ => Err("the server has ended".to_owned()),
    };
    next()?;
    let mut is_answered = vec![false; calls];
    for _ in 0..calls {
        let line = next()?;
        let id = line
            .strip_prefix(r#"{"jsonrpc":"2.0","id":"#)
            .and_then(|rest| rest.split_once(','));
        let id = id
            .and_then(|(id, _)| id.parse::<usize>().ok())
            .filter(|_| line.contains(r#""text":"Hello, Ada!""#));
        let is_answered = id.and_then(|id| is_answered.get_mut(id));
        if is_answered.is_none_or(|is_answered| std::mem::replace(is_answered, true)) {
            return Err(format!("a wrong or second response: {line}"));
        }
    }
    let status = fs::read_to_string(format!("/proc/{}/status", server.id()))
        .map_err(|error| error.to_string())?;
    drop(writer.join());
    server.wait().map_err(|error| error.to_string())?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.parse().ok());
    peak.ok_or_else(|| "the system does not tell the peak memory".to_owned())
}
