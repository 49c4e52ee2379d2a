//! Serves standard input and output.
//!
//! ```text
//! standard_error   a copy of standard error, so that no code waits for its reader
//! descriptors      standard input and output, protected while they carry the protocol
//! ```

pub(crate) mod descriptors;
#[cfg(unix)]
mod standard_error;
