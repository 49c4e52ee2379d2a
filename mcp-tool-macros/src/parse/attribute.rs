//! Reads lists of options: `key`, `key = value`, `key(…)`.
//!
//! `scan` first reports unknown and repeated keys. Then darling reads the remaining options into a struct.

use std::collections::BTreeMap;
use std::slice;

use darling::FromMeta;
use darling::ast::{MetaNameValueInvalidExpr, NestedMeta};
use mcp_tool_rules::tool_name::name_fault;
use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens as _;
use syn::spanned::Spanned as _;
use syn::{Expr, ExprLit, Lit, LitStr, Meta, MetaNameValue, Path, Token};

use crate::diagnostics::{Errors, help_for_unknown, list};
use crate::parse::hints::{self, Hints};
use crate::parse::type_value;
use crate::util::show::show;

/// Keys that can be given more than once.
const REPEATABLE: &[&str] = &["icon", "example", "suggest"];

/// The internal key of a string literal that the author writes without a key.
pub(crate) const TEXT: &str = "__text";

/// A function that combines unknown keys to one option, if it can.
pub(crate) type Combine = fn(&[Meta]) -> Option<String>;

/// The keys of a list of options.
#[derive(Default)]
pub(crate) struct Keys {
    pub(crate) known: &'static [&'static str],
    /// The keys that belong in another list. An error about such a key names that list.
    pub(crate) elsewhere: Option<OtherList>,
    /// Help texts for unknown keys, such as keys of other crates.
    pub(crate) hints: Hints,
    /// Returns the option to write in place of all unknown keys with the same hint.
    pub(crate) combine: Option<Combine>,
}

impl Keys {
    /// Returns the known keys to show in a message, without the internal key `TEXT`.
    fn names(&self) -> Vec<&'static str> {
        let known = self.known.iter().copied();
        known.filter(|key| *key != TEXT).collect()
    }

    /// Returns whether this list or the list in `elsewhere` allows a text without a key.
    fn take_text(&self) -> bool {
        let elsewhere = self.elsewhere.iter().flat_map(|other| other.keys);
        self.known.iter().chain(elsewhere).any(|key| *key == TEXT)
    }
}

/// The keys of another list, and the place of that list.
pub(crate) struct OtherList {
    pub(crate) keys: &'static [&'static str],
    pub(crate) are_for: &'static str,
    pub(crate) attribute: &'static str,
    pub(crate) place: &'static str,
}

impl OtherList {
    fn report(&self, key: &str, meta: &Meta, errors: &mut Errors) {
        let (subject, option) = match meta {
            Meta::NameValue(text) if key == TEXT => {
                ("the text".to_owned(), text.value.to_token_stream())
            }
            meta => (format!("`{key}`"), meta.to_token_stream()),
        };
        let (attribute, option) = (self.attribute, show(&option));
        errors.report(
            meta.path().span(),
            format!("{subject} is an option for {}", self.are_for),
            format!("write `#[{attribute}({option})]` above {}", self.place),
        );
    }
}

/// The keys of the options that the macro could read, with their spans.
pub(crate) type KeySpans = Vec<(String, Span)>;

/// Returns the span of a key, if `keys` contains it.
pub(crate) fn span_of(key: &str, keys: &KeySpans) -> Option<Span> {
    let key_span = keys.iter().find(|(known, _)| known == key)?;
    Some(key_span.1)
}

/// Reads options into a struct, and returns it with the spans of the keys.
///
/// Reports an unreadable option and leaves it out, so that the other options can still be read.
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
    let metas = options.iter().filter_map(|option| match option {
        NestedMeta::Meta(meta) => Some((key(meta.path()), meta.path().span())),
        _ => None,
    });
    let spans = metas.collect();
    let options = errors.read(T::from_list(&options));
    (options.unwrap_or_default(), spans)
}

/// Returns the name of an option.
pub(crate) fn key(path: &Path) -> String {
    show(&path.to_token_stream())
}

/// Splits a list into options. Reports bad syntax, unknown keys and repeated keys. darling's messages about
/// these mistakes address authors of macros, not users.
fn scan(tokens: TokenStream, keys: &Keys, errors: &mut Errors) -> Vec<NestedMeta> {
    let tokens = if keys.known.contains(&"output") {
        type_value::as_paths(tokens)
    } else {
        tokens
    };
    let options = match NestedMeta::parse_meta_list(tokens) {
        Ok(options) => options,
        Err(error) => {
            let what = "invalid list of options";
            let help = "write `key`, `key = value` or `key(…)`, with commas between them";
            errors.report(error.span(), what, help);
            return Vec::new();
        }
    };
    let mut scanned: Vec<(String, NestedMeta)> = Vec::new();
    let mut hinted: BTreeMap<&str, Vec<Meta>> = BTreeMap::new();
    let mut has_bare_value = false;
    for option in options {
        let meta = match option {
            NestedMeta::Meta(meta) => meta,
            NestedMeta::Lit(Lit::Str(text)) if keys.take_text() => with_key(&text),
            NestedMeta::Lit(literal) => {
                // Report only the first value without a key.
                if !has_bare_value {
                    bare_value(&literal, keys, errors);
                }
                has_bare_value = true;
                continue;
            }
            NestedMeta::NameValueInvalidExpr(option) => {
                invalid_value(option, errors);
                continue;
            }
        };
        let (key, at) = (key(meta.path()), meta.path().span());
        let elsewhere = keys
            .elsewhere
            .as_ref()
            .filter(|other| other.keys.contains(&key.as_str()));
        let is_repeated = scanned.iter().any(|(known, _)| *known == key);
        match (keys.known.contains(&key.as_str()), elsewhere) {
            (true, _) if is_repeated && !REPEATABLE.contains(&key.as_str()) => {
                let (what, help) = match key.as_str() {
                    TEXT => ("only one text is allowed".to_owned(), "keep one of them"),
                    "meta" | "allow" | "scopes" => (
                        format!("duplicate key `{key}`"),
                        "write all entries in one list",
                    ),
                    _ => (format!("duplicate key `{key}`"), "keep one of them"),
                };
                errors.report(at, what, help);
            }
            (true, _) => scanned.push((key, NestedMeta::Meta(meta))),
            (false, Some(elsewhere)) => elsewhere.report(&key, &meta, errors),
            (false, None) => match hints::find(&key, keys.hints) {
                Some(help) => hinted.entry(help).or_default().push(meta),
                None => {
                    let help = help_for_unknown("key", &key, &keys.names());
                    errors.report(at, format!("unknown key `{key}`"), help);
                }
            },
        }
    }
    for (help, options) in hinted {
        report_hinted(help, &options, keys, errors);
    }
    scanned.into_iter().map(|(_, option)| option).collect()
}

/// Reports unknown keys with the same hint: as one mistake if they combine to one option, else each key.
fn report_hinted(help: &str, options: &[Meta], keys: &Keys, errors: &mut Errors) {
    let names: Vec<String> = options.iter().map(|option| key(option.path())).collect();
    let at = |option: &Meta| option.path().span();
    match keys.combine.and_then(|combine| combine(options)) {
        Some(option) => {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let plural = if names.len() > 1 { "s" } else { "" };
            let what = format!("unknown key{plural} {}", list(&names));
            errors.report(at(&options[0]), what, format!("write `{option}`"));
        }
        None => {
            for (option, name) in options.iter().zip(names) {
                errors.report(at(option), format!("unknown key `{name}`"), help);
            }
        }
    }
}

/// Reports a value without a key. A text may be a description, or a name as in mcp-attr and FastMCP.
fn bare_value(literal: &Lit, keys: &Keys, errors: &mut Errors) {
    let has = |key: &&&'static str| keys.known.contains(key);
    let help = match literal {
        Lit::Str(text) if has(&&"description") => {
            let is_name = name_fault(&text.value()).is_none();
            let names = ["name", "rename"].iter().filter(|_| is_name);
            let written = names.chain(&["description"]).filter(has);
            let text = show(&text.to_token_stream());
            let written: Vec<_> = written.map(|key| format!("`{key} = {text}`")).collect();
            format!("write {}", written.join(" or "))
        }
        _ => format!("the keys are {}", list(&keys.names())),
    };
    errors.report(literal.span(), "this value has no key", help);
}

fn invalid_value(option: MetaNameValueInvalidExpr, errors: &mut Errors) {
    let key = key(&option.path);
    let (at, what) = match option.value.into_iter().next() {
        Some(first) => (
            first.span(),
            format!("expected an expression after `{key} =`"),
        ),
        None => (
            option.path.span(),
            format!("`{key}` has no value after `=`"),
        ),
    };
    errors.report(at, what, format!("write `{key} = …`, or remove `{key}`"));
}

/// Converts a text without a key to an option with the internal key `TEXT`.
fn with_key(text: &LitStr) -> Meta {
    Meta::NameValue(MetaNameValue {
        path: Ident::new(TEXT, text.span()).into(),
        eq_token: Token![=](text.span()),
        value: Expr::Lit(ExprLit {
            attrs: Vec::new(),
            lit: Lit::Str(text.clone()),
        }),
    })
}

/// Returns those of `keys` that the struct `T` does not read.
#[cfg(test)]
pub(crate) fn unread<T: FromMeta>(keys: &[&'static str]) -> Vec<&'static str> {
    let is_unread = |key: &&&str| {
        let key = Path::from(Ident::new(key, Span::call_site()));
        let read = T::from_list(&[NestedMeta::Meta(Meta::Path(key))]);
        read.is_err_and(|error| error.to_string().contains("Unknown field"))
    };
    keys.iter().filter(is_unread).copied().collect()
}
