//! `#[elicit(…)]`, above the type or above a field.

use proc_macro2::Ident;
use quote::ToTokens as _;
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::{Attribute, DeriveInput, Path, Token};

use crate::diagnostics::Errors;
use crate::parse::attribute::{self, Entry, Keys};
use crate::parse::helper;
use crate::util::show::show;
use crate::util::tokens::first_span;

const HELPER: &str = "elicit";

/// Every key of `#[elicit(…)]`.
const KEYS: Keys = Keys::new(&["foreign", "allow", "crate"]);

/// The one warning that there is.
const WARNING: &str = "secret_field";

/// Where the runtime is, above the type.
pub(super) fn crate_path(input: &DeriveInput, errors: &mut Errors) -> Option<Path> {
    helper::crate_path(&input.attrs, HELPER, &KEYS, "type", errors)
}

/// A choice is its name, and nothing can be said about it.
pub(super) fn refuse_above_a_variant(attributes: &[Attribute], errors: &mut Errors) {
    let what = "`#[elicit]` is about a type or a field, and not about a choice";
    let help =
        "remove it; a doc comment, or `#[schemars(title = \"…\")]`, says what the choice is called";
    helper::refuse(attributes, HELPER, what, help, errors);
}

/// What is said above a field.
#[derive(Default)]
pub(super) struct FieldOptions {
    /// Whether its type is not asked what it is.
    pub(super) foreign: bool,
    /// Whether it may sound like a secret.
    pub(super) secret_allowed: bool,
}

impl FieldOptions {
    pub(super) fn parse(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let tokens = helper::options(attributes, HELPER, "foreign", errors);
        let mut field = FieldOptions::default();
        for entry in attribute::entries(tokens, &KEYS, errors) {
            match entry.key.as_str() {
                "foreign" => {
                    field.foreign = entry.flag(errors).is_some_and(|flag| flag.value);
                }
                "allow" => field.secret_allowed = allows(&entry, errors),
                _ => errors.report(
                    entry.span,
                    "`crate` is about the whole type",
                    "move it above the type",
                ),
            }
        }
        field
    }
}

fn allows(entry: &Entry, errors: &mut Errors) -> bool {
    let help = format!("write `allow({WARNING})`");
    let Some(tokens) = entry.list(&help, errors) else {
        return false;
    };
    let at = first_span(&tokens);
    let Ok(names) = Punctuated::<Path, Token![,]>::parse_terminated.parse2(tokens) else {
        errors.report(at, "`allow` takes names of warnings", help);
        return false;
    };
    if names.is_empty() {
        errors.report(entry.span, "`allow` without a name allows nothing", &help);
    }
    for name in &names {
        if name.get_ident().map(Ident::to_string).as_deref() != Some(WARNING) {
            let given = show(&name.to_token_stream());
            let what = format!("there is no warning `{given}`");
            errors.report(first_span(name), what, &help);
        }
    }
    true
}
