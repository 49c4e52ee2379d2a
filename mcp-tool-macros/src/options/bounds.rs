//! Reads `range(1..=10)` and `length(..64)`. Runs the checks that do not depend on the argument's type.

use darling::Result;
use quote::ToTokens as _;
use syn::spanned::Spanned as _;
use syn::{Expr, ExprLit, Lit, Meta, RangeLimits};

use crate::diagnostics::mistake;
use crate::options::written_range;
use crate::parse::attribute::key;
use crate::parse::values::Reader;
use crate::util::literals::number;
use crate::util::show::show;
use crate::util::tokens::{first_span, ungroup};

/// `low..=high` or `low..high`. One end may be missing, but not both.
pub(crate) struct Bounds {
    pub(crate) low: Option<Expr>,
    pub(crate) high: Option<Expr>,
    pub(crate) high_is_out: bool,
}

pub(crate) fn range(meta: &Meta) -> Result<Bounds> {
    let wrong_end = "the ends of a `range` must be numbers";
    read(meta, "range(1..=10)", wrong_end, false)
}

pub(crate) fn length(meta: &Meta) -> Result<Bounds> {
    let wrong_end = "the ends of a `length` must be non-negative integers";
    read(meta, "length(1..=64)", wrong_end, true)
}

fn read(meta: &Meta, example: &str, wrong_end: &str, is_length: bool) -> Result<Bounds> {
    let help = format!("write a range such as `{example}`, or only one of its ends");
    let instead = written_range::instead_of(meta, &key(meta.path()));
    let instead = instead.map_or_else(|| help.clone(), |option| format!("write `{option}`"));
    let reader = Reader::new(meta, "a range with `..` or `..=`", instead);
    let value = reader.argument()?;
    let Expr::Range(range) = ungroup(&value) else {
        return Err(reader.error(first_span(ungroup(&value))));
    };
    let (low, high) = (range.start.as_deref(), range.end.as_deref());
    let mut ends = low.into_iter().chain(high);
    if let Some(end) = ends.find(|end| !may_be_end(ungroup(end), is_length)) {
        return Err(mistake(first_span(end), wrong_end, help));
    }
    if low.or(high).is_none() {
        let what = format!("this `{}` allows everything", key(meta.path()));
        return Err(mistake(first_span(&range.limits), what, help));
    }
    let high_is_out = matches!(range.limits, RangeLimits::HalfOpen(_));
    let least = is_length.then_some(0.0);
    if let (Some(first), Some(last)) = (low.map_or(least, number), high.and_then(number))
        && (first > last || first == last && high_is_out)
    {
        let what = format!("the range `{}` is empty", show(&range.to_token_stream()));
        return Err(mistake(high.span(), what, "write a larger upper end"));
    }
    Ok(Bounds {
        low: low.cloned(),
        high: high.cloned(),
        high_is_out,
    })
}

/// Returns whether an expression can be an end. The compiler checks ends that are not literals.
fn may_be_end(end: &Expr, is_length: bool) -> bool {
    let is_float = |literal: &ExprLit| matches!(literal.lit, Lit::Float(_));
    match (end, number(end)) {
        (Expr::Lit(literal), Some(_)) => !is_length || !is_float(literal),
        (_, Some(number)) => !is_length || number >= 0.0,
        // Reject a literal that is not a number, such as a string.
        (Expr::Lit(_), None) => false,
        _ => true,
    }
}
