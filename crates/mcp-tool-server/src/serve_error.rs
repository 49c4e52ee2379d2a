//! The error of a server that stopped.

use std::{fmt, io};

/// The error of a server that failed to start or had to stop.
///
/// The source is an I/O error.
#[derive(Debug)]
pub struct ServeError(pub(crate) Cause);

#[derive(Debug)]
pub(crate) enum Cause {
    Signals(io::Error),
    Streams(io::Error),
    Read(io::Error),
    Write(io::Error),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Cause::Signals(_) => "cannot listen for signals",
            Cause::Streams(_) => "cannot set up standard input and output",
            Cause::Read(_) => "cannot read the input",
            Cause::Write(_) => "cannot write the responses",
        })
    }
}

impl std::error::Error for ServeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0 {
            Cause::Signals(error)
            | Cause::Streams(error)
            | Cause::Read(error)
            | Cause::Write(error) => Some(error),
        }
    }
}
