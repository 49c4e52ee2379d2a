//! Helpers for tokens, types and texts.

pub(crate) mod code;
pub(crate) mod conditions;
pub(crate) mod lifetimes;
pub(crate) mod literals;
pub(crate) mod show;
pub(crate) mod tokens;
pub(crate) mod types;
