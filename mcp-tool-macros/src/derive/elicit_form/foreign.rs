//! Reads the attributes of serde and schemars that affect a form.

use quote::ToTokens as _;
use syn::{Attribute, Ident, LitStr, Meta, Type};

use crate::diagnostics::Errors;
use crate::util::conditions::metas;
use crate::util::literals;
use crate::util::show::show;
use crate::util::tokens::first_span;

/// The options of `#[serde(…)]` and `#[schemars(…)]` on one item. The options of schemars take
/// precedence.
pub(super) struct Foreign {
    schemars: Vec<Meta>,
    serde: Vec<Meta>,
}

impl Foreign {
    pub(super) fn read(attributes: &[Attribute]) -> Self {
        let options = |name: &str| {
            let named = attributes.iter().filter(|it| it.path().is_ident(name));
            named.flat_map(|it| list(&it.meta)).collect()
        };
        Foreign {
            schemars: options("schemars"),
            serde: options("serde"),
        }
    }

    fn find(&self, name: &str) -> Option<&Meta> {
        let mut all = self.schemars.iter().chain(&self.serde);
        all.find(|option| option.path().is_ident(name))
    }

    /// Returns whether the form leaves a field out.
    pub(super) fn is_skipped(&self) -> bool {
        self.find("skip").is_some() || self.find("skip_deserializing").is_some()
    }

    /// Returns the name from the `rename` option of a field. If the option has a separate name for
    /// deserialization, returns that name.
    pub(super) fn rename(&self) -> Option<String> {
        let option = self.find("rename")?;
        let names = list(option);
        let mut names = names.iter();
        let name = names.find(|name| name.path().is_ident("deserialize"));
        text(name.unwrap_or(option)).map(LitStr::value)
    }

    /// Returns the type that the JSON schema describes, if an option replaces the item's own type. The inner `None`
    /// means that the macro cannot determine the type.
    pub(super) fn read_as(&self) -> Option<Option<Type>> {
        let with = self.schemars.iter().find(|it| it.path().is_ident("with"));
        // The `with` of serde can name a module, which is not a type.
        if with.is_none() && (self.find("schema_with").or(self.find("with"))).is_some() {
            return Some(None);
        }
        let option = with.or_else(|| self.find("from").or_else(|| self.find("try_from")))?;
        Some(text(option).and_then(|name| name.parse().ok()))
    }

    /// Reports options that are not allowed at this part of a form. `subject` is the name of the part or of its
    /// enum.
    pub(super) fn refuse(&self, rejected: Rejected, subject: &Ident, errors: &mut Errors) {
        for [name, does, help] in rejected {
            if let Some(option) = self.find(name) {
                let what = format!("`{}` {does}", show(&option.to_token_stream()));
                let help = help.replace("{}", &subject.to_string());
                errors.report(first_span(option.path()), what, help);
            }
        }
    }
}

/// The options that a part of a form cannot have, each with its effect and a help text.
type Rejected = &'static [[&'static str; 3]];

pub(super) const FORM: Rejected = &[
    ["tag", "adds a field that no user fills in", "remove it"],
    [
        "transparent",
        "replaces the form by its only field, but a form is an object",
        "remove `transparent`; for a form field that wraps one value, write a tuple struct",
    ],
];

pub(super) const FIELD: Rejected = &[[
    "flatten",
    "takes fields from another type, but a form must declare all its fields itself",
    "remove it, and write the fields of that type into the form",
]];

pub(super) const CHOICE: Rejected = &[
    [
        "tag",
        "turns the choices into objects, but a choice must be a string",
        "remove it",
    ],
    ["untagged", "removes the names of the choices", "remove it"],
    ["from", CONVERTS, NO_CONVERSION],
    ["try_from", CONVERTS, NO_CONVERSION],
];

pub(super) const VARIANT: Rejected = &[["untagged", "removes the name of the choice", "remove it"]];

const CONVERTS: &str = "reads a choice from a type that can have values other than the choices";
const NO_CONVERSION: &str = "remove it; or remove `ElicitForm` from the derive of `{}`, and write `#[elicit(foreign)]` above each form field with the type `{}`";

/// Reads the options in parentheses. Ignores invalid syntax, because the derives of serde and schemars report it.
fn list(option: &Meta) -> Vec<Meta> {
    let list = option.require_list().ok();
    let options = list.and_then(|list| metas(list.tokens.clone()));
    options.unwrap_or_default()
}

fn text(option: &Meta) -> Option<&LitStr> {
    literals::text(&option.require_name_value().ok()?.value)
}
