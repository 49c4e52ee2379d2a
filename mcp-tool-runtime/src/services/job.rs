//! A job that may block.

/// Work that a pool runs on a thread that may block.
pub(crate) type Job = Box<dyn FnOnce() + Send>;

/// The error if too many jobs wait for a thread.
#[derive(Debug, PartialEq)]
pub(crate) struct Busy;
