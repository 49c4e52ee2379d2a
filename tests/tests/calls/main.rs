//! What `tools/call` answers.

#![allow(unreachable_pub)] // Nothing can be reached in a test.

mod agreement;
mod answers;
mod blocking;
mod decoding;
mod described_elsewhere;
mod examples;
mod failures;
mod flatten;
mod flatten_build;
mod flatten_faults;
mod flatten_lenient;
mod flatten_like_rmcp;
mod headers;
mod hostile;
mod length;
mod log;
mod panics;
mod pattern;
mod range;
mod refusals;
mod rules_agree;
mod rules_at_build;
mod sensitive;
mod timeouts;
mod unknown;
mod wrap;
