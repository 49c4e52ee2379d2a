//! Reads the attributes of serde and schemars that affect a form.

use quote::ToTokens as _;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta, Token, Type};

use crate::diagnostics::Errors;
use crate::util::show::show;

/// The options of `#[serde(…)]` and `#[schemars(…)]` on one item. Those of schemars take precedence.
pub(super) struct Foreign {
    schemars: Vec<Meta>,
    serde: Vec<Meta>,
}

/// The type that a value is read from.
pub(super) enum Stand {
    Type(Box<Type>),
    /// A type whose field only the schema describes.
    Unknown,
}

impl Foreign {
    pub(super) fn of(attributes: &[Attribute]) -> Self {
        let options = |name: &str| {
            let attributes = attributes.iter().filter(|it| it.path().is_ident(name));
            // The other derives report invalid syntax.
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

    fn find(&self, name: &str) -> Option<&Meta> {
        let mut all = self.schemars.iter().chain(&self.serde);
        all.find(|option| option.path().is_ident(name))
    }

    /// Returns whether the form leaves a field out.
    pub(super) fn is_skipped(&self) -> bool {
        self.find("skip").is_some() || self.find("skip_deserializing").is_some()
    }

    /// Returns the name that replaces the name of a field.
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

    /// Returns the type that serde reads the value from, if it is another type.
    pub(super) fn read_as(&self) -> Option<Stand> {
        if self.find("schema_with").is_some() {
            return Some(Stand::Unknown);
        }
        // The `with` of serde is a module, which does not affect the schema.
        let with = |option: &&Meta| option.path().is_ident("with");
        let with = self.schemars.iter().find(with);
        let option = with.or_else(|| self.find("from").or_else(|| self.find("try_from")))?;
        let ty = text(option).and_then(|name| name.parse::<Type>().ok());
        Some(ty.map_or(Stand::Unknown, |ty| Stand::Type(Box::new(ty))))
    }

    /// Reports options that are not allowed at this part of a form.
    pub(super) fn refuse(&self, part: Part, errors: &mut Errors) {
        for (_, name, does, help) in REJECTED.iter().filter(|(of, ..)| *of == part) {
            if let Some(option) = self.find(name) {
                let what = format!("`{}` {does}", show(&option.to_token_stream()));
                errors.report(option.path().span(), what, help);
            }
        }
    }
}

/// A part of a form: the type, a field or a variant.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Part {
    Form,
    Field,
    Choice,
    Variant,
}

const CONVERTS: &str = "converts from a type that may not be a choice";
const NO_CONVERSION: &str =
    "remove it, or remove the derive and write `#[elicit(foreign)]` above the fields of this type";

/// Returns the options that are not allowed at a part, with their effect and the help.
const REJECTED: &[(Part, &str, &str, &str)] = &[
    (
        Part::Form,
        "tag",
        "adds a field that no user fills in",
        "remove it",
    ),
    (
        Part::Form,
        "transparent",
        "replaces the form by its only field, but a form is an object",
        "remove it; a value of one field is `struct Name(…)`",
    ),
    (
        Part::Field,
        "flatten",
        "nests another object, but a form is one flat object",
        "write the fields of that struct into the form",
    ),
    (
        Part::Choice,
        "tag",
        "turns the choices into objects, but a choice is only a name",
        "remove it",
    ),
    (
        Part::Choice,
        "untagged",
        "removes the names of the choices",
        "remove it",
    ),
    (Part::Choice, "from", CONVERTS, NO_CONVERSION),
    (Part::Choice, "try_from", CONVERTS, NO_CONVERSION),
    (
        Part::Variant,
        "untagged",
        "removes the name of the choice",
        "remove it",
    ),
];

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
