//! Recognizes the attributes that the macro must remove from parameters.

use syn::{Attribute, Meta};

use crate::util::conditions::conditional;

/// The attributes for values that the server provides.
pub(crate) const INJECTED: &[&str] = &["state", "context", "principal"];

/// The helper attributes of serde and schemars. They belong above fields, not above parameters.
pub(crate) const OF_FIELDS: &[&str] = &["serde", "schemars"];

/// Returns whether the macro removes this attribute, because rustc would reject the attribute on a parameter.
pub(crate) fn is_helper(attribute: &Attribute) -> bool {
    ["doc", "arg"]
        .iter()
        .chain(INJECTED)
        .chain(OF_FIELDS)
        .any(|name| attribute.path().is_ident(name))
        || is_under_a_condition(attribute)
}

/// Returns whether this is a `#[cfg_attr(…)]` with any attribute that is not a lint level such as `allow`.
pub(crate) fn is_under_a_condition(attribute: &Attribute) -> bool {
    let is_about_lints = |attribute: &Meta| {
        let levels = ["allow", "deny", "expect", "forbid", "warn"];
        levels.iter().any(|level| attribute.path().is_ident(level))
    };
    conditional(attribute).is_some_and(|(_, attributes)| !attributes.iter().all(is_about_lints))
}
