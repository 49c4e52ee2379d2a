//! Finds tokens, and the spans of these tokens, in types and expressions.

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{
    Expr, GenericArgument, Lifetime, Path, PathArguments, PathSegment, Type, TypeImplTrait,
    TypeReference,
};

/// The locations of the first reference and the first `impl Trait` inside a type, and the first type with a
/// lifetime.
#[derive(Default)]
pub(crate) struct UnsupportedParts {
    pub(crate) reference: Option<Span>,
    pub(crate) impl_trait: Option<Span>,
    pub(crate) borrower: Option<(PathSegment, Lifetime)>,
}

impl UnsupportedParts {
    pub(crate) fn find_in(ty: &Type) -> Self {
        let mut unsupported = UnsupportedParts::default();
        unsupported.visit_type(ty);
        unsupported
    }
}

impl<'t> Visit<'t> for UnsupportedParts {
    fn visit_type_reference(&mut self, node: &'t TypeReference) {
        self.reference.get_or_insert(node.and_token.span);
    }

    fn visit_type_impl_trait(&mut self, node: &'t TypeImplTrait) {
        self.impl_trait.get_or_insert(node.impl_token.span);
    }

    // A `Cow` owns its text if it cannot borrow it. A `'static` value borrows nothing from a message.
    fn visit_path_segment(&mut self, node: &'t PathSegment) {
        if let PathArguments::AngleBracketed(list) = &node.arguments
            && node.ident != "Cow"
        {
            let lifetime = list.args.iter().find_map(|argument| match argument {
                GenericArgument::Lifetime(lifetime) if lifetime.ident != "static" => Some(lifetime),
                _ => None,
            });
            if let (None, Some(lifetime)) = (&self.borrower, lifetime) {
                self.borrower = Some((node.clone(), lifetime.clone()));
            }
        }
        visit::visit_path_segment(self, node);
    }

    // Skip the expression of an array length. For example, a value of the type `[u8;
    // size_of::<&u8>()]` contains no reference.
    fn visit_expr(&mut self, _: &'t Expr) {}
}

/// Returns the owned form of a type for a help line: `String` for `&str`, `Vec<T>` for `&[T]`.
pub(crate) fn owned(tokens: TokenStream) -> TokenStream {
    let mut out = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        if is_punct(&token, '&') {
            // Skip the lifetime and the `mut` of the reference.
            while let Some(next) = tokens.peek() {
                if is_punct(next, '\'') {
                    tokens.next();
                    tokens.next();
                } else if is_word(next, "mut") {
                    tokens.next();
                } else {
                    break;
                }
            }
            // Copy the path in front of the type name: `std::path::` in `std::path::Path`.
            let mut target = tokens.next();
            while tokens.peek().is_some_and(|next| is_punct(next, ':')) {
                out.extend(target.into_iter().chain(tokens.next()).chain(tokens.next()));
                target = tokens.next();
            }
            match target {
                Some(TokenTree::Ident(name)) if name == "str" => {
                    Ident::new("String", name.span()).to_tokens(&mut out);
                }
                Some(TokenTree::Ident(name)) if name == "Path" => {
                    Ident::new("PathBuf", name.span()).to_tokens(&mut out);
                }
                Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => {
                    Ident::new("Vec", group.span()).to_tokens(&mut out);
                    out.extend(in_angle_brackets(owned(group.stream())));
                }
                Some(other) => out.extend([other]),
                None => {}
            }
        } else if let TokenTree::Group(group) = token {
            out.extend([replace_content(&group, owned)]);
        } else {
            out.extend([token]);
        }
    }
    out
}

/// Returns the group with what `replace` makes of its tokens. Keeps the group's span.
pub(crate) fn replace_content(
    group: &Group,
    replace: impl FnOnce(TokenStream) -> TokenStream,
) -> TokenTree {
    let mut replaced = Group::new(group.delimiter(), replace(group.stream()));
    replaced.set_span(group.span());
    replaced.into()
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
