//! Reads the options of each attribute into structs, and checks literal values.

pub(crate) mod allow;
pub(crate) mod argument;
pub(crate) mod bounds;
pub(crate) mod declared;
pub(crate) mod field_attribute;
pub(crate) mod icon;
pub(crate) mod meta;
pub(crate) mod name;
pub(crate) mod output;
pub(crate) mod scopes;
pub(crate) mod text_rules;
pub(crate) mod tool;
mod written_range;
