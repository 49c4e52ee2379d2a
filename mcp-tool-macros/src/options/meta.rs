//! Reads `meta(key = value, …)`: entries of `_meta`.
//!
//! A key can be a string, so this list has its own parser.

use darling::FromMeta;
use mcp_tool_rules::meta_key;
use syn::ext::IdentExt as _;
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Expr, Ident, LitStr, Result, Token};

use crate::diagnostics::{Errors, mistake};
use crate::parse::values::Reader;

pub(crate) struct Meta(pub(crate) Vec<MetaEntry>);

pub(crate) struct MetaEntry {
    pub(crate) key: LitStr,
    pub(crate) value: Expr,
}

const HELP: &str = "write `key = value` with commas between entries, as in `meta(\"com.example/owner\" = \"search team\", cost = serde_json::json!({ \"eur\": 1 }))`";

impl FromMeta for Meta {
    fn from_meta(meta: &syn::Meta) -> darling::Result<Self> {
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
                check(&entry.key, &mut errors);
            }
        }
        errors.into_result(Some(Meta(entries)))
    }
}

/// Rejects a key that breaks a rule of the protocol.
fn check(key: &LitStr, errors: &mut Errors) {
    let text = key.value();
    if let Some(what) = meta_key::key_fault(&text) {
        let what = format!("the key `{}` {what}", text.escape_debug());
        errors.report_rule(
            key.span(),
            what,
            meta_key::HELP,
            "2025-11-25/basic/index#meta",
        );
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
