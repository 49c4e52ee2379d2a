//! Reads lists of options: `key`, `key = value`, `key(…)`.
//!
//! `scan` first reports unknown and repeated keys. Then each value is read into a field of a struct.

use std::collections::{BTreeMap, HashSet};
use std::slice;

use darling::ast::{MetaNameValueInvalidExpr, NestedMeta};
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens as _;
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Expr, ExprLit, Lit, LitStr, Meta, MetaNameValue, Path, Token};

use crate::diagnostics::{Errors, help_for_unknown, listed, nearest};
use crate::parse::entry::Entry;
use crate::parse::hints::{self, Hints};
use crate::parse::options::{Key, Options};
use crate::util::show::show;

/// The internal key of a string literal that the author writes without a key.
pub(crate) const TEXT: &str = "__text";

/// A function that combines unknown keys to one option, if it can.
pub(crate) type Combine = fn(&[Meta]) -> Option<String>;

/// A list of options: the attribute or option that contains it, for error messages.
#[derive(Clone, Copy, Default)]
pub(crate) struct List {
    /// The name of the list in the rows of `options!`.
    pub(crate) name: &'static str,
    /// Where the user finds all keys. If empty, errors list the keys.
    pub(crate) documentation: &'static str,
    /// Where the remaining keys of the struct belong.
    pub(crate) elsewhere: Option<Elsewhere>,
    /// Help texts for unknown keys, such as keys of other crates.
    pub(crate) hints: Hints,
    /// Returns the option to write in place of all unknown keys with the same hint.
    pub(crate) combine: Option<Combine>,
}

/// The place of the keys that another list of the same struct has.
#[derive(Clone, Copy)]
pub(crate) struct Elsewhere {
    pub(crate) are_for: &'static str,
    pub(crate) attribute: &'static str,
    pub(crate) place: &'static str,
}

impl Elsewhere {
    fn report(&self, key: &str, option: &Meta, errors: &mut Errors) {
        let (subject, written) = match option {
            Meta::NameValue(text) if key == TEXT => {
                ("the text".to_owned(), text.value.to_token_stream())
            }
            option => (format!("`{key}`"), option.to_token_stream()),
        };
        let (attribute, written) = (self.attribute, show(&written));
        errors.report(
            option.path().span(),
            format!("{subject} is an option for {}", self.are_for),
            format!("write `#[{attribute}({written})]` above {}", self.place),
        );
    }
}

/// Reads options into a struct. Reports an unreadable option and leaves it out, so that the other options can still
/// be read.
pub(crate) fn read<T: Options>(tokens: TokenStream, list: &List, errors: &mut Errors) -> T {
    let mut options = scan(tokens, T::KEYS, list, errors);
    let read = T::from_list(&options).or_else(|error| {
        errors.push(error);
        options.retain(|option| T::from_list(slice::from_ref(option)).is_ok());
        T::from_list(&options)
    });
    let mut read = errors.read(read).unwrap_or_default();
    read.keys()
        .extend(options.iter().filter_map(|option| match option {
            NestedMeta::Meta(option) => Some((key(option.path()), option.path().span())),
            _ => None,
        }));
    read
}

/// Returns the keys of a list, without the internal key `TEXT`.
pub(crate) fn names(keys: &[Key], list: &str) -> Vec<&'static str> {
    let names = keys
        .iter()
        .filter(|key| key.lists.contains(&list) && key.name != TEXT);
    names.map(|key| key.name).collect()
}

/// Returns the name of an option.
pub(crate) fn key(path: &Path) -> String {
    show(&path.to_token_stream())
}

/// Splits a list into options. Reports bad syntax, unknown keys and repeated keys.
fn scan(
    tokens: TokenStream,
    keys: &'static [Key],
    list: &List,
    errors: &mut Errors,
) -> Vec<NestedMeta> {
    let entries = match Punctuated::<Entry, Token![,]>::parse_terminated.parse2(tokens) {
        Ok(entries) => entries,
        Err(error) => {
            let what = "invalid list of options";
            let help = "write `key`, `key = value` or `key(…)`, with commas between them";
            errors.report(error.span(), what, help);
            return Vec::new();
        }
    };
    let find = |name: &str| {
        keys.iter()
            .find(|key| key.name == name && !key.lists.is_empty())
    };
    let mut scanned: Vec<NestedMeta> = Vec::new();
    let mut hinted: BTreeMap<&str, Vec<Meta>> = BTreeMap::new();
    let mut has_bare_value = false;
    let mut seen = HashSet::new();
    for Entry(entry) in entries {
        let option = match entry {
            NestedMeta::Meta(option) => option,
            NestedMeta::Lit(Lit::Str(text)) if find(TEXT).is_some() => with_key(&text),
            NestedMeta::Lit(literal) => {
                // Report only the first value without a key.
                if !has_bare_value {
                    bare_value(&literal, keys, list, errors);
                }
                has_bare_value = true;
                continue;
            }
            NestedMeta::NameValueInvalidExpr(option) => {
                unreadable(&option, errors);
                continue;
            }
        };
        let (name, at) = (key(option.path()), option.path().span());
        match (find(&name), &list.elsewhere) {
            (Some(key), _) if key.lists.contains(&list.name) => {
                if key.is_repeatable || seen.insert(key.name) {
                    scanned.push(NestedMeta::Meta(option));
                } else {
                    repeated(&name, &option, errors);
                }
            }
            (Some(_), Some(elsewhere)) => elsewhere.report(&name, &option, errors),
            _ => match hints::find(&name, list.hints) {
                Some(help) => hinted.entry(help).or_default().push(option),
                None => {
                    let help = help_for_key(&name, keys, list);
                    errors.report(at, format!("unknown key `{name}`"), help);
                }
            },
        }
    }
    // Keys with the same hint, such as `min` and `max`, are one mistake.
    for (help, options) in hinted {
        let names: Vec<_> = options.iter().map(|option| key(option.path())).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let plural = if names.len() > 1 { "s" } else { "" };
        let what = format!("unknown key{plural} {}", listed(&names));
        let combined = list.combine.and_then(|combine| combine(&options));
        let help = combined.map_or_else(|| help.to_owned(), |option| format!("write `{option}`"));
        errors.report(options[0].path().span(), what, help);
    }
    scanned
}

/// Returns the help for an unknown key: the most similar key, or where to find all keys.
fn help_for_key(name: &str, keys: &[Key], list: &List) -> String {
    let names = names(keys, list.name);
    if nearest(name, &names).is_none() && !list.documentation.is_empty() {
        return list.documentation.to_owned();
    }
    help_for_unknown("key", name, &names)
}

fn repeated(name: &str, option: &Meta, errors: &mut Errors) {
    let what = if name == TEXT {
        "only one text is allowed".to_owned()
    } else {
        format!("duplicate key `{name}`")
    };
    let help = if matches!(option, Meta::List(_)) {
        "keep one of them, or join them"
    } else {
        "keep one of them"
    };
    errors.report(option.path().span(), what, help);
}

/// Reports a value without a key.
fn bare_value(literal: &Lit, keys: &[Key], list: &List, errors: &mut Errors) {
    let names = names(keys, list.name);
    let text = show(&literal.to_token_stream());
    let texts = ["description", "name", "rename"].iter();
    let texts: Vec<_> = texts
        .filter(|key| names.contains(key))
        .filter(|key| **key == "description" || !text.contains(' '))
        .map(|key| format!("`{key} = {text}`"))
        .collect();
    let help = match literal {
        Lit::Str(_) if !texts.is_empty() => format!("write {}", texts.join(" or ")),
        _ => help_for_key("", keys, list),
    };
    errors.report(literal.span(), "this value has no key", help);
}

fn unreadable(option: &MetaNameValueInvalidExpr, errors: &mut Errors) {
    let key = key(&option.path);
    let (at, what) = match option.value.clone().into_iter().next() {
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
