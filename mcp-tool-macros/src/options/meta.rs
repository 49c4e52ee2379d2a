//! Reads `meta(key = value, …)`: entries of `_meta`.
//!
//! A key can be a string, so this list has its own parser.

use mcp_tool_rules::meta_key::is_page;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Expr, Ident, LitStr, Result, Token};

use crate::diagnostics::{Errors, mistake};
use crate::options::meta_key;
use crate::parse::values::{Reader, Value};
use crate::util::tokens::is_punct;

pub(crate) struct Meta(pub(crate) Vec<MetaEntry>);

pub(crate) struct MetaEntry {
    pub(crate) key: LitStr,
    pub(crate) value: Expr,
}

const HELP: &str = "write `key = value` with commas between entries, as in `meta(\"com.example/owner\" = \"search team\", cost = serde_json::json!({ \"eur\": 1 }))`";

impl Value for Meta {
    fn read(meta: &syn::Meta) -> Result<Self> {
        let tokens = Reader::new(meta, "a list of keys and values in parentheses", HELP).list()?;
        if tokens.is_empty() {
            let what = "`meta` without entries has no meaning";
            return Err(mistake(meta.path().span(), what, HELP));
        }
        let entries: Vec<MetaEntry> = Punctuated::<MetaEntry, Token![,]>::parse_terminated
            .parse2(tokens)
            .map_err(|error| mistake(error.span(), error, HELP))?
            .into_iter()
            .collect();
        let mut errors = Errors::default();
        for (position, entry) in entries.iter().enumerate() {
            let mut others = entries[..position].iter();
            if others.any(|other| other.key.value() == entry.key.value()) {
                let what = format!("duplicate key `{}`", entry.key.value());
                errors.report(entry.key.span(), what, "keep one of them");
            } else {
                errors.read(meta_key::check(&entry.key));
                check_ui(entry, &mut errors);
            }
        }
        errors.into_result(Some(Meta(entries)))
    }
}

impl Meta {
    /// Returns each key whose prefix is probably a domain name in normal order. The returned string is the
    /// key with the labels of that prefix reversed.
    pub(crate) fn turned_keys(&self) -> impl Iterator<Item = (&LitStr, String)> {
        let keys = self.0.iter().map(|entry| &entry.key);
        keys.filter_map(|key| Some((key, meta_key::turned(&key.value())?)))
    }
}

impl Parse for MetaEntry {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let key = key(input)?;
        let has_sign = input.parse::<Option<Token![=]>>()?.is_some();
        if !has_sign || input.is_empty() || input.peek(Token![,]) {
            let missing = ["`=` and a value", "a value"][usize::from(has_sign)];
            let what = format!("expected {missing} after the key `{}`", key.value());
            return Err(syn::Error::new(key.span(), what));
        }
        let at = input.span();
        let what = format!("the value of `{}` is not an expression", key.value());
        let value = input.parse().map_err(|_| syn::Error::new(at, what))?;
        Ok(MetaEntry { key, value })
    }
}

fn key(input: ParseStream<'_>) -> Result<LitStr> {
    if input.peek(LitStr) {
        return input.parse();
    }
    let at = input.span();
    let key = input.call(Ident::parse_any).ok();
    let is_path = input.peek(Token![::]) || input.peek(Token![.]) || input.peek(Token![-]);
    let key = key.filter(|_| !is_path);
    let what = "expected a key: a single identifier, or a string in quotes";
    let key = key.ok_or_else(|| syn::Error::new(at, what))?;
    Ok(LitStr::new(&key.unraw().to_string(), key.span()))
}

/// Rejects a literal `resourceUri` that does not start with `ui://`. The registry checks values that are not
/// literals.
fn check_ui(entry: &MetaEntry, errors: &mut Errors) {
    let uri = match entry.key.value().as_str() {
        "ui" => resource_uri(&entry.value.to_token_stream()),
        "ui/resourceUri" => {
            let value = entry.value.to_token_stream();
            let mut tokens = value.into_iter();
            let first = tokens.next().and_then(|token| text_of(&token));
            first.filter(|_| tokens.next().is_none())
        }
        _ => None,
    };
    if let Some(uri) = uri
        && !is_page(&uri.value())
    {
        errors.report(
            uri.span(),
            "`resourceUri` must start with `ui://`",
            "write the URI of a resource of your server, as in `\"ui://search/results.html\"`",
        );
    }
}

/// Returns the string literal after `"resourceUri":`. Also searches nested groups of tokens.
fn resource_uri(tokens: &TokenStream) -> Option<LitStr> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let named = tokens.windows(3).find_map(|window| {
        let [key, colon, value] = window else {
            return None;
        };
        let is_key = text_of(key).is_some_and(|key| key.value() == "resourceUri");
        text_of(value).filter(|_| is_key && is_punct(colon, ':'))
    });
    named.or_else(|| {
        tokens.iter().find_map(|token| match token {
            TokenTree::Group(group) => resource_uri(&group.stream()),
            _ => None,
        })
    })
}

/// Returns the token as a string literal, if it is one.
fn text_of(token: &TokenTree) -> Option<LitStr> {
    syn::parse2(token.to_token_stream()).ok()
}
