//! Lists of options, as they were written: `key`, `key = value`, `key(…)`.

mod entry;

use darling::ast::NestedMeta;
use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::Lit;
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;

use crate::diagnostics::{Errors, list, nearest};
use crate::parse::hints::{self, Hints};
use crate::parse::type_value;
use crate::util::show::show;

pub(crate) use self::entry::{Entry, Flag, Name, cannot_be_text};

/// Keys that may be given more than once.
const REPEATABLE: &[&str] = &["icon", "example"];

/// What a list of options may have in it.
pub(crate) struct Keys {
    pub(crate) known: &'static [&'static str],
    /// Keys of another list: theirs, what they are for, and where that list stands.
    pub(crate) elsewhere: Option<Elsewhere>,
    /// Help for keys that people bring from other crates.
    pub(crate) hints: Hints,
}

impl Keys {
    pub(crate) const fn new(known: &'static [&'static str]) -> Self {
        Keys {
            known,
            elsewhere: None,
            hints: &[],
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
        hints,
    } = keys;
    let tokens = match keys.contains(&"output") {
        true => type_value::as_paths(tokens),
        false => tokens,
    };
    let metas = match NestedMeta::parse_meta_list(tokens) {
        Ok(metas) => metas,
        Err(error) => {
            errors.report(
                error.span(),
                format!("this is no list of options: {error}"),
                "write `key`, `key = value` or `key(…)`, with commas between them",
            );
            return Vec::new();
        }
    };
    let mut entries: Vec<Entry> = Vec::new();
    let mut has_bare_value = false;
    for meta in metas {
        let meta = match meta {
            NestedMeta::Meta(meta) => meta,
            NestedMeta::NameValueInvalidExpr(option) => {
                let key = option.path.to_token_stream();
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
                let help = match (&literal, keys.contains(&"description")) {
                    (Lit::Str(text), true) => {
                        format!("write `description = {}`", show(&text.to_token_stream()))
                    }
                    _ => format!("the keys are {}", list(keys)),
                };
                if !has_bare_value {
                    errors.report(literal.span(), "a value without a key", help);
                }
                has_bare_value = true;
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
            let help = match (hints::find(&key, hints), nearest(&key, keys)) {
                (Some(help), _) => help.to_owned(),
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
