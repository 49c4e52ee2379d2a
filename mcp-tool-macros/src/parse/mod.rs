//! Reads items, attributes and values. It knows syntax, and no tool.

pub(crate) mod attribute;
pub(crate) mod docs;
pub(crate) mod helper;
pub(crate) mod hints;
pub(crate) mod impl_block;
pub(crate) mod item;
pub(crate) mod missing_file;
pub(crate) mod parameter_attributes;
pub(crate) mod type_value;
pub(crate) mod values;
