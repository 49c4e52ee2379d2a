//! Reads `#[elicit(…)]` above a field, and rejects it above a variant.

use darling::FromMeta;
use syn::{Attribute, Meta};

use crate::diagnostics::Errors;
use crate::options::allow;
use crate::parse::helper::{self, DeriveHelper};
use crate::parse::values;

pub(super) const HELPER: DeriveHelper = DeriveHelper {
    name: "elicit",
    item: "the struct",
    keys: &["foreign", "allow"],
};

/// The options of a field.
#[derive(Default, FromMeta)]
#[darling(default)]
pub(super) struct FieldOptions {
    /// Whether `foreign` turns off the check of the field's type.
    #[darling(with = values::flag)]
    pub(super) foreign: bool,
    /// Whether `allow(secret_field)` permits a field name that sounds like a secret.
    #[darling(rename = "allow", with = allows)]
    pub(super) secret_allowed: bool,
}

fn allows(meta: &Meta) -> darling::Result<bool> {
    allow::names(meta, &["secret_field"]).map(|_| true)
}

/// Reports each `#[elicit(…)]` above a variant.
pub(super) fn refuse_above_a_variant(attributes: &[Attribute], errors: &mut Errors) {
    let what = "`#[elicit]` is for a type or a field, not for a choice";
    let help = "remove it";
    helper::refuse(attributes, HELPER.name, what, help, errors);
}
