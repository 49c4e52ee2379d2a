//! Reads `#[elicit(…)]` above a field, and rejects it above a variant.

use darling::Result;
use syn::{Attribute, Meta, Path};

use crate::diagnostics::Errors;
use crate::options::allow;
use crate::parse::helper::{self, DeriveHelper};
use crate::parse::options::options;
use crate::parse::values;

pub(super) const HELPER: DeriveHelper = DeriveHelper {
    name: "elicit",
    item: "the struct",
    example: "foreign",
};

options! {
    /// The options of the type or of a field.
    pub(super) struct FormOptions {
        [type] crate_path as "crate": Option<Path> = values::crate_path;
        /// Whether `foreign` turns off the check of the field's type.
        [field] foreign: bool = values::flag;
        /// Whether `allow(secret_field)` permits a field name that sounds like a secret.
        [field] secret_allowed as "allow": bool = allows;
    }
}

fn allows(meta: &Meta) -> Result<bool> {
    allow::names(meta, &["secret_field"]).map(|_| true)
}

/// Reports each `#[elicit(…)]` above a variant.
pub(super) fn refuse_above_a_variant(attributes: &[Attribute], errors: &mut Errors) {
    let what = "`#[elicit]` is for a type or a field, not for a choice";
    let help = "remove it";
    helper::refuse(attributes, HELPER.name, what, help, errors);
}
