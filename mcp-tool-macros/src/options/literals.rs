//! Tells the kinds of literals apart that can be of several types.

use syn::{Expr, ExprLit, ExprUnary, Lit, UnOp};

use crate::util::tokens::ungroup;

/// The kind of a literal without a suffix.
pub(crate) enum Literal {
    Whole,
    Fraction,
    Truth,
}

/// Returns the kind of a literal. The compiler checks a literal that only one type can have.
pub(crate) fn kind(value: &Expr) -> Option<Literal> {
    match ungroup(value) {
        Expr::Lit(ExprLit { lit, .. }) => match lit {
            Lit::Int(number) if number.suffix().is_empty() => Some(Literal::Whole),
            Lit::Float(number) if number.suffix().is_empty() => Some(Literal::Fraction),
            Lit::Bool(_) => Some(Literal::Truth),
            _ => None,
        },
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => kind(expr).filter(|kind| !matches!(kind, Literal::Truth)),
        _ => None,
    }
}
