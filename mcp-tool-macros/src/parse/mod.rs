//! Reads items, attributes and values. This folder knows the syntax, but not the rules of tools.

pub(crate) mod attribute;
pub(crate) mod docs;
pub(crate) mod entry;
pub(crate) mod helper;
pub(crate) mod hints;
pub(crate) mod impl_block;
pub(crate) mod item;
pub(crate) mod options;
pub(crate) mod parameter_attributes;
pub(crate) mod values;
