//! What the attributes of serde and schemars make of a type, as far as it matters for a form.

use proc_macro2::Span;
use quote::ToTokens as _;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta, Token, Type};

use crate::diagnostics::Errors;
use crate::util::show::show;

/// The options of `#[serde(…)]` and `#[schemars(…)]` on one item. Those of schemars come first: it
/// listens to its own before it does to serde's.
pub(super) struct Foreign {
    schemars: Vec<Meta>,
    serde: Vec<Meta>,
}

/// What stands for a type where it is read and described.
pub(super) enum Stand {
    Type(Box<Type>),
    /// Something that only the schema knows.
    Unknown,
}

impl Foreign {
    pub(super) fn of(attributes: &[Attribute]) -> Self {
        let options = |name: &str| {
            let attributes = attributes.iter().filter(|it| it.path().is_ident(name));
            // What is no list is for the other derives to report.
            let lists = attributes.filter_map(|attribute| {
                let parser = Punctuated::<Meta, Token![,]>::parse_terminated;
                attribute.parse_args_with(parser).ok()
            });
            lists.flatten().collect()
        };
        Foreign {
            schemars: options("schemars"),
            serde: options("serde"),
        }
    }

    fn all(&self) -> impl Iterator<Item = &Meta> {
        self.schemars.iter().chain(&self.serde)
    }

    fn find(&self, name: &str) -> Option<&Meta> {
        self.all().find(|option| option.path().is_ident(name))
    }

    /// Whether a field is in no form.
    pub(super) fn is_skipped(&self) -> bool {
        self.find("skip").is_some() || self.find("skip_deserializing").is_some()
    }

    /// The name that a field has instead of its own.
    pub(super) fn rename(&self) -> Option<String> {
        match self.find("rename")? {
            Meta::NameValue(_) => text(self.find("rename")?).map(|name| name.value()),
            Meta::List(list) => {
                let parser = Punctuated::<Meta, Token![,]>::parse_terminated;
                let names = list.parse_args_with(parser).ok()?;
                let mut names = names.iter();
                let name = names.find(|name| name.path().is_ident("deserialize"))?;
                text(name).map(|name| name.value())
            }
            Meta::Path(_) => None,
        }
    }

    /// What a value is read from, if not from what it is itself.
    pub(super) fn read_as(&self) -> Option<Stand> {
        if self.find("schema_with").is_some() {
            return Some(Stand::Unknown);
        }
        // serde's own `with` is a module, and says nothing about the schema.
        let with = |option: &&Meta| option.path().is_ident("with");
        let with = self.schemars.iter().find(with);
        let option = with.or_else(|| self.find("from").or_else(|| self.find("try_from")))?;
        let ty = text(option).and_then(|name| name.parse::<Type>().ok());
        Some(ty.map_or(Stand::Unknown, |ty| Stand::Type(Box::new(ty))))
    }

    pub(super) fn refuse_for_a_form(&self, errors: &mut Errors) {
        self.refuse(
            &[
                ("tag", "adds a field that nobody fills in", "remove it"),
                (
                    "transparent",
                    "makes the form what its only field is, and a form is an object",
                    "remove it; a value of one field is `struct Name(…)`",
                ),
            ],
            errors,
        );
    }

    pub(super) fn refuse_for_a_field(&self, errors: &mut Errors) {
        self.refuse(
            &[(
                "flatten",
                "puts another object into the form, and a form is one flat object",
                "write the fields of that struct into the form itself",
            )],
            errors,
        );
    }

    pub(super) fn refuse_for_a_choice(&self, errors: &mut Errors) {
        let conversion = "is read from what may be no choice";
        let instead = "remove it, or remove the derive and write `#[elicit(foreign)]` above the \
                       fields of this type";
        self.refuse(
            &[
                (
                    "tag",
                    "makes objects of the names, and a choice is a name alone",
                    "remove it",
                ),
                ("untagged", "leaves no names to choose from", "remove it"),
                ("from", conversion, instead),
                ("try_from", conversion, instead),
            ],
            errors,
        );
    }

    pub(super) fn refuse_for_a_variant(&self, errors: &mut Errors) {
        self.refuse(
            &[("untagged", "leaves no name to choose", "remove it")],
            errors,
        );
    }

    /// Reports each of these options: what it does, and what to write.
    fn refuse(&self, options: &[(&str, &str, &str)], errors: &mut Errors) {
        for (name, does, help) in options {
            if let Some(option) = self.find(name) {
                let at = key_span(option);
                let what = format!("`{}` {does}", show(&option.to_token_stream()));
                errors.report(at, what, help);
            }
        }
    }
}

fn key_span(option: &Meta) -> Span {
    option.path().span()
}

fn text(option: &Meta) -> Option<LitStr> {
    match option {
        Meta::NameValue(option) => match &option.value {
            Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) => Some(text.clone()),
            _ => None,
        },
        _ => None,
    }
}
