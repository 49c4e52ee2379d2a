//! Literals; and defaults and examples that are some, held against the rules beside them. What is no
//! literal, or goes by a pattern, the registry sees.

use syn::spanned::Spanned as _;
use syn::{Expr, ExprLit, ExprUnary, Lit, UnOp};

use crate::diagnostics::Errors;
use crate::options::argument::{ArgumentOptions, Default};
use crate::options::bounds::{Bounds, Number, number};
use crate::util::show::start_of;
use crate::util::tokens::ungroup;

/// A literal by its kind; those that only one type can be of are the compiler's to check.
pub(crate) enum Literal {
    /// Without a fraction and without a type of its own.
    Whole,
    Fraction,
    Truth,
}

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

/// One error for each value, at the value.
pub(crate) fn check(options: &ArgumentOptions, errors: &mut Errors) {
    let default = match &options.default {
        Some(Default::Text(value) | Default::Value(value)) => Some(("default", value)),
        Some(Default::OfType) | None => None,
    };
    let examples = options.examples.iter().map(|example| ("example", example));
    for (key, value) in default.into_iter().chain(examples) {
        let inner = inside(value);
        let fault = options
            .range
            .as_ref()
            .and_then(|range| outside_range(key, inner, range))
            .or_else(|| outside_length(key, inner, options.length.as_ref()?));
        if let Some((what, help)) = fault {
            errors.report(inner.span(), what, help);
        }
    }
}

/// What stands in `Some(…)` or behind `&`.
fn inside(value: &Expr) -> &Expr {
    match ungroup(value) {
        Expr::Reference(reference) => inside(&reference.expr),
        Expr::Call(call) => match (&*call.func, call.args.first()) {
            (Expr::Path(path), Some(only))
                if call.args.len() == 1 && path.path.is_ident("Some") =>
            {
                inside(only)
            }
            _ => value,
        },
        value => value,
    }
}

fn outside_range(key: &str, value: &Expr, range: &Bounds) -> Option<(String, String)> {
    let given = number(value)?;
    if range.admits(given)? {
        return None;
    }
    let (low, high) = (range.low.as_ref(), range.high.as_ref());
    let is_low = low.and_then(number).is_some_and(|low| given.is_below(low));
    let nearest = match (is_low, high) {
        (true, _) => low.map(Bounds::text_of),
        (false, Some(high)) if !range.high_is_out => Some(Bounds::text_of(high)),
        (false, Some(high)) => match number(high) {
            Some(Number::Integer(high)) => Some((high - 1).to_string()),
            _ => None,
        },
        (false, None) => None,
    };
    let nearest = nearest.map(|nearest| format!("`{key} = {nearest}`"));
    Some((
        format!(
            "the {key} `{}` is not in `range({})`",
            Bounds::text_of(value),
            range.text()
        ),
        format!(
            "write {}, or another range",
            nearest.unwrap_or_else(|| "a number in the range".to_owned())
        ),
    ))
}

fn outside_length(key: &str, value: &Expr, length: &Bounds) -> Option<(String, String)> {
    let (count, unit, shown) = match value {
        Expr::Lit(ExprLit { lit, .. }) => match lit {
            Lit::Str(text) => {
                let text = text.value();
                let shown = format!(" `{}`", start_of(&text, 32));
                (text.chars().count(), "character", shown)
            }
            Lit::ByteStr(bytes) => (bytes.value().len(), "item", String::new()),
            _ => return None,
        },
        Expr::Array(list) => (list.elems.len(), "item", String::new()),
        _ => return None,
    };
    if length.admits(Number::Integer(count.try_into().ok()?))? {
        return None;
    }
    let plural = if count == 1 { "" } else { "s" };
    Some((
        format!(
            "the {key}{shown} has {count} {unit}{plural}, which is not in `length({})`",
            length.text()
        ),
        format!("write another {key}, or another length"),
    ))
}
