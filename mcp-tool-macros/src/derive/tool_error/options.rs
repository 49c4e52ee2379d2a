//! Reads `#[tool_error(…)]`, and checks the options against each other and the fields.

use darling::FromMeta;
use proc_macro2::{Ident, TokenStream};
use syn::{Attribute, Fields, LitStr, Meta, Path};

use super::{HELPER, Mapping, Text};
use crate::codegen::fragments::runtime;
use crate::derive::template::Template;
use crate::diagnostics::{Errors, mistake};
use crate::parse::attribute::{self, KeySpans, Keys, OtherList, TEXT};
use crate::parse::helper;
use crate::parse::values::{self, Flag, Time};
use crate::util::tokens::is_word;

/// The kind of item that a `#[tool_error(…)]` attribute is above.
#[derive(Clone, Copy)]
pub(super) enum Target {
    Struct,
    Enum,
    Variant,
}

/// The options above a variant or a type.
#[derive(Default, FromMeta)]
#[darling(default)]
pub(super) struct Options {
    #[darling(rename = "__text", with = read_text)]
    text: Option<LitStr>,
    private: Option<Flag>,
    public: Option<Flag>,
    #[darling(multiple, with = values::literal)]
    suggest: Vec<LitStr>,
    retry_after: Option<Time>,
    #[darling(with = read_code)]
    code: Option<LitStr>,
    transparent: Option<Flag>,
    #[darling(rename = "crate", with = values::crate_path)]
    crate_path: Option<Path>,
    /// Whether `thiserror` displays the inner error: `#[error(transparent)]`.
    #[darling(skip)]
    shows_inner: bool,
    /// Whether the macro cannot read the path in `crate = …`.
    #[darling(skip)]
    lacks_runtime: bool,
    #[darling(skip)]
    keys: KeySpans,
}

impl Options {
    pub(super) fn parse(attributes: &[Attribute], target: Target, errors: &mut Errors) -> Self {
        let tokens = helper::options(attributes, HELPER, "\"…\"", errors);
        let names_crate = (tokens.clone().into_iter()).any(|token| is_word(&token, "crate"));
        let (options, spans): (Options, _) = attribute::read(tokens, &keys(target), errors);
        Options {
            shows_inner: helper::find(attributes, "error").any(|attribute| {
                let word = attribute.parse_args::<Ident>();
                word.is_ok_and(|word| word == "transparent")
            }),
            lacks_runtime: names_crate && options.crate_path.is_none(),
            keys: spans,
            ..options
        }
    }

    /// Returns the path of the runtime, or `None` if the path in `crate = …` is invalid.
    pub(super) fn runtime(&self) -> Option<TokenStream> {
        (!self.lacks_runtime).then(|| runtime(self.crate_path.as_ref()))
    }

    pub(super) fn is_private(&self) -> Option<bool> {
        let public = self.public.map(|public| !public.value);
        self.private.map(|private| private.value).or(public)
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
        if self.transparent.is_some_and(|flag| flag.value) {
            return self.transparent(owner, fields, errors);
        }
        let private = match (self.private, self.public) {
            (Some(_), Some(public)) => {
                errors.report(
                    public.key,
                    "an error cannot be both `private` and `public`",
                    "remove one of them",
                );
                return None;
            }
            _ => self.is_private(),
        };
        if let (Some(true), Some(text)) = (private, &self.text) {
            errors.report(
                text.span(),
                "a `private` error cannot have a text for the model",
                "remove the text, or `private`",
            );
            return None;
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
            .filter(|(key, _)| key != "transparent")
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
            errors.report(
                owner.span(),
                format!("`transparent` needs one field, but `{owner}` has {count}"),
                "make the inner error the only field, or remove `transparent`",
            );
            return None;
        }
        others.is_empty().then_some(Mapping {
            text: Text::Transparent,
            suggestions: Vec::new(),
            retry_after: None,
            code: None,
        })
    }
}

/// Returns the keys that `target` allows. For an enum or a variant, also returns where the remaining keys
/// belong.
fn keys(target: Target) -> Keys {
    const ALL: &[&str] = &[
        TEXT,
        "private",
        "public",
        "suggest",
        "retry_after",
        "code",
        "transparent",
        "crate",
    ];
    let elsewhere = |are_for, place| OtherList {
        keys: ALL,
        are_for,
        attribute: HELPER,
        place,
    };
    let (known, elsewhere) = match target {
        Target::Struct => (ALL, None),
        Target::Enum => (
            &["private", "crate"][..],
            Some(elsewhere("a single variant", "a variant")),
        ),
        Target::Variant => (
            ALL.split_at(ALL.len() - 1).0,
            Some(elsewhere("the whole enum", "the enum")),
        ),
    };
    Keys {
        known,
        elsewhere,
        hints: &[(
            &["message", "text"],
            "write the text without a key, as in `#[tool_error(\"…\")]`",
        )],
        ..Keys::default()
    }
}

fn read_code(meta: &Meta) -> darling::Result<Option<LitStr>> {
    Ok(Some(values::literal(meta)?))
}

fn read_text(meta: &Meta) -> darling::Result<Option<LitStr>> {
    let text = values::literal(meta)?;
    if text.value().trim().is_empty() {
        let what = "the text is empty";
        let help = "write what went wrong; without `#[tool_error(\"…\")]`, the model reads the error's `Display`";
        return Err(mistake(text.span(), what, help));
    }
    Ok(Some(text))
}
