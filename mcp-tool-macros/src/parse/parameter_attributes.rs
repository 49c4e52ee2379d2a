//! Attributes of parameters, and whom they belong to.

use syn::{Attribute, Meta};

use crate::util::conditions::conditional;

/// Helper attributes of derives, which people know from fields.
pub(crate) const OF_FIELDS: &[&str] = &["serde", "schemars"];

/// Whether an attribute of a parameter is read here, and must not reach rustc.
pub(crate) fn is_helper(attribute: &Attribute) -> bool {
    ["doc", "arg", "state", "context"]
        .iter()
        .chain(OF_FIELDS)
        .any(|name| attribute.path().is_ident(name))
        || is_under_a_condition(attribute)
}

/// Whether this is a `#[cfg_attr(…)]` about more than lints, which are no business of ours.
pub(crate) fn is_under_a_condition(attribute: &Attribute) -> bool {
    let is_about_lints = |attribute: &Meta| {
        let levels = ["allow", "deny", "expect", "forbid", "warn"];
        levels.iter().any(|level| attribute.path().is_ident(level))
    };
    conditional(attribute).is_some_and(|(_, attributes)| !attributes.iter().all(is_about_lints))
}
