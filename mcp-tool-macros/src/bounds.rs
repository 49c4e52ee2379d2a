//! `range(1..=10)` and `length(..64)`: what can be known of them without their types.

use std::cmp::Ordering;

use syn::spanned::Spanned as _;
use syn::{Expr, ExprLit, ExprRange, ExprUnary, Lit, RangeLimits, UnOp};

use crate::errors::Errors;
use crate::options::{Entry, ungroup};
use crate::tokens::{first_span, show};

/// `low..=high`, either end of which may be missing.
pub(crate) struct Bounds {
    pub(crate) low: Option<Expr>,
    pub(crate) high: Option<Expr>,
    pub(crate) high_is_out: bool,
}

/// What a rule with ends is about.
struct Kind {
    key: &'static str,
    example: &'static str,
    counts: &'static str,
    ends: &'static str,
    is_length: bool,
}

const RANGE: Kind = Kind {
    key: "range",
    example: "range(1..=10)",
    counts: "number",
    ends: "numbers",
    is_length: false,
};

const LENGTH: Kind = Kind {
    key: "length",
    example: "length(1..=64)",
    counts: "length",
    ends: "whole numbers from 0",
    is_length: true,
};

/// An end that is written as a number.
#[derive(Clone, Copy)]
enum Number {
    Integer(i128),
    Float(f64),
}

impl Bounds {
    pub(crate) fn parse_range(entry: &Entry, errors: &mut Errors) -> Option<Self> {
        Bounds::parse(entry, &RANGE, errors)
    }

    pub(crate) fn parse_length(entry: &Entry, errors: &mut Errors) -> Option<Self> {
        Bounds::parse(entry, &LENGTH, errors)
    }

    fn parse(entry: &Entry, kind: &Kind, errors: &mut Errors) -> Option<Self> {
        let takes = "a range";
        let help = format!("write `{}`; either end may be left out", kind.example);
        let value = entry.expression(takes, &help, errors)?;
        let range = match ungroup(&value) {
            Expr::Range(range) => range,
            other => {
                entry.wrong(first_span(other), takes, &help, errors);
                return None;
            }
        };
        if range.start.is_none() && range.end.is_none() {
            let what = format!("this `{}` admits everything", entry.key);
            errors.report(first_span(&range.limits), what, help);
            return None;
        }
        for end in range.start.iter().chain(&range.end) {
            if !kind.may_be(ungroup(end)) {
                let what = format!("the ends of a `{}` are {}", entry.key, kind.ends);
                errors.report(first_span(end), what, format!("write `{}`", kind.example));
                return None;
            }
        }
        kind.admits_something(range, errors);
        Some(Bounds {
            low: range.start.as_deref().cloned(),
            high: range.end.as_deref().cloned(),
            high_is_out: matches!(range.limits, RangeLimits::HalfOpen(_)),
        })
    }
}

impl Kind {
    /// What is no literal is for the compiler to say.
    fn may_be(&self, end: &Expr) -> bool {
        match (end, number(end)) {
            (_, Some(Number::Integer(number))) => !self.is_length || number >= 0,
            (_, Some(Number::Float(_))) => !self.is_length,
            // One that is too large for any type.
            (Expr::Lit(literal), None) => matches!(literal.lit, Lit::Int(_)),
            _ => true,
        }
    }

    /// Where both ends are numbers: what they leave out is left to the registry otherwise.
    fn admits_something(&self, range: &ExprRange, errors: &mut Errors) {
        let low = match &range.start {
            Some(low) => number(ungroup(low)),
            None => self.is_length.then_some(Number::Integer(0)),
        };
        let high = range.end.as_deref();
        let (Some(low), Some(end)) = (low, high) else {
            return;
        };
        let Some(high) = number(ungroup(end)) else {
            return;
        };
        let is_out = matches!(range.limits, RangeLimits::HalfOpen(_));
        let text = |end: &Option<Box<Expr>>| {
            let end = end.as_ref().map(|end| show(&quote::quote!(#end)));
            end.unwrap_or_default().replace("- ", "-")
        };
        let (start, end_text, key) = (text(&range.start), text(&range.end), self.key);
        let help = match low.compare(high) {
            Some(Ordering::Greater) if !start.is_empty() => {
                format!("write `{key}({end_text}..={start})`")
            }
            Some(Ordering::Equal) if is_out => {
                format!("write `{key}({start}..={end_text})` if {end_text} is to be the only one")
            }
            _ => return,
        };
        let dots = if is_out { ".." } else { "..=" };
        let what = format!("no {} is in `{start}{dots}{end_text}`", self.counts);
        errors.report(end.span(), what, help);
    }
}

impl Number {
    /// `None` for numbers of two types, which is for the compiler to say.
    fn compare(self, other: Number) -> Option<Ordering> {
        match (self, other) {
            (Number::Integer(one), Number::Integer(other)) => Some(one.cmp(&other)),
            (Number::Float(one), Number::Float(other)) => one.partial_cmp(&other),
            _ => None,
        }
    }
}

fn number(end: &Expr) -> Option<Number> {
    match end {
        Expr::Lit(ExprLit {
            lit: Lit::Int(number),
            ..
        }) => number.base10_parse().ok().map(Number::Integer),
        Expr::Lit(ExprLit {
            lit: Lit::Float(number),
            ..
        }) => number.base10_parse().ok().map(Number::Float),
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => Some(match number(ungroup(expr))? {
            Number::Integer(number) => Number::Integer(-number),
            Number::Float(number) => Number::Float(-number),
        }),
        _ => None,
    }
}
