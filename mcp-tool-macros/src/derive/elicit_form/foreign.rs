//! Reads the attributes of serde and schemars that affect a form.

use quote::ToTokens as _;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Attribute, Ident, LitStr, Meta, Token, Type};

use crate::diagnostics::Errors;
use crate::util::literals;
use crate::util::show::show;

/// The options of `#[serde(…)]` and `#[schemars(…)]` on one item. The options of schemars take
/// precedence.
pub(super) struct Foreign {
    schemars: Vec<Meta>,
    serde: Vec<Meta>,
}

/// The type that the JSON schema describes in place of an item's own type.
pub(super) enum SchemaType {
    Type(Box<Type>),
    /// The macro cannot determine the type, so the generated code does not check it.
    Unknown,
}

/// Reads a list of options.
const OPTIONS: fn(ParseStream<'_>) -> syn::Result<Punctuated<Meta, Token![,]>> =
    Punctuated::parse_terminated;

impl Foreign {
    pub(super) fn read(attributes: &[Attribute]) -> Self {
        let options = |name: &str| {
            let named = attributes.iter().filter(|it| it.path().is_ident(name));
            // Ignore invalid syntax, because the derives of serde and schemars report it.
            let lists = named.filter_map(|it| it.parse_args_with(OPTIONS).ok());
            lists.flatten().collect()
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
        let Meta::List(list) = option else {
            return text(option).map(LitStr::value);
        };
        let names = list.parse_args_with(OPTIONS).ok()?;
        let name = names
            .iter()
            .find(|name| name.path().is_ident("deserialize"))?;
        text(name).map(LitStr::value)
    }

    /// Returns the type that the JSON schema describes, if an option replaces the item's own type.
    pub(super) fn read_as(&self) -> Option<SchemaType> {
        let with = self.schemars.iter().find(|it| it.path().is_ident("with"));
        // The `with` of serde can name a module, which is not a type.
        if with.is_none() && (self.find("schema_with").or(self.find("with"))).is_some() {
            return Some(SchemaType::Unknown);
        }
        let option = with.or_else(|| self.find("from").or_else(|| self.find("try_from")))?;
        let ty = text(option).and_then(|name| name.parse::<Type>().ok());
        Some(ty.map_or(SchemaType::Unknown, |ty| SchemaType::Type(Box::new(ty))))
    }

    /// Reports options that are not allowed at this part of a form. `of` is the name of the part or of its
    /// enum.
    pub(super) fn refuse(&self, part: FormPart, subject: &Ident, errors: &mut Errors) {
        for [name, does, help] in rejected(part) {
            if let Some(option) = self.find(name) {
                let what = format!("`{}` {does}", show(&option.to_token_stream()));
                let help = help.replace("{}", &subject.to_string());
                errors.report(option.path().span(), what, help);
            }
        }
    }
}

/// A part of a form: the struct, a field, an enum of choices, or a variant of that enum.
#[derive(Clone, Copy)]
pub(super) enum FormPart {
    Form,
    Field,
    Choice,
    Variant,
}

const CONVERTS: &str = "reads a choice from a type that can have values other than the choices";
const NO_CONVERSION: &str = "remove it; or remove `ElicitForm` from the derive of `{}`, and write `#[elicit(foreign)]` above each form field with the type `{}`";

/// Returns the options that a part cannot have, each with its effect and a help text.
fn rejected(part: FormPart) -> &'static [[&'static str; 3]] {
    match part {
        FormPart::Form => &[
            ["tag", "adds a field that no user fills in", "remove it"],
            [
                "transparent",
                "replaces the form by its only field, but a form is an object",
                "remove `transparent`; for a form field that wraps one value, write a tuple struct",
            ],
        ],
        FormPart::Field => &[[
            "flatten",
            "takes fields from another type, but a form must declare all its fields itself",
            "remove it, and write the fields of that type into the form",
        ]],
        FormPart::Choice => &[
            [
                "tag",
                "turns the choices into objects, but a choice must be a string",
                "remove it",
            ],
            ["untagged", "removes the names of the choices", "remove it"],
            ["from", CONVERTS, NO_CONVERSION],
            ["try_from", CONVERTS, NO_CONVERSION],
        ],
        FormPart::Variant => &[["untagged", "removes the name of the choice", "remove it"]],
    }
}

fn text(option: &Meta) -> Option<&LitStr> {
    match option {
        Meta::NameValue(option) => literals::text(&option.value),
        _ => None,
    }
}
