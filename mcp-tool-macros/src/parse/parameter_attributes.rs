//! Recognizes the attributes that the macro must remove from parameters.

use syn::{Attribute, Meta};

use crate::util::conditions::conditional;
use crate::util::tokens::is_named;

/// The attributes for values that the server provides.
pub(crate) const INJECTED: &[&str] = &["state", "context", "principal"];

/// The helper attributes of serde and schemars. They belong above fields, not above parameters.
pub(crate) const OF_FIELDS: &[&str] = &["serde", "schemars"];

/// Returns whether the macro removes this attribute, because rustc would reject the attribute on a parameter.
pub(crate) fn is_helper(attribute: &Attribute) -> bool {
    let mut names = [&["doc", "arg"], INJECTED, OF_FIELDS].into_iter();
    names.any(|names| is_named(attribute, names)) || is_under_a_condition(attribute)
}

/// Returns whether this is a `#[cfg_attr(…)]` with any attribute that is not a lint level such as `allow`.
pub(crate) fn is_under_a_condition(attribute: &Attribute) -> bool {
    let is_about_lints = |attribute: &Meta| {
        let levels = ["allow", "deny", "expect", "forbid", "warn"];
        levels.iter().any(|level| attribute.path().is_ident(level))
    };
    conditional(attribute).is_some_and(|(_, attributes)| !attributes.iter().all(is_about_lints))
}
