//! `allow(…)`: warnings that a tool does not want.

use proc_macro2::Ident;
use quote::ToTokens as _;
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::{Path, Token};

use crate::diagnostics::{Errors, list, nearest};
use crate::parse::attribute::Entry;
use crate::util::show::show;
use crate::util::tokens::first_span;

/// What `allow(…)` can name.
const LINTS: &[&str] = &[
    "undocumented",
    "stdout",
    "icon_type",
    "meta_prefix",
    "secret_header",
    "nested_input",
];

/// What is not to be warned of.
#[derive(Clone, Copy, Default)]
pub(crate) struct Allowed {
    pub(crate) undocumented: bool,
    pub(crate) stdout: bool,
    pub(crate) icon_type: bool,
    pub(crate) meta_prefix: bool,
    pub(crate) secret_header: bool,
    pub(crate) nested_input: bool,
}

impl Allowed {
    pub(crate) fn parse(option: &Entry, errors: &mut Errors) -> Self {
        let mut allowed = Allowed::default();
        let help = "write a name of a warning, as in `allow(undocumented)` or `allow(stdout)`";
        let Some(tokens) = option.list(help, errors) else {
            return allowed;
        };
        let names = match Punctuated::<Path, Token![,]>::parse_terminated.parse2(tokens) {
            Ok(names) => names,
            Err(error) => {
                errors.report(error.span(), "`allow` takes names of warnings", help);
                return allowed;
            }
        };
        if names.is_empty() {
            errors.report(option.span, "`allow` without a name allows nothing", help);
        }
        for name in &names {
            match name.get_ident().map(Ident::to_string).as_deref() {
                Some("undocumented") => allowed.undocumented = true,
                Some("stdout") => allowed.stdout = true,
                Some("icon_type") => allowed.icon_type = true,
                Some("meta_prefix") => allowed.meta_prefix = true,
                Some("secret_header") => allowed.secret_header = true,
                Some("nested_input") => allowed.nested_input = true,
                _ => {
                    let given = show(&name.to_token_stream());
                    let help = match nearest(&given, LINTS) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => format!("the warnings are {}", list(LINTS)),
                    };
                    errors.report(
                        first_span(name),
                        format!("there is no warning `{given}`"),
                        help,
                    );
                }
            }
        }
        allowed
    }

    pub(crate) fn or(self, group: Allowed) -> Self {
        Allowed {
            undocumented: self.undocumented || group.undocumented,
            stdout: self.stdout || group.stdout,
            icon_type: self.icon_type || group.icon_type,
            meta_prefix: self.meta_prefix || group.meta_prefix,
            secret_header: self.secret_header || group.secret_header,
            nested_input: self.nested_input || group.nested_input,
        }
    }
}
