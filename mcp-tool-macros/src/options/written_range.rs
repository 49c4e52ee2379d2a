//! Converts the limits of a value from the notation of other crates, such as `min = 3, max = 7`, to a range.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprRange, Meta, Token};

use crate::diagnostics::fold;
use crate::util::conditions::metas;
use crate::util::literals::{number, text};
use crate::util::show::show;
use crate::util::tokens::ungroup;

/// Returns the option to write in place of `range(2, 5)`, `range(min = 2, max = 5)` or `range = "2..=5"`.
pub(crate) fn instead_of(meta: &Meta, option: &str) -> Option<String> {
    let values: Vec<Expr> = match meta {
        Meta::Path(_) => return None,
        Meta::NameValue(value) => vec![value.value.clone()],
        Meta::List(list) => {
            if let Some(limits) = metas(list.tokens.clone())
                && let Some(range) = named(&limits)
            {
                return Some(written(option, &range));
            }
            let separated = Punctuated::<Expr, Token![,]>::parse_terminated;
            let values = list.parse_args_with(separated).ok()?;
            values.into_iter().collect()
        }
    };
    match values.iter().map(ungroup).collect::<Vec<_>>()[..] {
        [low, high] if may_be_end(low) && may_be_end(high) => {
            Some(written(option, &quote!(#low..=#high)))
        }
        [only] if text(only).is_some() => {
            let range: ExprRange = text(only)?.parse().ok()?;
            Some(written(option, &range))
        }
        [only] if may_be_end(only) => {
            let least = written(option, &quote!(#only..));
            Some(format!(
                "{least}` or `{}",
                written(option, &quote!(..=#only))
            ))
        }
        _ => None,
    }
}

/// Returns the option to write in place of the keys `min = 3` and `max = 7`, or `min_length` and `max_length`.
pub(crate) fn instead_of_keys(limits: &[Meta]) -> Option<String> {
    let is_length = |limit: &Meta| key(limit).ends_with("length");
    let option = if limits.iter().all(is_length) {
        "length"
    } else {
        "range"
    };
    Some(written(option, &named(limits)?))
}

/// Returns the range of limits with names. Returns `None` for an unknown name, and without any limit.
fn named(limits: &[Meta]) -> Option<TokenStream> {
    let (mut low, mut high, mut sign) = (None, None, quote!(..));
    for limit in limits {
        let Meta::NameValue(value) = limit else {
            return None;
        };
        let end = Some(ungroup(&value.value)).filter(|end| may_be_end(end))?;
        match key(limit).as_str() {
            "min" | "minimum" | "minlength" => low = Some(end),
            "max" | "maximum" | "maxlength" => (high, sign) = (Some(end), quote!(..=)),
            "exclusivemax" | "exclusivemaximum" => high = Some(end),
            "equal" => (low, high, sign) = (Some(end), Some(end), quote!(..=)),
            _ => return None,
        }
    }
    (low.is_some() || high.is_some()).then(|| quote!(#low #sign #high))
}

fn key(limit: &Meta) -> String {
    fold(&show(&limit.path().to_token_stream()))
}

/// Returns whether an expression can be an end of a range: a number, a constant or a calculation.
fn may_be_end(value: &Expr) -> bool {
    match value {
        Expr::Lit(_) => number(value).is_some(),
        Expr::Unary(_) | Expr::Path(_) | Expr::Binary(_) => true,
        _ => false,
    }
}

fn written(option: &str, range: &impl ToTokens) -> String {
    format!("{option}({})", show(&range.to_token_stream()))
}
