//! Finds tokens, and the spans of these tokens, in types and expressions.

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, Expr, Path, Type};

/// Returns the owned form of a type for a help line: `String` for `&str`, `Vec<T>` for `&[T]`.
pub(crate) fn owned(tokens: TokenStream) -> TokenStream {
    map(tokens, &|rest| {
        is_punct(&rest[0], '&').then_some(())?;
        let mut at = 1;
        // Skip the lifetime and the `mut` of the reference.
        while let Some(token) = rest.get(at) {
            at += match token {
                token if is_punct(token, '\'') => 2,
                token if is_word(token, "mut") => 1,
                _ => break,
            };
        }
        // The path in front of the type's name, such as `std::path::`.
        let start = at;
        while rest.get(at + 1).is_some_and(|next| is_punct(next, ':')) {
            at += 3;
        }
        let target = rest.get(at)?;
        let mut tokens: TokenStream = rest[start..at].iter().cloned().collect();
        match target {
            TokenTree::Ident(name) if name == "str" => {
                Ident::new("String", name.span()).to_tokens(&mut tokens);
            }
            TokenTree::Ident(name) if name == "Path" => {
                Ident::new("PathBuf", name.span()).to_tokens(&mut tokens);
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
                Ident::new("Vec", group.span()).to_tokens(&mut tokens);
                tokens.extend(in_angle_brackets(owned(group.stream())));
            }
            target => target.to_tokens(&mut tokens),
        }
        Some((at + 1, tokens))
    })
}

/// The number of tokens to replace, and what replaces them.
type Replacement = (usize, TokenStream);

/// Replaces tokens at every depth. `replace` gets the tokens from each position on.
pub(crate) fn map(
    tokens: TokenStream,
    replace: &dyn Fn(&[TokenTree]) -> Option<Replacement>,
) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut mapped = TokenStream::new();
    let mut rest = &tokens[..];
    while let [token, ..] = rest {
        let (count, tokens) = replace(rest).unwrap_or_else(|| {
            let token = match token {
                TokenTree::Group(group) => {
                    let mut mapped = Group::new(group.delimiter(), map(group.stream(), replace));
                    mapped.set_span(group.span());
                    mapped.into()
                }
                token => token.clone(),
            };
            (1, token.into())
        });
        mapped.extend(tokens);
        rest = rest.get(count..).unwrap_or_default();
    }
    mapped
}

/// Encloses the tokens in `<` and `>`.
pub(crate) fn in_angle_brackets(tokens: TokenStream) -> TokenStream {
    let bracket = |sign| TokenTree::from(Punct::new(sign, Spacing::Alone));
    let open = [bracket('<')].into_iter();
    open.chain(tokens).chain([bracket('>')]).collect()
}

/// Returns the tokens of several nodes in a row.
pub(crate) fn concatenate<T: ToTokens>(nodes: impl IntoIterator<Item = T>) -> TokenStream {
    nodes
        .into_iter()
        .map(|node| node.to_token_stream())
        .collect()
}

pub(crate) fn ungroup_type(mut ty: &Type) -> &Type {
    loop {
        ty = match ty {
            Type::Group(group) => &group.elem,
            Type::Paren(paren) => &paren.elem,
            other => return other,
        };
    }
}

/// Returns the tokens. Replaces each invisible group outside of brackets with the tokens inside the group.
/// `macro_rules!` puts invisible groups around fragments.
pub(crate) fn ungrouped(tokens: &TokenStream) -> impl Iterator<Item = TokenTree> {
    let tokens = tokens.clone().into_iter().flat_map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
            ungrouped(&group.stream()).collect()
        }
        token => vec![token],
    });
    tokens.collect::<Vec<_>>().into_iter()
}

/// Returns the span of the first token. On stable Rust, joining the spans of all tokens would give the same
/// result.
pub(crate) fn first_span(node: &impl ToTokens) -> Span {
    let first = ungrouped(&node.to_token_stream()).next();
    first.map_or_else(Span::call_site, |token| token.span())
}

/// Returns the span of the last segment of a path.
pub(crate) fn path_end(path: &Path) -> Span {
    let last = path.segments.last().map(|last| last.ident.span());
    last.unwrap_or_else(|| first_span(path))
}

/// Returns the span of a path's last segment. For any other expression, returns the span of its first token.
pub(crate) fn name_span(value: &Expr) -> Span {
    match value {
        Expr::Path(path) => path_end(&path.path),
        _ => first_span(value),
    }
}

/// Returns a span for generated code. Compiler errors in that code point at `span`, which comes from the
/// user's code.
pub(crate) fn located_at(span: Span) -> Span {
    Span::call_site().located_at(span)
}

/// Returns whether an attribute has one of these names.
pub(crate) fn is_named(attribute: &Attribute, names: &[&str]) -> bool {
    names.iter().any(|name| attribute.path().is_ident(name))
}

pub(crate) fn is_one_of(word: &Ident, words: &[&str]) -> bool {
    words.iter().any(|known| word == known)
}

pub(crate) fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == word)
}

pub(crate) fn is_punct(token: &TokenTree, punct: char) -> bool {
    matches!(token, TokenTree::Punct(sign) if sign.as_char() == punct)
}

/// Returns the location of the first token, at any depth, that meets a condition.
pub(crate) fn find(tokens: &TokenStream, wanted: &dyn Fn(&TokenTree) -> bool) -> Option<Span> {
    tokens.clone().into_iter().find_map(|token| match &token {
        token if wanted(token) => Some(token.span()),
        TokenTree::Group(group) => find(&group.stream(), wanted),
        _ => None,
    })
}

/// Returns the expression without the invisible groups that `macro_rules!` puts around fragments.
pub(crate) fn ungroup(mut expr: &Expr) -> &Expr {
    while let Expr::Group(group) = expr {
        expr = &group.expr;
    }
    expr
}

#[cfg(test)]
mod tests {
    use super::owned;
    use crate::util::show::show;

    #[test]
    fn the_owned_form_is_idiomatic() {
        let owned = |ty: &str| show(&owned(ty.parse().unwrap()));
        assert_eq!(owned("Option<&str>"), "Option<String>");
        assert_eq!(owned("Vec<&'a [u8]>"), "Vec<Vec<u8>>");
        assert_eq!(
            owned("Option<&std::path::Path>"),
            "Option<std::path::PathBuf>"
        );
        assert_eq!(owned("(&str, &mut Filter)"), "(String, Filter)");
    }
}
