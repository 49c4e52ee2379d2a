//! `range(1..=10)` and `length(..64)`: what can be known of them without their types.

use std::cmp::Ordering;

use proc_macro2::{Span, TokenStream};
use quote::ToTokens as _;
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Expr, ExprLit, ExprRange, ExprUnary, Lit, RangeLimits, Token, UnOp};

use crate::diagnostics::Errors;
use crate::options::literals::{self, Literal};
use crate::parse::attribute::Entry;
use crate::parse::hints;
use crate::util::show::show;
use crate::util::tokens::ungroup;
use crate::util::tokens::{first_span, last_span};

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

/// A number as it is written.
#[derive(Clone, Copy)]
pub(crate) enum Number {
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
        let help = match entry.tokens().and_then(|tokens| kind.meant(&tokens)) {
            Some(meant) => format!("write {meant}"),
            None => format!("write `{}`; either end may be left out", kind.example),
        };
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
        if !kind.admits_something(range, errors) {
            return None;
        }
        Some(Bounds {
            low: range.start.as_deref().cloned(),
            high: range.end.as_deref().cloned(),
            high_is_out: matches!(range.limits, RangeLimits::HalfOpen(_)),
        })
    }

    /// Whether a number is between the ends; `None` where one of them is no literal.
    pub(crate) fn admits(&self, given: Number) -> Option<bool> {
        let end = |end: &Option<Expr>| match end {
            Some(end) => number(ungroup(end)).map(Some),
            None => Some(None),
        };
        let (low, high) = (end(&self.low)?, end(&self.high)?);
        let order = |end: Number| {
            let exact = given.compare(end);
            exact.or_else(|| given.position().partial_cmp(&end.position()))
        };
        let above_low = low.is_none_or(|low| order(low).is_none_or(Ordering::is_ge));
        let below_high = high.is_none_or(|high| match order(high) {
            Some(Ordering::Equal) => !self.high_is_out,
            order => order.is_none_or(Ordering::is_lt),
        });
        Some(above_low && below_high)
    }

    /// The ends, as they were written.
    pub(crate) fn text(&self) -> String {
        let end = |end: &Option<Expr>| end.as_ref().map(Bounds::text_of).unwrap_or_default();
        let dots = match self.high_is_out || self.high.is_none() {
            true => "..",
            false => "..=",
        };
        format!("{}{dots}{}", end(&self.low), end(&self.high))
    }

    /// A number as it was written.
    pub(crate) fn text_of(number: &Expr) -> String {
        show(&number.to_token_stream())
    }

    /// Whether each end is a whole number without a type of its own.
    pub(crate) fn whole_ends(&self) -> bool {
        self.are_all(|kind| matches!(kind, Literal::Whole))
    }

    /// Whether each end is a number with a fraction and without a type of its own.
    pub(crate) fn fraction_ends(&self) -> bool {
        self.are_all(|kind| matches!(kind, Literal::Fraction))
    }

    fn are_all(&self, is_wanted: fn(Literal) -> bool) -> bool {
        let mut ends = self.low.iter().chain(&self.high);
        ends.all(|end| literals::kind(end).is_some_and(is_wanted))
    }

    /// Both ends, if they are constants or numbers, and not numbers alone.
    pub(crate) fn constant_ends(&self) -> Option<(&Expr, &Expr)> {
        let (low, high) = (self.low.as_ref()?, self.high.as_ref()?);
        let is_constant = |end: &Expr| matches!(ungroup(end), Expr::Path(_));
        let is_known = |end: &Expr| is_constant(end) || number(end).is_some();
        let are_known = is_known(low) && is_known(high);
        (are_known && (is_constant(low) || is_constant(high))).then_some((low, high))
    }

    /// Where the range starts and where it ends.
    pub(crate) fn spans(&self) -> (Span, Span) {
        let first = self.low.as_ref().or(self.high.as_ref());
        let last = self.high.as_ref().or(self.low.as_ref());
        (first_span(&first), last_span(&last))
    }
}

impl Kind {
    /// `min = 1, max = 5`, `1, 5`, `"1..=5"`, `(1..=5)` or `5` as they are written here.
    fn meant(&self, tokens: &TokenStream) -> Option<String> {
        let rule = |ends: String| format!("`{}({ends})`", self.key);
        if let Some(ends) = hints::range(tokens.clone()) {
            return Some(rule(ends));
        }
        let values = Punctuated::<Expr, Token![,]>::parse_terminated;
        let values: Vec<_> = values.parse2(tokens.clone()).ok()?.into_iter().collect();
        match values.as_slice() {
            [low, high] if number(low).is_some() && number(high).is_some() => {
                let (low, high) = (Bounds::text_of(low), Bounds::text_of(high));
                Some(rule(format!("{low}..={high}")))
            }
            [only] => match ungroup(only) {
                Expr::Paren(inner) => self.meant(&inner.expr.to_token_stream()),
                Expr::Range(range) if range.start.is_some() || range.end.is_some() => {
                    Some(rule(show(&only.to_token_stream())))
                }
                Expr::Lit(ExprLit {
                    lit: Lit::Str(text),
                    ..
                }) => self.meant(&text.value().parse().ok()?),
                Expr::Lit(ExprLit {
                    lit: Lit::Int(count),
                    ..
                }) if self.is_length => Some(format!(
                    "{}, or {} for just so many",
                    rule(format!("..={count}")),
                    rule(format!("{count}..={count}"))
                )),
                _ => None,
            },
            _ => None,
        }
    }

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
    fn admits_something(&self, range: &ExprRange, errors: &mut Errors) -> bool {
        let low = match &range.start {
            Some(low) => number(ungroup(low)),
            None => self.is_length.then_some(Number::Integer(0)),
        };
        let high = range.end.as_deref();
        let (Some(low), Some(end)) = (low, high) else {
            return true;
        };
        let Some(high) = number(ungroup(end)) else {
            return true;
        };
        let is_out = matches!(range.limits, RangeLimits::HalfOpen(_));
        let text = |end: &Option<Box<Expr>>| {
            let end = end.as_deref().map(Bounds::text_of);
            end.unwrap_or_default()
        };
        let (start, end_text, key) = (text(&range.start), text(&range.end), self.key);
        let help = match low.compare(high) {
            Some(Ordering::Greater) if !start.is_empty() => {
                format!("write `{key}({end_text}..={start})`")
            }
            Some(Ordering::Equal) if is_out => {
                format!("write `{key}({start}..={end_text})` if {end_text} is to be the only one")
            }
            _ => return true,
        };
        let dots = if is_out { ".." } else { "..=" };
        let what = format!("no {} is in `{start}{dots}{end_text}`", self.counts);
        errors.report(end.span(), what, help);
        false
    }
}

impl Number {
    pub(crate) fn is_below(self, other: Number) -> bool {
        self.position().partial_cmp(&other.position()) == Some(Ordering::Less)
    }

    /// Where it is among all numbers, whatever its type; what is written here is small enough.
    pub(crate) fn position(self) -> f64 {
        match self {
            Number::Integer(number) => number as f64,
            Number::Float(number) => number,
        }
    }

    /// `None` for numbers of two types, which is for the compiler to say.
    fn compare(self, other: Number) -> Option<Ordering> {
        match (self, other) {
            (Number::Integer(one), Number::Integer(other)) => Some(one.cmp(&other)),
            (Number::Float(one), Number::Float(other)) => one.partial_cmp(&other),
            _ => None,
        }
    }
}

pub(crate) fn number(end: &Expr) -> Option<Number> {
    match ungroup(end) {
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
