//! Finds literals and constants in expressions.

use syn::{Expr, ExprLit, ExprUnary, Lit, LitStr, UnOp};

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

/// Returns the value of a number literal as a float. A float is exact for integers up to 2^53, and larger
/// literals are rare.
pub(crate) fn number(value: &Expr) -> Option<f64> {
    match ungroup(value) {
        Expr::Lit(ExprLit { lit, .. }) => match lit {
            Lit::Int(number) => number.base10_parse().ok(),
            Lit::Float(number) => number.base10_parse().ok(),
            _ => None,
        },
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => number(expr).map(|number| -number),
        _ => None,
    }
}

/// Returns whether an expression is `true` or `false`.
pub(crate) fn is_bool(value: &Expr) -> bool {
    let is_bool = |literal: &ExprLit| matches!(literal.lit, Lit::Bool(_));
    matches!(ungroup(value), Expr::Lit(literal) if is_bool(literal))
}

/// Returns whether each evaluation of an expression gives the same value, because it consists of literals, paths
/// of constants, and variants or structs of these. Returns `false` for calls, macros and blocks.
pub(crate) fn is_constant(value: &Expr) -> bool {
    match ungroup(value) {
        Expr::Lit(_) | Expr::Path(_) | Expr::Const(_) => true,
        Expr::Reference(reference) => is_constant(&reference.expr),
        Expr::Cast(cast) => is_constant(&cast.expr),
        Expr::Paren(inside) => is_constant(&inside.expr),
        Expr::Unary(unary) => !matches!(unary.op, UnOp::Deref(_)) && is_constant(&unary.expr),
        Expr::Binary(binary) => is_constant(&binary.left) && is_constant(&binary.right),
        Expr::Array(array) => array.elems.iter().all(is_constant),
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_constant),
        Expr::Repeat(repeat) => is_constant(&repeat.expr),
        Expr::Struct(literal) => {
            let mut values = literal
                .fields
                .iter()
                .map(|field| &field.expr)
                .chain(literal.rest.as_deref());
            values.all(is_constant)
        }
        Expr::Call(call) => is_constructor(&call.func) && call.args.iter().all(is_constant),
        _ => false,
    }
}

/// Returns whether a function is named like a variant or a tuple struct, such as `Some`.
fn is_constructor(function: &Expr) -> bool {
    let Expr::Path(function) = ungroup(function) else {
        return false;
    };
    let name = function
        .path
        .segments
        .last()
        .map(|last| last.ident.to_string());
    name.is_some_and(|name| name.starts_with(char::is_uppercase))
}

#[cfg(test)]
mod tests {
    use super::is_constant;

    #[test]
    fn calls_macros_and_blocks_are_not_constant() {
        for text in [
            "3",
            "-1.5",
            "\"a\"",
            "60 * 60",
            "LIMIT",
            "Self::LIMIT",
            "Unit::Metric",
            "None",
            "Some(5)",
            "Outer::Of(Some(&[1, 2]))",
            "&[1, 2]",
            "[0; 4]",
            "(1, true)",
            "Point { x: 1, ..ORIGIN }",
            "1 as u8",
            "(3)",
            "const { 3 }",
            "!0",
        ] {
            assert!(is_constant(&syn::parse_str(text).unwrap()), "{text}");
        }
        for text in [
            "next()",
            "Utc::now()",
            "\"a\".to_owned()",
            "vec![1]",
            "Some(next())",
            "&*NAMES",
            "[next(); 4]",
            "{ 3 }",
            "1 + next()",
            "Point { x: next() }",
            "Point { ..next() }",
            "if A { 1 } else { 2 }",
        ] {
            assert!(!is_constant(&syn::parse_str(text).unwrap()), "{text}");
        }
    }
}
