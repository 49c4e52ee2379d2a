//! `#[arg(…)]` above a field: what it says of a parameter is said in other words of a field.

use quote::ToTokens as _;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Attribute, Expr, ExprLit, ExprRange, Field, Lit, Meta, RangeLimits, Token};

use crate::argument_options;
use crate::errors::Errors;
use crate::helper;
use crate::options::ungroup;
use crate::show::show;

const ATTRIBUTE: &str = "arg";

/// Keys of clap, whose derives may stand beside this one.
const CLAP: &[&str] = &[
    "action",
    "alias",
    "aliases",
    "conflicts_with",
    "default_missing_value",
    "default_value",
    "default_value_t",
    "display_order",
    "env",
    "global",
    "group",
    "help",
    "help_heading",
    "hide",
    "id",
    "index",
    "last",
    "long",
    "long_help",
    "num_args",
    "raw",
    "required",
    "requires",
    "short",
    "skip",
    "trailing_var_arg",
    "value_delimiter",
    "value_enum",
    "value_hint",
    "value_name",
    "value_parser",
    "verbatim_doc_comment",
    "visible_alias",
];

/// Refuses what is about parameters.
pub(super) fn refuse_above_a_field(field: &Field, errors: &mut Errors) {
    for attribute in helper::find(&field.attrs, ATTRIBUTE) {
        let what = "`#[arg]` is about a parameter of a tool, and not about a field";
        let parser = Punctuated::<Meta, Token![,]>::parse_terminated;
        let Ok(options) = attribute.parse_args_with(parser) else {
            errors.report(attribute.path().span(), what, "remove it");
            continue;
        };
        for option in &options {
            let key = show(&option.path().to_token_stream());
            if CLAP.contains(&key.as_str()) {
                continue;
            }
            let known = argument_options::nearest_key(&key);
            let help = known.and_then(|key| in_a_form(key, option));
            let help = help.unwrap_or_else(|| "remove it".to_owned());
            errors.report(option.path().span(), what, help);
        }
    }
}

/// Refuses it where there is no field.
pub(super) fn refuse(attributes: &[Attribute], errors: &mut Errors) {
    for attribute in helper::find(attributes, ATTRIBUTE) {
        let parser = Punctuated::<Meta, Token![,]>::parse_terminated;
        let options = attribute.parse_args_with(parser).unwrap_or_default();
        let is_of_clap = |option: &Meta| CLAP.iter().any(|key| option.path().is_ident(key));
        if options.is_empty() || !options.iter().all(is_of_clap) {
            errors.report(
                attribute.path().span(),
                "`#[arg]` is about a parameter of a tool, and not about a part of a form",
                "remove it",
            );
        }
    }
}

/// What to write in place of an option.
fn in_a_form(key: &str, option: &Meta) -> Option<String> {
    let value = match option {
        Meta::NameValue(option) => Some(ungroup(&option.value)),
        Meta::Path(_) | Meta::List(_) => None,
    };
    let shown = value.map(|value| show(&value.to_token_stream()));
    Some(match key {
        "range" | "length" => {
            let ends = ends(option).unwrap_or_else(|| "min = 1, max = 10".to_owned());
            format!("in a form, write `#[schemars({key}({ends}))]`")
        }
        "pattern" => "remove it: a form has no word for a pattern; a type with \
                      `#[serde(try_from = \"String\")]` refuses other text, and the user is asked again"
            .to_owned(),
        "default" => match shown {
            None => "in a form, write `#[serde(default)]`".to_owned(),
            Some(value) => format!(
                "in a form, write `#[serde(default = \"…\")]`, with the name of a function that \
                 returns {value}"
            ),
        },
        "description" => match value {
            Some(Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            })) => format!("in a form, write `/// {}` above the field", text.value()),
            _ => "in a form, write a doc comment above the field".to_owned(),
        },
        "rename" => format!("in a form, write `#[serde(rename = {})]`", shown?),
        "flatten" => "write the fields of that struct into the form itself".to_owned(),
        "example" => "remove it, and say it in the doc comment of the field".to_owned(),
        "schema" => {
            let function = shown?;
            format!("in a form, write `#[schemars(schema_with = \"{function}\")]`")
        }
        "sensitive" => "remove it: a form must not ask for a secret; `elicit_url` asks the user to open a page of \
                        yours"
            .to_owned(),
        _ => return None,
    })
}

/// `1..=3` as `min = 1, max = 3`.
fn ends(option: &Meta) -> Option<String> {
    let Meta::List(list) = option else {
        return None;
    };
    let range: ExprRange = syn::parse2(list.tokens.clone()).ok()?;
    let start = range.start.as_deref();
    let start = start.map(|start| format!("min = {}", show(&start.to_token_stream())));
    let end = match range.end.as_deref() {
        Some(end) if matches!(range.limits, RangeLimits::HalfOpen(_)) => Some(one_less(end)),
        Some(end) => Some(show(&end.to_token_stream())),
        None => None,
    };
    let end = end.map(|end| format!("max = {end}"));
    let ends: Vec<_> = start.into_iter().chain(end).collect();
    (!ends.is_empty()).then(|| ends.join(", "))
}

/// The last number before an end that is none of them.
fn one_less(end: &Expr) -> String {
    let number = match ungroup(end) {
        Expr::Lit(ExprLit {
            lit: Lit::Int(number),
            ..
        }) => number.base10_parse::<i64>().ok(),
        _ => None,
    };
    match number {
        Some(number) => (number - 1).to_string(),
        None => format!("{} - 1", show(&end.to_token_stream())),
    }
}
