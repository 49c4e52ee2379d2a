//! A server as a child process. The client writes lines to its standard input, and reads lines from its
//! standard output.

use std::error::Error;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

pub(crate) struct ServerProcess {
    process: Child,
    lines: Receiver<String>,
}

impl ServerProcess {
    /// Starts the server with a command. Messages of the command appear on standard error.
    pub(crate) fn start(command: &mut Command) -> Result<Self, Box<dyn Error>> {
        let mut process = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot run {:?}: {error}", command.get_program()))?;
        let (sender, lines) = mpsc::channel();
        let output = process.stdout.take().map(BufReader::new);
        thread::spawn(move || {
            // Ends when the server closes its output, or when the client has dropped the receiver.
            for line in output.into_iter().flat_map(|output| output.lines()) {
                let Ok(line) = line else { return };
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(ServerProcess { process, lines })
    }

    /// Writes a message. Ignores errors: if the server has exited, the next wait for an answer says so.
    pub(crate) fn send(&mut self, message: &str) {
        if let Some(input) = &mut self.process.stdin {
            let _ = writeln!(input, "{message}");
        }
    }

    /// Sends a request, and returns the response.
    ///
    /// # Errors
    ///
    /// Returns an error if the server exits, does not answer in time, or answers without a result.
    pub(crate) fn ask(
        &mut self,
        id: u32,
        request: &str,
        limit: Duration,
    ) -> Result<String, Box<dyn Error>> {
        self.send(request);
        match self.lines.recv_timeout(limit) {
            // This server writes the members in this order, and sends no notifications.
            Ok(line) if line.starts_with(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":"#)) => {
                Ok(line)
            }
            Ok(line) => Err(format!("the server's answer has no result: {line}").into()),
            Err(RecvTimeoutError::Timeout) => {
                Err(format!("the server did not answer within {limit:?}").into())
            }
            Err(RecvTimeoutError::Disconnected) => {
                Err("the server did not start, or exited before it answered".into())
            }
        }
    }

    /// Closes the server's input, and waits until the server exits.
    ///
    /// # Errors
    ///
    /// Returns an error if the server fails, or does not exit in time.
    pub(crate) fn end(mut self, limit: Duration) -> Result<(), Box<dyn Error>> {
        drop(self.process.stdin.take());
        let deadline = Instant::now() + limit;
        while Instant::now() < deadline {
            if let Some(status) = self.process.try_wait()? {
                return if status.success() {
                    Ok(())
                } else {
                    Err(format!("the server failed: {status}").into())
                };
            }
            thread::sleep(Duration::from_millis(5));
        }
        Err(format!("the server did not exit within {limit:?}").into())
    }
}

impl Drop for ServerProcess {
    /// Leaves no process behind after an error. Does nothing if the server has exited.
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the error after one request to a program that is no server.
    fn error_of(command: &mut Command, limit: Duration) -> String {
        let mut server = ServerProcess::start(command).unwrap();
        server.ask(0, "{}", limit).unwrap_err().to_string()
    }

    #[test]
    fn a_server_that_does_not_answer_gives_an_error() {
        let long = Duration::from_secs(60);
        let no_package = ["run", "--quiet", "--manifest-path", "absent/Cargo.toml"];
        let cargo = env!("CARGO");
        let error = error_of(Command::new(cargo).args(no_package), long);
        assert!(error.contains("did not start"), "{error}");
        let error = error_of(Command::new(cargo).arg("--version"), long);
        assert!(error.contains("has no result: cargo "), "{error}");
        // rustc waits for the end of its input.
        let error = error_of(Command::new("rustc").arg("-"), Duration::from_millis(50));
        assert_eq!(error, "the server did not answer within 50ms");
    }

    #[test]
    fn a_server_that_fails_or_does_not_start_gives_an_error() {
        let server = ServerProcess::start(Command::new("rustc").arg("-").stderr(Stdio::null()));
        let error = server.unwrap().end(Duration::from_secs(60)).unwrap_err();
        assert!(error.to_string().contains("the server failed: "), "{error}");
        let error = ServerProcess::start(&mut Command::new("/absent/program"))
            .err()
            .unwrap();
        assert!(error.to_string().contains("cannot run"), "{error}");
    }
}
