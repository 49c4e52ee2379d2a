//! Reads `#[elicit(…)]` above a type or a field.

use darling::FromMeta;
use proc_macro2::TokenStream;
use syn::{Attribute, Meta};

use crate::diagnostics::Errors;
use crate::options::allow;
use crate::parse::attribute::{self, Elsewhere, Keys};
use crate::parse::{helper, values};

const HELPER: &str = "elicit";
const KEYS: &[&str] = &["foreign", "allow"];

/// Returns the path of the runtime, from the attributes above the type.
pub(super) fn runtime(attributes: &[Attribute], errors: &mut Errors) -> TokenStream {
    let of_fields = Elsewhere {
        keys: KEYS,
        are_for: "a single field",
        attribute: HELPER,
        place: "the field",
    };
    helper::runtime_of_derive(attributes, of_fields, errors)
}

/// Rejects the attribute above a variant.
pub(super) fn refuse_above_a_variant(attributes: &[Attribute], errors: &mut Errors) {
    let what = "`#[elicit]` is for a type or a field, not for a choice";
    let help = "remove it; a doc comment, or `#[schemars(title = \"…\")]`, labels the choice";
    helper::refuse(attributes, HELPER, what, help, errors);
}

/// The options of a field.
#[derive(Default, FromMeta)]
#[darling(default)]
pub(super) struct FieldOptions {
    /// Whether the derive does not check the type of the field.
    #[darling(with = values::flag)]
    pub(super) foreign: bool,
    /// Whether the name of the field may sound like a secret.
    #[darling(rename = "allow", with = allows)]
    pub(super) secret_allowed: bool,
}

impl FieldOptions {
    pub(super) fn parse(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let tokens = helper::options(attributes, HELPER, "foreign", errors);
        let keys = Keys {
            known: KEYS,
            elsewhere: Some(Elsewhere {
                keys: &["crate"],
                are_for: "the whole type",
                attribute: HELPER,
                place: "the type",
            }),
            ..Keys::default()
        };
        attribute::read(tokens, &keys, errors).0
    }
}

fn allows(meta: &Meta) -> darling::Result<bool> {
    allow::names(meta, &["secret_field"]).map(|_| true)
}
