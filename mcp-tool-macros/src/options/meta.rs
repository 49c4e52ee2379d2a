//! `_meta`, as it was written.

use mcp_tool_rules::meta_key::is_page;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::parse::discouraged::Speculative as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Expr, Ident, LitStr, Token, token};

use crate::diagnostics::Errors;
use crate::options::meta_key;
use crate::parse::attribute::Entry;
use crate::util::tokens::{first_span, is_punct, operand};

/// `meta(key = value, …)` (R67).
pub(crate) struct Meta(Vec<MetaEntry>);

struct MetaEntry {
    key: LitStr,
    value: Expr,
}

/// A mistake in one entry: where, what, and what to write.
type Mistake = (Span, String, String);

const META_HELP: &str = "write `meta(\"com.example/owner\" = \"search team\")`";

impl Meta {
    pub(crate) fn parse(option: &Entry, errors: &mut Errors) -> Option<Self> {
        let takes = "keys with their values in parentheses";
        let tokens = option.list_or(takes, META_HELP, errors)?;
        let is_empty = tokens.is_empty();
        let parser = |input: ParseStream<'_>| Ok(meta_entries(input));
        let entries = parser.parse2(tokens).unwrap_or_default();
        let mut seen = std::collections::HashSet::new();
        let mut kept = Vec::new();
        if is_empty {
            errors.report(
                option.span,
                "`meta` without entries says nothing",
                META_HELP,
            );
        }
        for entry in entries {
            match entry {
                Err((at, what, help)) => errors.report(at, what, help),
                Ok(entry) if !seen.insert(entry.key.value()) => {
                    let what = format!("the key `{}` is given twice", entry.key.value());
                    errors.report(entry.key.span(), what, "keep one of them");
                }
                Ok(entry) => {
                    meta_key::check(&entry.key.value(), entry.key.span(), errors);
                    check_ui(&entry, errors);
                    kept.push(entry);
                }
            }
        }
        Some(Meta(kept))
    }

    /// Keys whose prefix seems to be the wrong way round (R72), and the right way.
    pub(crate) fn turned_keys(&self) -> impl Iterator<Item = (&LitStr, String)> {
        let keys = self.0.iter().map(|entry| &entry.key);
        keys.filter_map(|key| Some((key, meta_key::turned(&key.value())?)))
    }
}

/// The entries as far as they can be read.
fn meta_entries(input: ParseStream<'_>) -> Vec<Result<MetaEntry, Mistake>> {
    let mut entries = Vec::new();
    while !input.is_empty() {
        let entry = meta_entry(input);
        let is_read = entry.is_ok();
        entries.push(entry);
        let next = input.fork();
        if is_read && !next.is_empty() && !next.peek(Token![,]) {
            let at = next_span(input);
            let help = "write a `,` between the entries of `meta`";
            entries.push(Err((
                at,
                "an entry does not end here".to_owned(),
                help.to_owned(),
            )));
        }
        // After a mistake, the next entry.
        while !next.is_empty() {
            let is_end = next.peek(Token![,]);
            let _ = next.parse::<TokenTree>();
            if is_end {
                break;
            }
        }
        input.advance_to(&next);
    }
    entries
}

fn meta_entry(input: ParseStream<'_>) -> Result<MetaEntry, Mistake> {
    let key = key(input)?;
    let text = key.value();
    let written = match syn::parse_str::<Ident>(&text) {
        Ok(_) => text.clone(),
        Err(_) => format!("{text:?}"),
    };
    let help = format!("write `{written} = …`");
    if input.peek(Token![:]) {
        let what = "a key of `meta` has its value after `=`".to_owned();
        return Err((input.span(), what, help));
    }
    let is_missing = input.parse::<Token![=]>().is_err() || input.is_empty();
    if is_missing || input.peek(Token![,]) {
        return Err((key.span(), format!("the key `{text}` has no value"), help));
    }
    let ahead = input.fork();
    match ahead.parse() {
        Ok(value) => {
            input.advance_to(&ahead);
            Ok(MetaEntry { key, value })
        }
        Err(_) => Err((
            next_span(input),
            format!("the value of `{text}` is no expression"),
            format!("write an expression, as in `{written} = serde_json::json!(…)`"),
        )),
    }
}

/// The whole of what comes next, also where that is in brackets.
fn next_span(input: ParseStream<'_>) -> Span {
    let next = input.fork().parse::<TokenTree>();
    next.map_or_else(|_| input.span(), |next| next.span())
}

/// A string, or an identifier that stands for one.
fn key(input: ParseStream<'_>) -> Result<LitStr, Mistake> {
    let at = next_span(input);
    if input.peek(LitStr)
        && let Ok(text) = input.parse()
    {
        return Ok(text);
    }
    if input.peek(Token![,]) {
        let what = "there is no entry before this comma".to_owned();
        return Err((at, what, "remove it".to_owned()));
    }
    let ahead = input.fork();
    if let Ok(ident) = ahead.call(Ident::parse_any) {
        let is_path = ahead.peek(Token![::]);
        let is_end = ahead.is_empty() || ahead.peek(Token![,]) || ahead.peek(token::Paren);
        if is_end || ahead.peek(Token![=]) || ahead.peek(Token![:]) && !is_path {
            input.advance_to(&ahead);
            return Ok(LitStr::new(&ident.unraw().to_string(), ident.span()));
        }
    }
    let what = "a key of `meta` that is no identifier is a string".to_owned();
    Err((at, what, META_HELP.to_owned()))
}

/// R79: what shows the tool is a resource of the server's own, and its scheme says so. What is no
/// literal is for the registry to see.
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
            format!(
                "`{}` is no resource that shows a tool: its URI starts with `ui://`",
                uri.value().escape_debug()
            ),
            "write `\"ui://search/results.html\"`, the URI under which the server has the page",
        );
    }
}

/// The text behind `"resourceUri":`, at any depth.
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

/// The text that a token is.
fn text_of(token: &TokenTree) -> Option<LitStr> {
    syn::parse2(token.to_token_stream()).ok()
}

impl ToTokens for Meta {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let entries = self.0.iter().map(|MetaEntry { key, value }| {
            let at = first_span(value);
            let value = operand(value);
            let json = quote_spanned!(at=> __p::WriteValue::__write(&#value));
            quote!((#key, || #json))
        });
        tokens.extend(quote!(&[#(#entries),*]));
    }
}
