//! How each rule is looked for.

pub(super) mod list;
pub(super) mod object;
pub(super) mod schema;
pub(super) mod strict;
pub(super) mod text;
