//! Lists of options, as they were written: `key`, `key = value`, `key(…)`.

mod entry;

use darling::ast::NestedMeta;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Block, Lit, Meta};

use crate::errors::{Errors, list, nearest};
use crate::metadata::in_object;
use crate::not_a_list;
use crate::show::show;
use crate::tokens::is_punct;

pub(crate) use self::entry::{Entry, Flag, Name, cannot_be_text, ungroup};

/// Keys that may be given more than once.
const REPEATABLE: &[&str] = &["icon", "example"];

/// What a list of options may have in it.
pub(crate) struct Keys {
    pub(crate) known: &'static [&'static str],
    /// Keys of another list: theirs, what they are for, and where that list stands.
    pub(crate) elsewhere: Option<Elsewhere>,
    /// What to do about an unknown key that is known from elsewhere.
    pub(crate) foreign: fn(&Meta) -> Option<String>,
}

impl Keys {
    pub(crate) const fn new(known: &'static [&'static str]) -> Self {
        Keys {
            known,
            elsewhere: None,
            foreign: |_| None,
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
    let tokens = without_objects(tokens, errors);
    let metas = match NestedMeta::parse_meta_list(tokens.clone()) {
        Ok(metas) => metas,
        Err(error) => {
            if !not_a_list::report(tokens, errors) {
                errors.report(
                    error.span(),
                    format!("this is no list of options: {error}"),
                    "write `key`, `key = value` or `key(…)`, with commas between them",
                );
            }
            return Vec::new();
        }
    };
    let mut entries: Vec<Entry> = Vec::new();
    let mut metas = metas.into_iter().peekable();
    while let Some(meta) = metas.next() {
        let meta = match meta {
            NestedMeta::Meta(meta) => meta,
            NestedMeta::NameValueInvalidExpr(option) => {
                let key = option.path.to_token_stream();
                let mut value = option.value.clone().into_iter();
                if let Some(arrow) = value.next().filter(|token| is_punct(token, '>')) {
                    let value = show(&value.collect());
                    let what = "an option is written with `=`, not with `=>`";
                    errors.report(arrow.span(), what, format!("write `{key} = {value}`"));
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
            NestedMeta::Lit(literal @ Lit::Str(_))
                if keys.contains(&"description")
                    && matches!(metas.peek(), Some(NestedMeta::Lit(Lit::Str(_)))) =>
            {
                let [first, second] = [Some(NestedMeta::Lit(literal.clone())), metas.next()]
                    .map(|value| value.to_token_stream());
                let help = format!("write `{} = {first}, description = {second}`", keys[0]);
                errors.report(literal.span(), "two values without keys", help);
                continue;
            }
            NestedMeta::Lit(literal) => {
                let help = match keys.first() {
                    Some(first) if matches!(literal, Lit::Str(_)) => {
                        let text = literal.to_token_stream();
                        match keys.contains(&"description") {
                            true => format!("write `{first} = {text}` or `description = {text}`"),
                            false => format!("write `{first} = {text}`"),
                        }
                    }
                    _ => format!("the keys are {}", list(keys)),
                };
                errors.report(literal.span(), "a value without a key", help);
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
            let help = match (foreign(&meta), nearest(&key, keys)) {
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

/// Reports `key = {"a": 1}`, which is JSON and no expression, and leaves it out: nothing behind it
/// could be read.
fn without_objects(tokens: TokenStream, errors: &mut Errors) -> TokenStream {
    let mut kept: Vec<TokenTree> = Vec::new();
    for token in tokens {
        let is_object = matches!(&token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
            && kept.last().is_some_and(|last| is_punct(last, '='))
            && syn::parse2::<Block>(token.clone().into()).is_err();
        if !is_object {
            kept.push(token);
            continue;
        }
        kept.pop();
        // A key without a value says nothing of its own: the whole option goes.
        let key = kept.pop().map(|key| key.to_string()).unwrap_or_default();
        let entries = in_object(&token.clone().into()).filter(|_| key == "meta");
        let help = match entries {
            Some(entries) => format!("write `meta({entries})`"),
            None => format!("write `{key} = …`, or remove it"),
        };
        let what = format!("the value of `{key}` is no expression");
        errors.report(token.span(), what, help);
        if kept.last().is_some_and(|last| is_punct(last, ',')) {
            kept.pop();
        }
    }
    // The comma behind the first option, if that one is gone.
    if kept.first().is_some_and(|first| is_punct(first, ',')) {
        kept.remove(0);
    }
    kept.into_iter().collect()
}
