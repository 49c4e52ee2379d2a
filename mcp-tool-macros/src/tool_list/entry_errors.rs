//! What stands in `tools!` between two commas and is no entry, and what to write instead.

use proc_macro2::{Delimiter, Group, Span, TokenTree};

use crate::diagnostics::Errors;
use crate::util::show::show;
use crate::util::tokens::{is_punct, is_word};

/// Reports tokens that are not the path of a tool.
pub(crate) fn report(mut tokens: &[TokenTree], errors: &mut Errors) {
    while let [sign, TokenTree::Group(_), rest @ ..] = tokens
        && is_punct(sign, '#')
    {
        if rest.is_empty() {
            return errors.report(
                sign.span(),
                "there is no entry behind this attribute",
                "write the path of a tool behind it, or remove it",
            );
        }
        tokens = rest;
    }
    let (path, rest) = tokens.split_at(path_length(tokens));
    let (at, what, help) = match (path, rest) {
        ([], [TokenTree::Literal(name)]) if is_name(&name.to_string()) => (
            name.span(),
            "a tool is listed by its path, and not by its name in quotes",
            format!("write `{}`", name.to_string().trim_matches('"')),
        ),
        ([], [TokenTree::Group(list)]) if is_list(list) => (
            list.span(),
            "the entries of `tools!` stand in no brackets of their own",
            format!("write `{}`", show(&list.stream())),
        ),
        ([], [sign, path @ ..]) if is_punct(sign, '&') && is_path(path) => (
            sign.span(),
            "a tool is listed by its path, and not borrowed",
            format!("write `{}`", shown(path)),
        ),
        ([way @ .., _, colon], [all]) if is_punct(colon, ':') => (
            all.span(),
            "each tool is listed by a path of its own",
            format!("write `{}::…`, once for each tool", shown(way)),
        ),
        ([_, ..], [TokenTree::Group(call)]) if is_call(call) && path.iter().all(begins_small) => (
            call.span(),
            "a tool is listed, and not called",
            format!("write `{}`", shown(path)),
        ),
        ([first, ..], [TokenTree::Group(call), ..]) if is_call(call) => (
            first.span(),
            "an entry of `tools!` is a path, and this is a value",
            "a tool that is made by value goes to `.tool(…)`, beside `.tools(tools![…])`"
                .to_owned(),
        ),
        ([], [sign, ..]) if is_punct(sign, '|') => (
            sign.span(),
            "an entry of `tools!` is a path, and this is a closure",
            "write a function with `#[mcp_tool]`, or build a tool with `Tool::builder` and pass it to \
             `.tool(…)`"
                .to_owned(),
        ),
        ([], [dot, second, list @ ..]) if is_punct(dot, '.') && is_punct(second, '.') => (
            dot.span(),
            "the entries of `tools!` are paths, and not those of another list",
            match list {
                [] => "remove it".to_owned(),
                list => format!("write `.tools({})` beside `.tools(tools![…])`", shown(list)),
            },
        ),
        ([name], [sign, TokenTree::Group(list)])
            if is_word(name, "tools") && is_punct(sign, '!') =>
        {
            (
                name.span(),
                "`tools!` makes a list, and a list is no entry of another",
                format!("write `{}`", show(&list.stream())),
            )
        }
        ([this], [_, name]) if is_word(this, "self") => (
            name.span(),
            "methods are listed by their type",
            "write `tools![Self]`, which lists all tools of the type".to_owned(),
        ),
        ([_, ..], [sign, next @ ..]) if is_joint(sign) && is_path(next) => (
            sign.span(),
            "the parts of a path are joined by `::`",
            format!("write `{}::{}`", shown(path), shown(next)),
        ),
        ([_, ..], [sign, next @ ..]) if is_punct(sign, ';') && is_path(next) => (
            sign.span(),
            "the entries of `tools!` are separated by commas",
            format!("write `{}, {}`", shown(path), shown(next)),
        ),
        ([_, ..], [word, name]) if is_word(word, "as") => (
            word.span(),
            "an entry of `tools!` cannot be renamed in the list",
            format!(
                "write `{}`, and `#[mcp_tool(name = \"{name}\")]` above the function",
                shown(path)
            ),
        ),
        ([_, ..], [next, ..]) if is_path(rest) => (
            next.span(),
            "there is no comma before this entry",
            format!("write `{}, {}`", shown(path), shown(rest)),
        ),
        _ => {
            let at = rest.first().or(path.last());
            return no_path(at.map_or_else(Span::call_site, TokenTree::span), errors);
        }
    };
    errors.report(at, what, help);
}

/// Reports a comma with nothing before it.
pub(crate) fn report_comma(comma: Span, errors: &mut Errors) {
    errors.report(
        comma,
        "there is no entry before this comma",
        "remove the comma",
    );
}

/// Reports anything else.
fn no_path(at: Span, errors: &mut Errors) {
    errors.report(
        at,
        "an entry of `tools!` is the path of a function with `#[mcp_tool]`",
        "write `tools![search, admin::purge]`",
    );
}

/// How many tokens at the start are those of a path, or of one that ends too early.
fn path_length(tokens: &[TokenTree]) -> usize {
    let mut length = 0;
    loop {
        if let [first, second, ..] = &tokens[length..]
            && is_punct(first, ':')
            && is_punct(second, ':')
        {
            length += 2;
        } else if length > 0 && !is_punct(&tokens[length - 1], ':') {
            return length;
        }
        match tokens.get(length) {
            Some(TokenTree::Ident(_)) => length += 1,
            _ => return length,
        }
    }
}

/// Whether this is one path and nothing else.
fn is_path(tokens: &[TokenTree]) -> bool {
    let is_whole = |tokens: &[TokenTree]| path_length(tokens) == tokens.len();
    is_whole(tokens) && matches!(tokens.last(), Some(TokenTree::Ident(_)))
}

/// Whether a literal is a text that could be the name of a function.
fn is_name(literal: &str) -> bool {
    literal
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'))
        .is_some_and(|text| syn::parse_str::<syn::Path>(text).is_ok())
}

fn is_list(group: &Group) -> bool {
    group.delimiter() != Delimiter::Brace && !group.stream().is_empty()
}

fn is_call(group: &Group) -> bool {
    group.delimiter() == Delimiter::Parenthesis
}

/// Whether a part of a path is no type, of which a value would be made.
fn begins_small(name: &TokenTree) -> bool {
    !matches!(name, TokenTree::Ident(name) if name.to_string().starts_with(char::is_uppercase))
}

/// What is written between the parts of a path elsewhere.
fn is_joint(sign: &TokenTree) -> bool {
    ['.', '/'].iter().any(|joint| is_punct(sign, *joint))
}

fn shown(tokens: &[TokenTree]) -> String {
    show(&tokens.iter().cloned().collect())
}
