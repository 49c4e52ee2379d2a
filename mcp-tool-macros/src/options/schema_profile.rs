//! `schema_profile = "as_generated"`: what becomes of the schemas of one tool.

use syn::{Expr, ExprLit, Lit};

use crate::diagnostics::Errors;
use crate::parse::attribute::{Entry, Flag};

const AS_GENERATED: &str = "as_generated";
const PORTABLE: &str = "portable";

/// Whether schemas are published as they are generated.
pub(crate) fn parse(option: &Entry, errors: &mut Errors) -> Option<Flag> {
    let help = "write `schema_profile = \"as_generated\"` or `schema_profile = \"portable\"`";
    let takes = "the name of a profile as a string, `\"as_generated\"` or `\"portable\"`";
    match option.any_value(takes, help, errors)? {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) if [AS_GENERATED, PORTABLE].contains(&text.value().as_str()) => Some(Flag {
            value: text.value() == AS_GENERATED,
            key: option.span,
        }),
        other => {
            option.wrong(crate::util::tokens::first_span(&other), takes, help, errors);
            None
        }
    }
}
