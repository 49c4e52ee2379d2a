//! Tests that run the macros in this process, without a compiler.

mod expansions;
mod keys;
#[cfg(all(feature = "inventory", feature = "regex", feature = "request-state"))]
mod mistakes;
#[cfg(all(feature = "inventory", feature = "regex", feature = "request-state"))]
mod mutations;
