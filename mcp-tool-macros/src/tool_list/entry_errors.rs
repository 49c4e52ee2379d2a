//! Reports tokens in `tools!` that are not the path of a tool.

use proc_macro2::{Delimiter, Span, TokenTree};

use crate::diagnostics::Errors;
use crate::util::show::show;
use crate::util::tokens::is_punct;

pub(crate) fn report(tokens: &[TokenTree], errors: &mut Errors) {
    let (path, rest) = tokens.split_at(path_length(tokens));
    let is_macro = rest.first().is_some_and(|sign| is_punct(sign, '!'));
    let (at, help) = match (path, rest) {
        ([_, ..], [TokenTree::Group(call)]) if is_call(&rest[0]) && is_function(path) => {
            (Some(call.span()), format!("write `{}`", shown(path)))
        }
        ([first, ..], [call, ..]) if is_call(call) => (
            Some(first.span()),
            "remove this entry, and pass a `Tool` to `.tool(…)` of the registry builder".to_owned(),
        ),
        ([_, ..], [next, ..]) if path_length(rest) == rest.len() => {
            let help = format!("write `{}, {}`", shown(path), shown(rest));
            (Some(next.span()), help)
        }
        _ => {
            let called = path.first().filter(|_| is_macro);
            let at = called.or(rest.first()).or(path.last());
            let help = "write each entry as a path, as in `tools![search, admin::purge]`; for methods, write their type".to_owned();
            (at.map(TokenTree::span), help)
        }
    };
    let what = "expected the path of a function with `#[mcp_tool]` or a type with `#[mcp_tools]`";
    errors.report(at.unwrap_or_else(Span::call_site), what, help);
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

fn shown(tokens: &[TokenTree]) -> String {
    show(&tokens.iter().cloned().collect())
}
