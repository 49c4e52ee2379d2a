//! `schema_profile = "as_generated"`: what becomes of the schemas of one tool.

use quote::ToTokens as _;
use syn::{Expr, ExprLit, Lit};

use crate::errors::{Errors, nearest};
use crate::options::{Entry, Flag};
use crate::show::show;

const AS_GENERATED: &str = "as_generated";
const PORTABLE: &str = "portable";

/// Whether schemas are published as they are generated.
pub(crate) fn parse(option: &Entry, errors: &mut Errors) -> Option<Flag> {
    let meant = option.given().and_then(|value| {
        let text = show(&value.to_token_stream());
        // `SchemaProfile::AsGenerated` is how it is said of a registry.
        let word = text.rsplit("::").next().unwrap_or_default();
        nearest(word, &[AS_GENERATED, PORTABLE])
    });
    let help = match meant {
        Some(profile) => format!("write `schema_profile = \"{profile}\"`"),
        None => "write `schema_profile = \"as_generated\"` or `schema_profile = \"portable\"`"
            .to_owned(),
    };
    let takes = "the name of a profile as a string, `\"as_generated\"` or `\"portable\"`";
    match option.any_value(takes, &help, errors)? {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) if [AS_GENERATED, PORTABLE].contains(&text.value().as_str()) => Some(Flag {
            value: text.value() == AS_GENERATED,
            key: option.span,
        }),
        other => {
            option.wrong(crate::tokens::first_span(&other), takes, &help, errors);
            None
        }
    }
}
