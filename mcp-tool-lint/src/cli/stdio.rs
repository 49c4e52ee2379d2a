//! A server on standard input and output.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::parse;

/// The longest line that the program reads.
const MAX_LINE: u64 = 64 << 20;

pub(super) struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<Vec<u8>>,
    deadline: Instant,
    requests: u64,
}

impl Process {
    pub(super) fn start(command: &[String], timeout: Duration) -> Result<Self, String> {
        let (program, arguments) = command.split_first().ok_or("the command is empty")?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start {program}: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{program} has no standard input and output"));
        };
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let mut line = Vec::new();
                let read = output.by_ref().take(MAX_LINE).read_until(b'\n', &mut line);
                if !read.is_ok_and(|count| count > 0) || sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Process {
            child,
            input,
            lines,
            deadline: Instant::now() + timeout,
            requests: 0,
        })
    }

    /// Sends a request under a new id, and waits for its response. Skips every other line, such as a
    /// log on standard output.
    pub(super) fn request(&mut self, mut message: Value) -> Result<Value, String> {
        self.requests += 1;
        let id = json!(self.requests);
        message["id"] = id.clone();
        let method = message["method"].as_str().unwrap_or_default().to_owned();
        // A server that ends before it reads may have sent a response before.
        let _ = self.send(&message);
        loop {
            let left = self.deadline.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => {
                    format!("the server did not answer `{method}` in time")
                }
                RecvTimeoutError::Disconnected => {
                    format!("the server ended before it answered `{method}`")
                }
            })?;
            match parse(&line) {
                Ok(response) if response.get("method").is_some() => continue,
                Ok(response) if response.get("id") == Some(&id) => return Ok(response),
                Err(error) if error.starts_with("is nested") => {
                    return Err(format!("the response to `{method}` {error}"));
                }
                _ => continue,
            }
        }
    }

    pub(super) fn send(&mut self, message: &Value) -> Result<(), String> {
        writeln!(self.input, "{message}")
            .and_then(|()| self.input.flush())
            .map_err(|error| format!("the server does not read its standard input: {error}"))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
