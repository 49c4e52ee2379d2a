//! The options in `#[tool_error(…)]`, and whether they fit together.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::quote;
use syn::spanned::Spanned as _;
use syn::{Attribute, Fields, LitStr, Path};

use super::{HELPER, Mapping, Text};
use crate::derive::template::Template;
use crate::diagnostics::Errors;
use crate::options::duration::{self, milliseconds};
use crate::parse::attribute::{self, Entry, Flag, Keys};
use crate::parse::helper;
use crate::util::literals;
use crate::util::tokens::{is_punct, is_word};

/// An option as it is shown where there is none.
const EXAMPLE: &str = "\"…\"";

/// Every key of `#[tool_error(…)]`.
const KEYS: Keys = Keys {
    known: &[
        "private",
        "public",
        "suggest",
        "retry_after",
        "transparent",
        "crate",
    ],
    elsewhere: None,
    hints: &[(
        &["message", "text"],
        "write the text without a key, as in `#[tool_error(\"…\")]`",
    )],
};

/// What stands in the `#[tool_error(…)]` above a variant or a type.
#[derive(Default)]
pub(super) struct Options {
    text: Option<LitStr>,
    private: Option<Flag>,
    public: Option<Flag>,
    suggest: Vec<(LitStr, Span)>,
    /// In milliseconds.
    retry_after: Option<(u64, Span)>,
    transparent: Option<Flag>,
    /// Whether `thiserror` shows the error inside: `#[error(transparent)]`.
    shows_inner: bool,
    /// Where the key is, and its value, if that could be read.
    crate_path: Option<(Option<Path>, Span)>,
}

impl Options {
    pub(super) fn parse(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut options = Options {
            shows_inner: helper::find(attributes, "error").any(|attribute| {
                attribute
                    .parse_args::<Ident>()
                    .is_ok_and(|word| word == "transparent")
            }),
            ..Options::default()
        };
        let mut others = TokenStream::new();
        // Texts have no key, and there may be several suggestions.
        for part in parts(helper::options(attributes, HELPER, EXAMPLE, errors)) {
            if let Ok(text) = syn::parse2::<LitStr>(part.clone()) {
                match options.text {
                    None if text.value().trim().is_empty() => {
                        errors.report(
                            text.span(),
                            "the text is empty",
                            "write what went wrong, or remove it: the error's `Display` is then shown",
                        );
                    }
                    None => options.text = Some(text),
                    Some(_) => errors.report(
                        text.span(),
                        "there are two texts for the model",
                        "keep one of them, and write `suggest = \"…\"` for advice",
                    ),
                }
            } else if part
                .clone()
                .into_iter()
                .next()
                .is_some_and(|first| is_word(&first, "suggest"))
            {
                for entry in attribute::entries(part, &KEYS, errors) {
                    options.set(&entry, errors);
                }
            } else {
                others.extend(quote!(#part,));
            }
        }
        for entry in attribute::entries(others, &KEYS, errors) {
            options.set(&entry, errors);
        }
        options
    }

    fn set(&mut self, entry: &Entry, errors: &mut Errors) {
        match entry.key.as_str() {
            "private" => self.private = entry.flag(errors),
            "public" => self.public = entry.flag(errors),
            "suggest" => {
                let text = entry.literal(errors);
                self.suggest.extend(text.map(|text| (text, entry.span)));
            }
            "retry_after" => {
                self.retry_after = delay(entry, errors).map(|delay| (delay, entry.span))
            }
            "transparent" => self.transparent = entry.flag(errors),
            "crate" => self.crate_path = Some((entry.path(errors), entry.span)),
            // `entries` lets only known keys through.
            _ => {}
        }
    }

    /// Where the runtime is; `None` where that could not be read.
    pub(super) fn runtime(&self) -> Option<TokenStream> {
        match &self.crate_path {
            Some((path, _)) => path.as_ref().map(|path| helper::runtime(Some(path))),
            None => Some(helper::runtime(None)),
        }
    }

    pub(super) fn is_private(&self) -> Option<bool> {
        let public = self.public.map(|public| !public.value);
        self.private.map(|private| private.value).or(public)
    }

    fn is_transparent(&self) -> bool {
        self.transparent.is_some_and(|flag| flag.value)
    }

    /// Whatever decides what the model reads, and where it stands.
    fn decisions(&self) -> Vec<(&'static str, Span)> {
        let mut all = Vec::new();
        all.extend(self.text.iter().map(|text| ("the text", text.span())));
        all.extend(self.private.iter().map(|flag| ("`private`", flag.key)));
        all.extend(self.public.iter().map(|flag| ("`public`", flag.key)));
        all.extend(self.suggest.iter().map(|(_, span)| ("`suggest`", *span)));
        let retry_after = self.retry_after.iter();
        all.extend(retry_after.map(|(_, span)| ("`retry_after`", *span)));
        all
    }

    /// Above an enum stands only what is true for each variant.
    pub(super) fn only_for_all_variants(&self, errors: &mut Errors) {
        let transparent = self.transparent.map(|flag| ("`transparent`", flag.key));
        for (what, span) in self.decisions().into_iter().chain(transparent) {
            if what != "`private`" {
                errors.report(
                    span,
                    format!("{what} is about one variant, and not about the whole enum"),
                    "move it above the variant; an enum takes `private` and `crate`",
                );
            }
        }
    }

    pub(super) fn not_for_all_variants(&self, errors: &mut Errors) {
        if let Some((_, span)) = self.crate_path {
            errors.report(
                span,
                "`crate` is about the whole enum",
                "move it above the enum",
            );
        }
    }

    /// Puts the options together with the fields; `None` where something does not fit.
    pub(super) fn mapping(
        &self,
        owner: &Ident,
        fields: &Fields,
        private_unless_said: bool,
        errors: &mut Errors,
    ) -> Option<Mapping> {
        if self.is_transparent() {
            return self.transparent(owner, fields, errors);
        }
        let private = match (self.private, self.public) {
            (Some(_), Some(public)) => {
                errors.report(
                    public.key,
                    "an error is either `private` or `public`",
                    "remove one of them",
                );
                return None;
            }
            _ => self.is_private(),
        };
        if let (Some(true), Some(text)) = (private, &self.text) {
            errors.report(
                text.span(),
                "a private error has no text for the model",
                "remove the text, or `private`",
            );
            return None;
        }
        let mut template = |text: &LitStr| Template::parse(text, owner, fields, errors);
        let text = match &self.text {
            Some(text) => Text::Public(template(text)?),
            None if private.unwrap_or(private_unless_said) => Text::Private,
            None if private.is_none() && self.shows_inner && fields.len() == 1 => Text::Inner,
            None => Text::Display,
        };
        // All of them are looked at.
        let suggestions: Vec<_> = self
            .suggest
            .iter()
            .map(|(text, _)| template(text))
            .collect();
        Some(Mapping::Own {
            text,
            suggestions: suggestions.into_iter().collect::<Option<_>>()?,
            retry_after: self.retry_after.map(|(delay, _)| delay),
        })
    }

    fn transparent(&self, owner: &Ident, fields: &Fields, errors: &mut Errors) -> Option<Mapping> {
        let others = self.decisions();
        for (what, span) in &others {
            errors.report(
                *span,
                "`transparent` leaves everything to the error inside",
                format!("remove {what}, or `transparent`"),
            );
        }
        if fields.len() != 1 {
            errors.report(
                owner.span(),
                format!(
                    "`transparent` needs one field, and `{owner}` has {}",
                    match fields.len() {
                        0 => "none".to_owned(),
                        count => count.to_string(),
                    }
                ),
                "keep the error inside as the only field, or remove `transparent`",
            );
            return None;
        }
        others.is_empty().then_some(Mapping::Transparent)
    }
}

/// The parts between commas.
fn parts(tokens: TokenStream) -> Vec<TokenStream> {
    let mut parts = vec![TokenStream::new()];
    for token in tokens {
        if is_punct(&token, ',') {
            parts.push(TokenStream::new());
        } else if let Some(part) = parts.last_mut() {
            part.extend([token] as [TokenTree; 1]);
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// The value of `retry_after`, in milliseconds.
fn delay(entry: &Entry, errors: &mut Errors) -> Option<u64> {
    let takes = "a time as a string: a whole number and `ms`, `s`, `m` or `h`";
    let value = entry.any_value(takes, "write `retry_after = \"30s\"`", errors)?;
    let milliseconds = literals::text(&value).and_then(|text| milliseconds(&text.value()));
    if milliseconds.is_none() {
        let help = format!("write `retry_after = \"{}\"`", duration::example(&value));
        errors.report(value.span(), format!("`retry_after` takes {takes}"), help);
    }
    milliseconds
}
