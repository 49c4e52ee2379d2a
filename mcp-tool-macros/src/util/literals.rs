//! Finds literals in expressions.

use syn::{Expr, ExprLit, Lit, LitStr};

use crate::util::tokens::ungroup;

/// Returns the string literal that an expression consists of.
pub(crate) fn text(value: &Expr) -> Option<&LitStr> {
    match ungroup(value) {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text),
        _ => None,
    }
}
