//! Reads the option `output`. `output = Type` gives the schema of the result, and `output = false` omits the
//! schema.

use darling::{FromMeta, Result};
use proc_macro2::{Span, TokenStream};
use syn::spanned::Spanned as _;
use syn::{Expr, ExprLit, Lit, Meta};

use crate::parse::values::Reader;

/// The option about the schema of the result.
pub(crate) enum Output {
    /// `output = false`: the registry publishes no schema of the result. Contains the span of the key.
    Unpublished(Span),
    /// `output = Type`: the tool builds the result by hand, with structured content of this type.
    Of(TokenStream),
}

impl FromMeta for Output {
    fn from_meta(meta: &Meta) -> Result<Self> {
        let help = "write `output = Type` if the function returns `CallToolResult` or `Value`; \
                    otherwise, remove `output`, or write `output = false` to publish no schema";
        let reader = Reader::new(meta, "a type or `false` after `=`", help);
        match reader.value()? {
            Expr::Verbatim(ty) => Ok(Output::Of(ty.clone())),
            Expr::Lit(ExprLit {
                lit: Lit::Bool(value),
                ..
            }) if !value.value => Ok(Output::Unpublished(meta.path().span())),
            other => Err(reader.error(other.span())),
        }
    }
}
