//! What `tools/call` answers.

#![allow(unreachable_pub)] // Nothing can be reached in a test.

mod answers;
mod decoding;
mod failures;
mod hostile;
mod panics;
mod refusals;
mod unknown;
