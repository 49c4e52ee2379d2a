//! A job that may block.

/// Work that may block. A pool runs it on a thread where blocking is allowed.
pub(crate) type Job = Box<dyn FnOnce() + Send>;

/// The error if too many jobs wait for a thread.
#[derive(Debug, PartialEq)]
pub(crate) struct Busy;
