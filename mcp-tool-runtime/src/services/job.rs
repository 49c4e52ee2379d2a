//! Work that may block.

/// Work for a thread that may block.
pub(crate) type Job = Box<dyn FnOnce() + Send>;

/// The error of a pool with too much waiting work.
#[derive(Debug, PartialEq)]
pub(crate) struct Busy;
