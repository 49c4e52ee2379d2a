//! Reports tokens in `tools!` that are not the path of a tool.

use proc_macro2::{Delimiter, Span, TokenTree};

use crate::diagnostics::Errors;
use crate::util::tokens::is_punct;

pub(crate) fn report(tokens: &[TokenTree], errors: &mut Errors) {
    let (path, rest) = tokens.split_at(path_length(tokens));
    let at = match (path, rest) {
        ([first, ..], [next, ..]) if is_punct(next, '!') || is_call(next) && !is_function(path) => {
            Some(first)
        }
        _ => rest.first().or(path.last()),
    };
    errors.report(
        at.map_or_else(Span::call_site, TokenTree::span),
        "expected the path of a function with `#[mcp_tool]` or a type with `#[mcp_tools]`",
        "write each entry as a path, with a comma after it, as in `tools![search, admin::purge]`; for methods, write their type; pass a `Tool` to `.tool(…)` of the registry builder",
    );
}

/// Returns the number of tokens at the start that belong to one path.
fn path_length(tokens: &[TokenTree]) -> usize {
    let is_word = |token: &TokenTree| matches!(token, TokenTree::Ident(_));
    let mut indexed = tokens.iter().enumerate();
    let end = indexed.position(|(at, token)| {
        if is_word(token) {
            at > 0 && is_word(&tokens[at - 1])
        } else {
            !is_punct(token, ':')
        }
    });
    end.unwrap_or(tokens.len())
}

fn is_call(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis)
}

/// Returns whether a path looks like a function: no segment starts with an upper-case letter.
fn is_function(path: &[TokenTree]) -> bool {
    path.iter()
        .all(|name| !name.to_string().starts_with(char::is_uppercase))
}
