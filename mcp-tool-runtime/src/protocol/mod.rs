//! The versions of the protocol, and what a client declares in it.

mod client;
mod protocol_version;

pub use client::{ClientCapabilities, ClientInfo};
pub use protocol_version::{ProtocolVersion, UnsupportedProtocolVersion};
