//! Reads `range(1..=10)` and `length(..64)`. Runs the checks that do not depend on the argument's type.

use darling::Result;
use quote::ToTokens as _;
use syn::spanned::Spanned as _;
use syn::{Expr, ExprLit, Lit, Meta, RangeLimits};

use crate::diagnostics::mistake;
use crate::options::written_range;
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

/// The kind of option with bounds (`range` or `length`), and the texts for its messages.
struct BoundsKind {
    name: &'static str,
    example: &'static str,
    wrong_end: &'static str,
    is_length: bool,
}

const RANGE: BoundsKind = BoundsKind {
    name: "range",
    example: "range(1..=10)",
    wrong_end: "the ends of a `range` must be numbers",
    is_length: false,
};

const LENGTH: BoundsKind = BoundsKind {
    name: "length",
    example: "length(1..=64)",
    wrong_end: "the ends of a `length` must be non-negative integers",
    is_length: true,
};

pub(crate) fn range(meta: &Meta) -> Result<Bounds> {
    Bounds::read(meta, &RANGE)
}

pub(crate) fn length(meta: &Meta) -> Result<Bounds> {
    Bounds::read(meta, &LENGTH)
}

impl Bounds {
    fn read(meta: &Meta, kind: &BoundsKind) -> Result<Self> {
        let example = kind.example;
        let help = format!("write a range such as `{example}`, or only one of its ends");
        let instead = match written_range::instead_of(meta, kind.name) {
            Some(option) => format!("write `{option}`"),
            None => help.clone(),
        };
        let reader = Reader::new(meta, "a range with `..` or `..=`", instead);
        let value = reader.argument()?;
        let Expr::Range(range) = ungroup(&value) else {
            return Err(reader.error(first_span(ungroup(&value))));
        };
        let bounds = Bounds {
            low: range.start.as_deref().cloned(),
            high: range.end.as_deref().cloned(),
            high_is_out: matches!(range.limits, RangeLimits::HalfOpen(_)),
        };
        let mut ends = bounds.low.iter().chain(&bounds.high).peekable();
        if ends.peek().is_none() {
            let what = format!("this `{}` allows everything", kind.name);
            return Err(mistake(first_span(&range.limits), what, help));
        }
        if let Some(end) = ends.find(|end| !kind.accepts_end(ungroup(end))) {
            return Err(mistake(first_span(end), kind.wrong_end, help));
        }
        if let (Some(end), true) = (&bounds.high, bounds.is_empty(kind)) {
            let what = format!("the range `{}` is empty", bounds.text());
            let help = "write a larger upper end";
            return Err(mistake(end.span(), what, help));
        }
        Ok(bounds)
    }

    /// Returns whether the ends are number literals, and the range contains no value. A missing lower end of a
    /// `length` counts as 0.
    fn is_empty(&self, kind: &BoundsKind) -> bool {
        let least = kind.is_length.then_some(0.0);
        let low = self.low.as_ref().map_or(least, number);
        match (low, self.high.as_ref().and_then(number)) {
            (Some(low), Some(high)) => low > high || low == high && self.high_is_out,
            _ => false,
        }
    }

    /// Returns the range as the author wrote it.
    fn text(&self) -> String {
        let end = |end: &Option<Expr>| show(&end.to_token_stream());
        let dots = if self.high_is_out || self.high.is_none() {
            ".."
        } else {
            "..="
        };
        format!("{}{dots}{}", end(&self.low), end(&self.high))
    }
}

impl BoundsKind {
    /// Returns whether an expression can be an end. The compiler checks ends that are not literals.
    fn accepts_end(&self, end: &Expr) -> bool {
        let is_float = |literal: &ExprLit| matches!(literal.lit, Lit::Float(_));
        match (end, number(end)) {
            (Expr::Lit(literal), Some(_)) => !self.is_length || !is_float(literal),
            (_, Some(number)) => !self.is_length || number >= 0.0,
            // Reject a literal that is not a number, such as a string.
            (Expr::Lit(_), None) => false,
            _ => true,
        }
    }
}
