//! What the tests of `mcp-tool-runtime` share. The tests themselves are in `tests/`, a file for
//! each theme.

#![allow(deprecated)] // Most arguments here need no description.

pub mod official;
pub mod peer;
pub mod published;
pub mod schema;
pub mod snapshot;
mod subscribed;
pub mod zoo;

pub use peer::{Peer, block_on};
pub use subscribed::subscribed;
