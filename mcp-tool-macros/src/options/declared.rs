//! Writes the values of options as values of the fields of the runtime's `Declaration`, and a check of icons.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Expr;

use crate::options::icon::Icon;
use crate::options::meta::{Meta, MetaEntry};
use crate::options::scopes::Scopes;
use crate::parse::values::Time;
use crate::util::code::{operand, text};

use crate::util::tokens::first_span;

/// A value that an author declares.
pub(crate) trait Declared {
    /// Returns the code of the value, or `None` if the author did not set it.
    fn tokens(&self) -> Option<TokenStream>;
}

impl<T: Declared> Declared for Option<T> {
    fn tokens(&self) -> Option<TokenStream> {
        self.as_ref()?.tokens()
    }
}

impl Declared for bool {
    fn tokens(&self) -> Option<TokenStream> {
        some(self)
    }
}

/// A text.
impl Declared for Expr {
    fn tokens(&self) -> Option<TokenStream> {
        some(text(self))
    }
}

impl Declared for Time {
    fn tokens(&self) -> Option<TokenStream> {
        let milliseconds = Literal::u64_unsuffixed(self.milliseconds);
        some(quote!(__mcp::Duration::from_millis(#milliseconds)))
    }
}

impl Declared for Scopes {
    fn tokens(&self) -> Option<TokenStream> {
        let scopes = &self.0;
        Some(quote!(&[#(#scopes),*]))
    }
}

impl Declared for Vec<Icon> {
    fn tokens(&self) -> Option<TokenStream> {
        let icons = self.iter().map(icon);
        (!self.is_empty()).then(|| quote!(&[#(#icons),*]))
    }
}

/// The entries of `_meta`, each with the function that creates its value.
impl Declared for Meta {
    fn tokens(&self) -> Option<TokenStream> {
        let entries = self.0.iter().map(|MetaEntry { key, value }| {
            let at = first_span(value);
            let value = operand(value);
            let json = quote_spanned!(at=> __mcp::ToJson::to_json(&#value));
            quote!((#key, || #json))
        });
        Some(quote!(&[#(#entries),*]))
    }
}

fn some(value: impl ToTokens) -> Option<TokenStream> {
    Some(quote!(__mcp::Some(#value)))
}

/// Returns the icon as a struct literal.
fn icon(icon: &Icon) -> TokenStream {
    let src = icon.src.iter().map(text);
    let mime_type = icon.mime_type.iter().map(text);
    let size_texts: Vec<_> = icon.sizes.iter().map(text).collect();
    let sizes = (!size_texts.is_empty()).then(|| quote!(sizes: &[#(#size_texts),*],));
    let theme = icon.theme.iter().map(|theme| format_ident!("{theme:?}"));
    // Omit `..` if all fields are set, because clippy reports a needless `..`.
    let is_complete = icon.mime_type.is_some() && icon.theme.is_some() && !icon.sizes.is_empty();
    let rest = (!is_complete).then(|| quote!(..__mcp::DeclaredIcon::NONE));
    quote! {
        __mcp::DeclaredIcon {
            #(src: #src,)*
            #(mime_type: __mcp::Some(#mime_type),)*
            #sizes
            #(theme: __mcp::Some(__mcp::IconTheme::#theme),)*
            #rest
        }
    }
}
