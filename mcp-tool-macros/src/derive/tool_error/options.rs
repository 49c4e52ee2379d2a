//! Reads `#[tool_error(…)]`, and checks the options against each other and the fields.

use darling::Result;
use syn::{Attribute, Fields, Ident, LitStr, Meta, Path};

use crate::diagnostics::{Errors, mistake};
use crate::parse::attribute::{self, Elsewhere, List, TEXT};
use crate::parse::helper;
use crate::parse::options::{Options as _, options};
use crate::parse::values::{self, Time};

pub(super) const HELPER: &str = "tool_error";

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
    }
}

impl Options {
    pub(super) fn parse(attributes: &[Attribute], list: &List, errors: &mut Errors) -> Self {
        let tokens = helper::options(attributes, HELPER, "\"…\"", errors);
        let mut errors_of_inner = helper::find(attributes, "error");
        Options {
            shows_inner: errors_of_inner.any(|attribute| {
                let word = attribute.parse_args::<Ident>();
                word.is_ok_and(|word| word == "transparent")
            }),
            ..attribute::read(tokens, list, errors)
        }
    }

    pub(super) fn is_private(&self) -> Option<bool> {
        self.private.or(self.public.map(|public| !public))
    }

    /// Checks the options against each other and the fields.
    pub(super) fn check(&self, owner: &Ident, fields: &Fields, errors: &mut Errors) {
        let others = self.keys.iter().filter(|(key, _)| key != "transparent");
        for (key, at) in others.filter(|_| self.transparent) {
            let what = "with `transparent`, the inner error decides all options";
            let subject = match key.as_str() {
                TEXT => "the text".to_owned(),
                key => format!("`{key}`"),
            };
            errors.report(*at, what, format!("remove {subject}, or `transparent`"));
        }
        if self.transparent && fields.len() != 1 {
            let count = fields.len();
            errors.report(
                owner.span(),
                format!("`transparent` needs one field, but `{owner}` has {count}"),
                "make the inner error the only field, or remove `transparent`",
            );
        } else if let (Some(at), Some(_)) = (self.span("public"), self.private) {
            let what = "an error cannot be both `private` and `public`";
            errors.report(at, what, "remove one of them");
        } else if let (Some(true), Some(text)) = (self.is_private(), &self.text) {
            let what = "a `private` error cannot have a text for the model";
            errors.report(text.span(), what, "remove the text, or `private`");
        }
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
