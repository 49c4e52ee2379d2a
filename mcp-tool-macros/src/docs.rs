use proc_macro2::{Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

use crate::tokens::{first_span, path_end};

/// The text of `#[doc = …]` attributes, which `///` comments are, as one constant expression.
///
/// The values are kept as expressions, so that `include_str!` and `concat!` work; what the text
/// looks like is the runtime's business.
///
/// Nothing but empty lines is no text.
pub(crate) fn text(attributes: &[Attribute]) -> Option<TokenStream> {
    let lines: Vec<&Expr> = attributes.iter().filter_map(line).collect();
    if lines.iter().all(|line| is_blank(line)) {
        return None;
    }
    let (first, rest) = lines.split_first()?;
    if rest.is_empty() {
        return Some(quote!(#first));
    }
    let span = first.span();
    let first = unspaced(first);
    let rest = rest.iter().map(|line| unspaced(line));
    Some(quote_spanned!(span=> ::core::concat!(#first #(, "\n", #rest)*)))
}

/// The space after `///` goes here, where it is known what is a line: beside it may stand a text
/// of several lines that has no such space.
fn unspaced(line: &Expr) -> TokenStream {
    if let Expr::Lit(ExprLit {
        lit: Lit::Str(text),
        ..
    }) = line
        && let value = text.value()
        && let Some(unspaced) = value.strip_prefix(' ')
        && !unspaced.contains('\n')
    {
        let mut literal = Literal::string(unspaced);
        literal.set_span(text.span());
        return quote!(#literal);
    }
    quote!(#line)
}

/// The text of an option. What is no literal is for the compiler to look at, and for a bound of the
/// runtime to refuse.
pub(crate) fn given(text: &Expr) -> TokenStream {
    match text {
        Expr::Lit(_) => quote!(#text),
        _ => {
            let span = last_span(text);
            quote_spanned!(span=> __p::GivenText(#text).given_text())
        }
    }
}

/// The last word of a path, or else the first token.
pub(crate) fn last_span(text: &Expr) -> Span {
    match text {
        Expr::Path(path) => path_end(&path.path),
        _ => first_span(text),
    }
}

fn is_blank(line: &Expr) -> bool {
    match line {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => text.value().trim().is_empty(),
        _ => false,
    }
}

fn line(attribute: &Attribute) -> Option<&Expr> {
    match &attribute.meta {
        Meta::NameValue(meta) if meta.path.is_ident("doc") => Some(&meta.value),
        // `#[doc(hidden)]` and the like are no text.
        _ => None,
    }
}
