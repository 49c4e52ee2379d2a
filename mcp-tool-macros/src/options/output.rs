//! `output = Type` and `output = false`: what is published about the answer.

use std::collections::HashSet;

use proc_macro2::{Span, TokenStream};
use quote::ToTokens as _;
use syn::spanned::Spanned as _;
use syn::{Expr, ExprLit, ExprPath, Lit};

use crate::diagnostics::Errors;
use crate::parse::attribute::Entry;
use crate::util::lifetimes;

/// What a tool says about the schema of its answer.
pub(crate) enum Output {
    /// It is not published. The span is that of the key.
    Unpublished(Span),
    /// The answer is built by hand, and is a value of this type.
    Of(TokenStream),
}

impl Output {
    /// The same without the names of lifetimes that only the function knows.
    pub(crate) fn anywhere(self, lifetimes: &HashSet<String>) -> Self {
        match self {
            Output::Of(ty) => Output::Of(lifetimes::replace(&ty, lifetimes, "_")),
            other => other,
        }
    }
}

pub(crate) fn parse(option: &Entry, errors: &mut Errors) -> Option<Output> {
    let value = option.given();
    match value {
        Some(Expr::Path(ExprPath {
            qself: Some(qself), ..
        })) => return Some(Output::Of(qself.ty.to_token_stream())),
        Some(Expr::Lit(ExprLit {
            lit: Lit::Bool(value),
            ..
        })) if !value.value => return Some(Output::Unpublished(option.span)),
        _ => {}
    }
    let is_on = match value {
        Some(Expr::Lit(literal)) => matches!(literal.lit, Lit::Bool(_)),
        Some(_) => false,
        None => option.is_bare(),
    };
    let help = match is_on {
        true => {
            "remove it: the schema of the returned type is published; for an answer that is built by \
             hand, write `output = Type`"
        }
        false => "write `output = Type` for an answer that is built by hand, or `output = false`",
    };
    let at = value.map_or(option.span, |value| value.span());
    option.wrong(at, "a type or `false`", help, errors);
    None
}
