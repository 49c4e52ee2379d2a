//! How each rule is looked for.

pub(super) mod contradictions;
pub(super) mod descriptions;
pub(super) mod gemini;
pub(super) mod hints;
pub(super) mod list;
pub(super) mod malformed;
pub(super) mod names;
pub(super) mod references;
pub(super) mod roots;
pub(super) mod schema;
pub(super) mod strict;
mod union;
