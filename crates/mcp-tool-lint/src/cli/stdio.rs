//! A connection to a server process over its standard input and output.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::client::{Transport, is_response, remaining_time, timeout_error};
use super::parse;

/// The longest line that the linter reads from a server, in bytes.
const MAX_LINE: u64 = 64 << 20;

/// The time that a server has to exit after its standard input is closed.
const SHUTDOWN: Duration = Duration::from_secs(2);

pub(super) struct Process {
    child: Child,
    lines: Receiver<Vec<u8>>,
    deadline: Instant,
}

impl Process {
    pub(super) fn start(command: &[String], deadline: Instant) -> Result<Self, String> {
        let (program, arguments) = command.split_first().ok_or("the command is empty")?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start {program}: {error}"))?;
        let output = child.stdout.take();
        let output = output.ok_or_else(|| format!("{program} has no standard output"))?;
        // The channel holds one line. While the channel is full, the thread waits with at most one
        // more line, so a server cannot fill the memory.
        let (sender, lines) = mpsc::sync_channel(1);
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
            lines,
            deadline,
        })
    }

    fn send(&mut self, message: &Value) -> std::io::Result<()> {
        match &mut self.child.stdin {
            Some(input) => writeln!(input, "{message}").and_then(|()| input.flush()),
            None => Ok(()),
        }
    }
}

impl Transport for Process {
    /// Skips lines that are not the response, such as a log on standard output.
    fn request(&mut self, request: &Value) -> Result<Value, String> {
        let method = request["method"].as_str().unwrap_or_default();
        // Ignore a failed write: a server can print its responses and exit before it reads the
        // request.
        let _ = self.send(request);
        loop {
            let left = remaining_time(self.deadline, request)?;
            let line = self.lines.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => timeout_error(request),
                RecvTimeoutError::Disconnected => {
                    format!("the server ended before it answered `{method}`")
                }
            })?;
            match parse(&line) {
                Ok(message) if is_response(&message, request) => return Ok(message),
                Err(error) if error.starts_with("is nested") => {
                    return Err(format!("the response to `{method}` {error}"));
                }
                _ => continue,
            }
        }
    }

    fn notify(&mut self, notification: &Value) -> Result<(), String> {
        let sent = self.send(notification);
        sent.map_err(|error| format!("the server does not read its standard input: {error}"))
    }
}

/// Closes the standard input, so that the server can clean up. Kills a server that does not exit in time.
impl Drop for Process {
    fn drop(&mut self) {
        self.child.stdin = None;
        let end = Instant::now() + SHUTDOWN;
        while let Ok(None) = self.child.try_wait() {
            if Instant::now() > end {
                let _ = self.child.kill();
                let _ = self.child.wait();
            }
            // Remove a line from the channel, so that the thread continues to read the server's
            // output. If the thread did not read the output, the server could wait to write more
            // output, and would not exit.
            let _ = self.lines.try_recv();
            thread::sleep(Duration::from_millis(10));
        }
    }
}
