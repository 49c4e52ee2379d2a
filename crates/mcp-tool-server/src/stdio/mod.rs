//! Serves clients over streams with one message per line, such as standard input and output.
//!
//! Each file imports only those that are listed above it.
//!
//! ```text
//! id_finder        the id of a message beyond the limit
//! lines            bytes to lines
//! pipes            pipes and sockets, for which no thread waits
//! standard_error   a copy of standard error, so that no code waits for its reader
//! descriptors      standard input and output, protected while they carry the protocol
//! reader           lines to messages, and the limits on what runs at a time
//! serve            serves a pair of streams, with a graceful shutdown
//! ```

pub(crate) mod descriptors;
pub(crate) mod id_finder;
pub(crate) mod lines;
#[cfg(unix)]
mod pipes;
mod reader;
pub(crate) mod serve;
#[cfg(unix)]
mod standard_error;
