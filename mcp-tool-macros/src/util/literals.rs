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

/// Returns whether an expression is `true` or `false`.
pub(crate) fn is_bool(value: &Expr) -> bool {
    let is_bool = |literal: &ExprLit| matches!(literal.lit, Lit::Bool(_));
    matches!(ungroup(value), Expr::Lit(literal) if is_bool(literal))
}
