//! What `tools/call` answers.

#![allow(deprecated)] // Most arguments here need no description.
#![allow(unreachable_pub)] // Nothing can be reached in a test.

mod answers;
mod decoding;
mod failures;
mod hostile;
mod mapped_errors;
mod panics;
mod refusals;
mod states;
mod unknown;
mod with_text;
