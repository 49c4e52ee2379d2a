//! Reads lists of options: `key`, `key = value`, `key(…)`.
//!
//! The list is scanned for unknown and repeated keys first. Then darling reads it into a struct.

use std::slice;

use darling::FromMeta;
use darling::ast::NestedMeta;
use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens as _;
use syn::spanned::Spanned as _;
use syn::{Lit, LitStr, Meta, Path, parse_quote};

use crate::diagnostics::{Errors, known, list};
use crate::parse::hints::{self, Hints};
use crate::parse::type_value;
use crate::util::show::show;

/// Keys that can be given more than once.
const REPEATABLE: &[&str] = &["icon", "example", "suggest"];

/// The key that a text without a key gets.
pub(crate) const TEXT: &str = "__text";

/// The keys of a list of options.
#[derive(Default)]
pub(crate) struct Keys {
    pub(crate) known: &'static [&'static str],
    /// Whether a string can stand without a key. Its key is then `__text`.
    pub(crate) takes_text: bool,
    /// The keys of another list.
    pub(crate) elsewhere: Option<Elsewhere>,
    /// Help for keys that people bring from other crates.
    pub(crate) hints: Hints,
}

/// The keys of another list, and the place of that list.
pub(crate) struct Elsewhere {
    pub(crate) keys: &'static [&'static str],
    pub(crate) are_for: &'static str,
    pub(crate) attribute: &'static str,
    pub(crate) place: &'static str,
}

/// The location of each key.
#[derive(Clone, Default)]
pub(crate) struct KeySpans(Vec<(String, Span)>);

impl KeySpans {
    /// Returns the location of a key, if it was given.
    pub(crate) fn get(&self, key: &str) -> Option<Span> {
        self.iter()
            .find(|(known, _)| *known == key)
            .map(|(_, at)| at)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, Span)> {
        self.0.iter().map(|(key, at)| (key.as_str(), *at))
    }

    /// Adds the keys of another list that are not in this one.
    pub(crate) fn add(&mut self, others: &KeySpans) {
        let others = others.0.iter();
        let new: Vec<_> = others.filter(|(key, _)| self.get(key).is_none()).collect();
        let new = new.into_iter().cloned().collect::<Vec<_>>();
        self.0.extend(new);
    }
}

/// Reads options into a struct.
///
/// An option that cannot be read is reported and left out, so that the others are still there.
pub(crate) fn read<T: FromMeta + Default>(
    tokens: TokenStream,
    keys: &Keys,
    errors: &mut Errors,
) -> (T, KeySpans) {
    let mut options = scan(tokens, keys, errors);
    options.retain(|option| {
        let option = T::from_list(slice::from_ref(option));
        errors.read(option).is_some()
    });
    let spans = key_spans(&options);
    (T::from_list(&options).unwrap_or_default(), spans)
}

/// Returns the location of each key in a list.
pub(crate) fn key_spans(options: &[NestedMeta]) -> KeySpans {
    let metas = options.iter().filter_map(|option| match option {
        NestedMeta::Meta(meta) => Some((key(meta.path()), meta.path().span())),
        _ => None,
    });
    KeySpans(metas.collect())
}

/// Returns the name of an option.
pub(crate) fn key(path: &Path) -> String {
    show(&path.to_token_stream())
}

/// Splits a list into options. Reports what darling would word for programmers of macros: bad syntax,
/// unknown keys, and keys that are given twice.
pub(crate) fn scan(tokens: TokenStream, keys: &Keys, errors: &mut Errors) -> Vec<NestedMeta> {
    let tokens = match keys.known.contains(&"output") {
        true => type_value::as_paths(tokens),
        false => tokens,
    };
    let options = match NestedMeta::parse_meta_list(tokens) {
        Ok(options) => options,
        Err(error) => {
            let what = format!("invalid list of options: {error}");
            let help = "write `key`, `key = value` or `key(…)`, with commas between them";
            errors.report(error.span(), what, help);
            return Vec::new();
        }
    };
    let mut scanned: Vec<(String, NestedMeta)> = Vec::new();
    let mut has_bare_value = false;
    for option in options {
        let meta = match option {
            NestedMeta::Meta(meta) => meta,
            NestedMeta::Lit(Lit::Str(text)) if keys.takes_text => with_key(&text),
            NestedMeta::Lit(literal) => {
                if !has_bare_value {
                    let help = match (&literal, keys.known.contains(&"description")) {
                        (Lit::Str(text), true) => {
                            format!("write `description = {}`", show(&text.to_token_stream()))
                        }
                        _ => format!("the keys are {}", list(keys.known)),
                    };
                    errors.report(literal.span(), "this value has no key", help);
                }
                has_bare_value = true;
                continue;
            }
            NestedMeta::NameValueInvalidExpr(option) => {
                let key = key(&option.path);
                let (at, what) = match option.value.into_iter().next() {
                    Some(first) => (
                        first.span(),
                        format!("the value of `{key}` is not an expression"),
                    ),
                    None => (
                        option.path.span(),
                        format!("`{key}` has no value after `=`"),
                    ),
                };
                errors.report(at, what, format!("write `{key} = …`, or remove it"));
                continue;
            }
        };
        let (key, at) = (key(meta.path()), meta.path().span());
        let is_known = keys.known.contains(&key.as_str()) || keys.takes_text && key == TEXT;
        let misplaced = keys.elsewhere.as_ref();
        if let Some(elsewhere) = misplaced.filter(|other| other.keys.contains(&key.as_str())) {
            let (subject, option) = match &meta {
                Meta::NameValue(text) if key == TEXT => {
                    ("the text".to_owned(), show(&text.value.to_token_stream()))
                }
                meta => (format!("`{key}`"), show(&meta.to_token_stream())),
            };
            let (attribute, place) = (elsewhere.attribute, elsewhere.place);
            errors.report(
                at,
                format!("{subject} is for {}", elsewhere.are_for),
                format!("write `#[{attribute}({option})]` above {place}"),
            );
        } else if !is_known {
            let help = match hints::find(&key, keys.hints) {
                Some(help) => help.to_owned(),
                None => known("key", &key, keys.known),
            };
            errors.report(at, format!("unknown key `{key}`"), help);
        } else if !REPEATABLE.contains(&key.as_str()) && scanned.iter().any(|(k, _)| *k == key) {
            let (what, help) = match key.as_str() {
                TEXT => ("there are two texts".to_owned(), "keep one of them"),
                "meta" | "allow" => (
                    format!("duplicate key `{key}`"),
                    "write all entries in one list",
                ),
                _ => (format!("duplicate key `{key}`"), "keep one of them"),
            };
            errors.report(at, what, help);
        } else {
            scanned.push((key, NestedMeta::Meta(meta)));
        }
    }
    scanned.into_iter().map(|(_, option)| option).collect()
}

/// Returns a text as an option with a key.
fn with_key(text: &LitStr) -> Meta {
    let key = Ident::new(TEXT, text.span());
    parse_quote!(#key = #text)
}
