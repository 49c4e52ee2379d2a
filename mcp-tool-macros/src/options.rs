//! Lists of options, as they were written: `key`, `key = value`, `key(…)`.

mod entry;

use darling::ast::NestedMeta;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Lit, Meta};

use crate::errors::{Errors, list, nearest};
use crate::meant;
use crate::not_a_list;
use crate::objects;
use crate::show::show;
use crate::tokens::is_punct;
use crate::type_value;

pub(crate) use self::entry::{Entry, Flag, Name, cannot_be_text, ungroup};

/// Keys that may be given more than once.
const REPEATABLE: &[&str] = &["icon", "example"];

/// What a list of options may have in it.
pub(crate) struct Keys {
    pub(crate) known: &'static [&'static str],
    /// Keys of another list: theirs, what they are for, and where that list stands.
    pub(crate) elsewhere: Option<Elsewhere>,
    /// What to do about an unknown key that is known from elsewhere.
    pub(crate) foreign: fn(&Meta, &[Meta]) -> Option<String>,
}

impl Keys {
    pub(crate) const fn new(known: &'static [&'static str]) -> Self {
        Keys {
            known,
            elsewhere: None,
            foreign: |_, _| None,
        }
    }
}

pub(crate) struct Elsewhere {
    pub(crate) keys: &'static [&'static str],
    pub(crate) are_for: &'static str,
    pub(crate) attribute: &'static str,
    pub(crate) place: &'static str,
}

/// Reads a list of options with the given keys. Unknown and repeated keys are reported.
pub(crate) fn entries(tokens: TokenStream, keys: &Keys, errors: &mut Errors) -> Vec<Entry> {
    let Keys {
        known: keys,
        elsewhere,
        foreign,
    } = keys;
    let tokens = objects::without(tokens, keys, errors);
    let parse = |tokens| match keys.contains(&"output") {
        true => NestedMeta::parse_meta_list(type_value::as_paths(tokens)),
        false => NestedMeta::parse_meta_list(tokens),
    };
    let metas = match parse(tokens.clone()) {
        Ok(metas) => metas,
        Err(error) => match not_a_list::corrected(tokens.clone(), keys, errors) {
            Some(corrected) => parse(corrected).unwrap_or_default(),
            None if meant::leave_broken(tokens, errors) => return Vec::new(),
            None => {
                errors.report(
                    error.span(),
                    format!("this is no list of options: {error}"),
                    "write `key`, `key = value` or `key(…)`, with commas between them",
                );
                return Vec::new();
            }
        },
    };
    let all: Vec<Meta> = metas.iter().filter_map(as_option).collect();
    let mut entries: Vec<Entry> = Vec::new();
    let mut metas = metas.into_iter().peekable();
    while let Some(meta) = metas.next() {
        let meta = match meta {
            NestedMeta::Meta(meta) => meta,
            NestedMeta::NameValueInvalidExpr(option) => {
                let key = option.path.to_token_stream();
                let mut value = option.value.clone().into_iter();
                let is_sign = |token: &TokenTree| is_punct(token, '>') || is_punct(token, '=');
                if let Some(sign) = value.next().filter(is_sign) {
                    let value = show(&value.collect());
                    let what = format!("an option is written with `=`, not with `={sign}`");
                    errors.report(sign.span(), what, format!("write `{key} = {value}`"));
                    continue;
                }
                let (at, what) = match option.value.into_iter().next() {
                    Some(first) => (
                        first.span(),
                        format!("the value of `{key}` is no expression"),
                    ),
                    None => (
                        option.path.span(),
                        format!("`{key}` has no value after the `=`"),
                    ),
                };
                errors.report(at, what, format!("write `{key} = …`, or remove it"));
                continue;
            }
            NestedMeta::Lit(literal) => {
                let second = match metas.peek() {
                    Some(NestedMeta::Lit(second @ Lit::Str(_)))
                        if keys.contains(&"description") && matches!(literal, Lit::Str(_)) =>
                    {
                        Some(second.clone())
                    }
                    _ => None,
                };
                let (what, help) = meant::without_a_key(&literal, second.as_ref(), keys);
                if second.is_some() {
                    metas.next();
                }
                errors.report(literal.span(), what, help);
                continue;
            }
        };
        let path = meta.path();
        let span = path.span();
        let key = match path.get_ident() {
            Some(ident) => ident.unraw().to_string(),
            None => show(&path.to_token_stream()),
        };
        let misplaced = elsewhere
            .as_ref()
            .filter(|elsewhere| elsewhere.keys.contains(&key.as_str()));
        if let Some(elsewhere) = misplaced {
            let option = show(&meta.to_token_stream());
            errors.report(
                span,
                format!("`{key}` is for {}", elsewhere.are_for),
                format!(
                    "write `#[{}({option})]` above {}",
                    elsewhere.attribute, elsewhere.place
                ),
            );
        } else if !keys.contains(&key.as_str()) {
            let help = match (foreign(&meta, &all), nearest(&key, keys)) {
                (Some(help), _) => help,
                (None, Some(near)) => format!("did you mean `{near}`?"),
                (None, None) => format!("the keys are {}", list(keys)),
            };
            errors.report(span, format!("unknown key `{key}`"), help);
        } else if !REPEATABLE.contains(&key.as_str())
            && entries.iter().any(|entry| entry.key == key)
        {
            let help = match key.as_str() {
                "meta" | "allow" => format!("write all of it in one `{key}(…)`"),
                _ => "keep one of them".to_owned(),
            };
            errors.report(span, format!("`{key}` is given twice"), help);
        } else {
            entries.push(Entry { key, span, meta });
        }
    }
    entries
}

fn as_option(option: &NestedMeta) -> Option<Meta> {
    match option {
        NestedMeta::Meta(meta) => Some(meta.clone()),
        _ => None,
    }
}
