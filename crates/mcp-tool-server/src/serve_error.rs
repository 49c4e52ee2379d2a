//! The error of a server that stopped.

use std::{fmt, io};

/// The error of a server that failed to start or had to stop.
///
/// The source is an I/O error.
#[derive(Debug)]
pub struct ServeError(pub(crate) &'static str, pub(crate) io::Error);

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for ServeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.1)
    }
}

/// Returns the error of a server that cannot listen for signals.
pub(crate) fn no_signals(error: io::Error) -> ServeError {
    ServeError("cannot listen for signals", error)
}
