//! Which requests a client sends.

use crate::handler::{ADD, ADD_META};

/// The protocol version of a client, whether it has a session, and whether it sends a token.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Mode {
    /// 2025-11-25 without a session.
    Stateless,
    /// 2026-07-28, with its headers and `_meta`.
    Meta,
    /// 2025-11-25 in a session.
    Session,
    /// 2025-11-25 without a session, to a server that requires a token.
    Protected,
}

impl Mode {
    pub(crate) const ALL: [Mode; 4] = [Mode::Stateless, Mode::Meta, Mode::Session, Mode::Protected];

    /// Returns the name of the row in the table.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Mode::Stateless => "2025-11-25",
            Mode::Meta => "2026-07-28",
            Mode::Session => "2025-11-25, in a session",
            Mode::Protected => "2025-11-25, with a token",
        }
    }

    pub(super) fn from_name(name: &str) -> Option<Self> {
        Mode::ALL.into_iter().find(|mode| mode.name() == name)
    }

    /// Returns the protocol version.
    pub(super) fn version(self) -> &'static str {
        match self {
            Mode::Meta => "2026-07-28",
            Mode::Stateless | Mode::Session | Mode::Protected => "2025-11-25",
        }
    }

    /// Returns the parameters of a call.
    pub(super) fn params(self) -> &'static str {
        match self {
            Mode::Meta => ADD_META,
            Mode::Stateless | Mode::Session | Mode::Protected => ADD,
        }
    }

    /// Returns the implementations that have this mode. The handwritten code has neither sessions nor tokens. The SDK
    /// leaves tokens to a middleware.
    pub(super) fn sides(self) -> &'static [&'static str] {
        match self {
            Mode::Stateless | Mode::Meta => &["ours", "hand", "rmcp"],
            Mode::Session => &["ours", "rmcp"],
            Mode::Protected => &["ours"],
        }
    }
}
