//! Rules and examples as JSON Schema and other crates have them, as they are written here.

use darling::ast::NestedMeta;
use proc_macro2::TokenStream;
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::{Expr, Meta, Token};

use crate::elsewhere::{key, shown};
use crate::errors::fold;
use crate::options::ungroup;
use crate::show::show;

/// `min = 1, max = 5` as a range.
pub(crate) fn ends(tokens: TokenStream) -> Option<String> {
    let (mut min, mut max, mut equals) = (String::new(), String::new(), "=");
    for option in NestedMeta::parse_meta_list(tokens).ok()? {
        let NestedMeta::Meta(Meta::NameValue(option)) = option else {
            return None;
        };
        let end = shown(&option.value);
        match fold(&option.path.get_ident()?.to_string()).as_str() {
            "min" | "ge" | "minimum" => min = end,
            "max" | "le" | "maximum" => max = end,
            "lt" | "exclusivemax" | "exclusivemaximum" => (max, equals) = (end, ""),
            "equal" => (min, max) = (end.clone(), end),
            _ => return None,
        }
    }
    match (min.is_empty(), max.is_empty()) {
        (true, true) => None,
        (_, true) => Some(format!("{min}..")),
        _ => Some(format!("{min}..{equals}{max}")),
    }
}

/// `min = 1, max = 5`, each a key of its own as in JSON Schema, as the rule that both are here.
pub(crate) fn range(option: &Meta, all: &[Meta]) -> Option<String> {
    let rule = |option: &Meta| {
        let key = key(option);
        let (rule, end) = match key.as_str() {
            "min" | "minimum" | "ge" => ("range", "min"),
            "max" | "maximum" | "le" => ("range", "max"),
            "lt" | "exclusivemaximum" => ("range", "lt"),
            "minlength" | "minlen" | "minitems" => ("length", "min"),
            "maxlength" | "maxlen" | "maxitems" => ("length", "max"),
            _ => return None,
        };
        let end = match option {
            Meta::NameValue(meta) => format!("{end} = {}", shown(&meta.value)),
            Meta::List(list) => format!("{end} = {}", show(&list.tokens)),
            Meta::Path(_) => return None,
        };
        Some((rule, end))
    };
    let (wanted, _) = rule(option)?;
    let given = all
        .iter()
        .filter_map(rule)
        .filter(|(rule, _)| *rule == wanted);
    let given: Vec<_> = given.map(|(_, end)| end).collect();
    let ends = ends(given.join(", ").parse().ok()?)?;
    Some(format!("{wanted}({ends})"))
}

/// `examples = ["a", "b"]`: each stands by itself here.
pub(crate) fn examples(option: &Meta) -> Option<String> {
    let list = match option {
        Meta::NameValue(meta) => match ungroup(&meta.value) {
            Expr::Array(list) => list.elems.clone(),
            _ => return None,
        },
        Meta::List(list) => Punctuated::<Expr, Token![,]>::parse_terminated
            .parse2(list.tokens.clone())
            .ok()?,
        Meta::Path(_) => return None,
    };
    let each = list
        .iter()
        .map(|value| format!("example = {}", shown(value)));
    let each: Vec<_> = each.collect();
    (!each.is_empty()).then(|| format!("write `{}`", each.join(", ")))
}
