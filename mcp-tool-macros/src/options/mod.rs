//! What each attribute says: the keys and their values.

pub(crate) mod allow;
pub(crate) mod argument;
pub(crate) mod bounds;
pub(crate) mod duration;
pub(crate) mod icon;
pub(crate) mod icon_rules;
pub(crate) mod literals;
pub(crate) mod meta;
pub(crate) mod meta_key;
pub(crate) mod name;
pub(crate) mod output;
pub(crate) mod schema_profile;
pub(crate) mod text_rules;
pub(crate) mod tool;
