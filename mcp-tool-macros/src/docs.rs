use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Attribute, Expr, Meta};

/// The text of `#[doc = …]` attributes, which `///` comments are, as one constant expression.
///
/// The values are kept as expressions, so that `include_str!` and `concat!` work; what the text
/// looks like is the runtime's business.
pub(crate) fn text(attributes: &[Attribute]) -> Option<TokenStream> {
    let lines: Vec<&Expr> = attributes.iter().filter_map(line).collect();
    let (first, rest) = lines.split_first()?;
    if rest.is_empty() {
        return Some(quote!(#first));
    }
    let span = first.span();
    Some(quote_spanned!(span=> ::core::concat!(#first #(, "\n", #rest)*)))
}

fn line(attribute: &Attribute) -> Option<&Expr> {
    match &attribute.meta {
        Meta::NameValue(meta) if meta.path.is_ident("doc") => Some(&meta.value),
        // `#[doc(hidden)]` and the like are no text.
        _ => None,
    }
}
