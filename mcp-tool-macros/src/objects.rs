//! Objects as in JSON, where a list of options has none.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::{ToTokens as _, quote_spanned};
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Block, Expr, LitStr, Token};

use crate::elsewhere;
use crate::errors::{Errors, nearest};
use crate::show::show;
use crate::tokens::is_punct;

/// Reports `key = {"a": 1}`, which is JSON and no expression, and leaves it out: nothing behind it
/// could be read.
pub(crate) fn without(tokens: TokenStream, keys: &[&str], errors: &mut Errors) -> TokenStream {
    let mut kept: Vec<TokenTree> = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    let mut is_first_gone = false;
    while let Some(token) = tokens.next() {
        if !kept.last().is_some_and(|last| is_punct(last, '=')) || !is_json(&token) {
            kept.push(token);
            continue;
        }
        let [.., key_token, _] = kept.as_slice() else {
            kept.push(token);
            continue;
        };
        let key_token = key_token.clone();
        kept.truncate(kept.len() - 2);
        let key = key_token.to_string();
        let near = nearest(&key, keys).filter(|near| ["meta", "icon"].contains(near));
        // It is the key that is wrong about this one.
        if near.is_none() && elsewhere::are_hints(&key) {
            let entries = options_in(&token.clone().into());
            kept.extend(quote_spanned!(token.span()=> #key_token(#entries)));
            continue;
        }
        let lists = objects(&token).into_iter().map(|object| match near? {
            "meta" => entries_in(&object).map(|entries| format!("meta({entries})")),
            _ => icon_in(&object),
        });
        let lists: Option<Vec<_>> = lists.collect();
        let help = match lists.filter(|lists| !lists.is_empty()) {
            Some(lists) => format!("write `{}`", lists.join(", ")),
            // An example is any value that can be written as JSON.
            None if nearest(&key, keys) == Some("example") => {
                format!("write `example = {}`", json(&token.clone().into()))
            }
            None => format!("write `{key} = …`, or remove it"),
        };
        let what = format!("the value of `{key}` is no expression");
        errors.report(token.span(), what, help);
        // A key without a value says nothing of its own: the whole option goes, and its comma.
        match kept.last() {
            Some(last) if is_punct(last, ',') => drop(kept.pop()),
            _ => is_first_gone = true,
        }
        if is_first_gone && tokens.peek().is_some_and(|next| is_punct(next, ',')) {
            tokens.next();
            is_first_gone = false;
        }
    }
    kept.into_iter().collect()
}

/// Whether this is an object as in JSON, or a list of such.
fn is_json(token: &TokenTree) -> bool {
    match token {
        TokenTree::Group(group) => match group.delimiter() {
            Delimiter::Brace => syn::parse2::<Block>(token.clone().into()).is_err(),
            Delimiter::Bracket => {
                let mut items = group.stream().into_iter();
                items.next().is_some_and(|first| is_json(&first))
            }
            _ => false,
        },
        _ => false,
    }
}

/// An object, or those in a list.
fn objects(token: &TokenTree) -> Vec<TokenStream> {
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
            let items = group.stream().into_iter();
            let items = items.filter(|item| matches!(item, TokenTree::Group(_)));
            items.map(TokenStream::from).collect()
        }
        token => vec![token.clone().into()],
    }
}

/// The entries of `{"a": 1}`, as they are written in `meta(…)`.
pub(crate) fn entries_in(object: &TokenStream) -> Option<String> {
    let members = members(object)?.into_iter();
    let entries = members.map(|(key, value)| format!("{key:?} = {value}"));
    Some(entries.collect::<Vec<_>>().join(", "))
}

/// The members of `{"a": 1}` as a list of options.
pub(crate) fn options_in(object: &TokenStream) -> Option<TokenStream> {
    let members = members(object)?.into_iter();
    let options = members.map(|(key, value)| format!("{key} = {value}"));
    options.collect::<Vec<_>>().join(", ").parse().ok()
}

/// `{"src": "https://…"}` as it is written here.
fn icon_in(object: &TokenStream) -> Option<String> {
    let members = members(object)?.into_iter().map(|(key, value)| {
        let key = nearest(&key, &["src", "mime_type", "sizes", "theme"])?;
        Some(format!("{key} = {value}"))
    });
    let options: Option<Vec<_>> = members.collect();
    Some(format!("icon({})", options?.join(", ")))
}

/// The keys and values of `{"a": 1}`, `{a: 1}` or `{ a = 1 }`.
pub(crate) fn members(object: &TokenStream) -> Option<Vec<(String, String)>> {
    let Some(TokenTree::Group(group)) = object.clone().into_iter().next() else {
        return None;
    };
    let entry = |input: ParseStream<'_>| -> syn::Result<(String, String)> {
        let key = match input.parse::<Option<LitStr>>()? {
            Some(key) => key.value(),
            None => input.call(Ident::parse_any)?.unraw().to_string(),
        };
        if input.parse::<Option<Token![=]>>()?.is_none() {
            input.parse::<Token![:]>()?;
        }
        let value = match input.fork().parse::<Expr>() {
            Ok(_) => show(&input.parse::<Expr>()?.to_token_stream()),
            Err(_) => json(&input.parse::<TokenTree>()?.to_token_stream()),
        };
        Ok((key, value))
    };
    let entries = |input: ParseStream<'_>| input.parse_terminated(entry, Token![,]);
    let entries: Vec<_> = entries.parse2(group.stream()).ok()?.into_iter().collect();
    (!entries.is_empty()).then_some(entries)
}

/// JSON as an expression.
pub(crate) fn json(tokens: &TokenStream) -> String {
    format!("serde_json::json!({})", show(tokens))
}
