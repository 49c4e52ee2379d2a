//! Literals of expressions.

use syn::{Expr, ExprLit, Lit, LitStr};

use crate::util::tokens::ungroup;

/// The string literal that an expression is.
pub(crate) fn text(value: &Expr) -> Option<&LitStr> {
    match ungroup(value) {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text),
        _ => None,
    }
}
