//! Reads `#[tool_error(…)]`, and checks the options against each other and the fields.

use darling::Result;
use proc_macro2::{Ident, TokenStream};
use syn::{Attribute, Fields, LitStr, Meta, Path};

use super::{HELPER, Mapping, Text};
use crate::codegen::fragments::runtime;
use crate::derive::template::Template;
use crate::diagnostics::{Errors, mistake};
use crate::parse::attribute::{self, Elsewhere, List, TEXT};
use crate::parse::helper;
use crate::parse::options::{Options as _, options};
use crate::parse::values::{self, Time};
use crate::util::tokens::is_word;

/// The list above a struct.
pub(super) const STRUCT: List = List {
    name: "struct",
    documentation: "",
    elsewhere: None,
    hints: &[(
        &["message", "text"],
        "write the text without a key, as in `#[tool_error(\"…\")]`",
    )],
    combine: None,
};

/// The list above an enum.
pub(super) const ENUM: List = List {
    name: "enum",
    elsewhere: Some(Elsewhere {
        are_for: "a single variant",
        attribute: HELPER,
        place: "a variant",
    }),
    ..STRUCT
};

/// The list above a variant.
pub(super) const VARIANT: List = List {
    name: "variant",
    elsewhere: Some(Elsewhere {
        are_for: "the whole enum",
        attribute: HELPER,
        place: "the enum",
    }),
    ..STRUCT
};

options! {
    /// The options above a struct, an enum or a variant.
    pub(super) struct Options {
        [struct variant] text as "__text": Option<LitStr> = read_text;
        [struct enum variant] private: Option<bool> = values::flag;
        [struct variant] public: Option<bool> = values::flag;
        [struct variant] suggest: Vec<LitStr> = values::literal [multiple];
        [struct variant] retry_after: Option<Time>;
        [struct variant] code: Option<LitStr> = values::literal;
        [struct variant] transparent: bool = values::flag;
        [struct enum] crate_path as "crate": Option<Path> = values::crate_path;
        #[darling(skip)]
        /// Whether `thiserror` displays the inner error: `#[error(transparent)]`.
        [] shows_inner: bool;
        #[darling(skip)]
        /// Whether the macro cannot read the path in `crate = …`.
        [] lacks_runtime: bool;
    }
}

impl Options {
    pub(super) fn parse(attributes: &[Attribute], list: &List, errors: &mut Errors) -> Self {
        let tokens = helper::options(attributes, HELPER, "\"…\"", errors);
        let names_crate = (tokens.clone().into_iter()).any(|token| is_word(&token, "crate"));
        let options: Options = attribute::read(tokens, list, errors);
        Options {
            shows_inner: helper::find(attributes, "error").any(|attribute| {
                let word = attribute.parse_args::<Ident>();
                word.is_ok_and(|word| word == "transparent")
            }),
            lacks_runtime: names_crate && options.crate_path.is_none(),
            ..options
        }
    }

    /// Returns the path of the runtime, or `None` if the path in `crate = …` is invalid.
    pub(super) fn runtime(&self) -> Option<TokenStream> {
        (!self.lacks_runtime).then(|| runtime(self.crate_path.as_ref()))
    }

    pub(super) fn is_private(&self) -> Option<bool> {
        self.private.or(self.public.map(|public| !public))
    }

    /// Checks the options against each other and the fields. Returns the checked options, or `None` after an
    /// error. `is_private` is the default that the enum sets for its variants.
    pub(super) fn mapping(
        &self,
        owner: &Ident,
        fields: &Fields,
        is_private: bool,
        errors: &mut Errors,
    ) -> Option<Mapping> {
        if self.transparent {
            return self.transparent(owner, fields, errors);
        }
        let private = match (self.private, self.public) {
            (Some(_), Some(_)) => {
                return errors.fail(
                    self.span("public").unwrap_or_else(|| owner.span()),
                    "an error cannot be both `private` and `public`",
                    "remove one of them",
                );
            }
            _ => self.is_private(),
        };
        if let (Some(true), Some(text)) = (private, &self.text) {
            return errors.fail(
                text.span(),
                "a `private` error cannot have a text for the model",
                "remove the text, or `private`",
            );
        }
        let mut template = |text: &LitStr| Template::parse(text, owner, fields, errors);
        let text = match &self.text {
            Some(text) => Text::Public(template(text)?),
            None if private.unwrap_or(is_private) => Text::Private,
            None if private.is_none() && self.shows_inner && fields.len() == 1 => Text::Inner,
            None => Text::Display,
        };
        let suggestions: Vec<_> = self.suggest.iter().map(template).collect();
        Some(Mapping {
            text,
            suggestions: suggestions.into_iter().collect::<Option<_>>()?,
            retry_after: self.retry_after.map(|delay| delay.milliseconds),
            code: self.code.clone(),
        })
    }

    fn transparent(&self, owner: &Ident, fields: &Fields, errors: &mut Errors) -> Option<Mapping> {
        let others: Vec<_> = self
            .keys
            .iter()
            .filter(|(key, _)| *key != "transparent")
            .collect();
        for (key, at) in &others {
            let what = "with `transparent`, the inner error decides all options";
            let subject = match key.as_str() {
                TEXT => "the text".to_owned(),
                key => format!("`{key}`"),
            };
            errors.report(*at, what, format!("remove {subject}, or `transparent`"));
        }
        if fields.len() != 1 {
            let count = fields.len();
            return errors.fail(
                owner.span(),
                format!("`transparent` needs one field, but `{owner}` has {count}"),
                "make the inner error the only field, or remove `transparent`",
            );
        }
        others.is_empty().then_some(Mapping {
            text: Text::Transparent,
            suggestions: Vec::new(),
            retry_after: None,
            code: None,
        })
    }
}

fn read_text(meta: &Meta) -> Result<LitStr> {
    let text = values::literal(meta)?;
    if text.value().trim().is_empty() {
        let what = "the text is empty";
        let help = "write what went wrong; without `#[tool_error(\"…\")]`, the model reads the error's `Display`";
        return Err(mistake(text.span(), what, help));
    }
    Ok(text)
}
