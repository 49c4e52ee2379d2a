//! Reads `scopes("…", "…")`: the scopes that a caller needs.

use std::collections::HashSet;

use darling::{FromMeta, Result};
use mcp_tool_rules::scope::is_scope;
use syn::{LitStr, Meta};

use crate::diagnostics::Errors;
use crate::parse::values::Reader;

const HELP: &str =
    "write one string for each scope, as in `scopes(\"orders:read\", \"orders:write\")`";

#[derive(Clone)]
pub(crate) struct Scopes(pub(crate) Vec<LitStr>);

impl FromMeta for Scopes {
    fn from_meta(meta: &Meta) -> Result<Self> {
        let reader = Reader::new(meta, "string literals in parentheses", HELP);
        let scopes: Vec<LitStr> = reader.entries("`scopes` without a scope protects nothing")?;
        let mut errors = Errors::default();
        let mut seen = HashSet::new();
        for scope in &scopes {
            let text = scope.value();
            if !is_scope(&text) {
                let what = format!("`{}` is not a scope", text.escape_debug());
                let help =
                    format!("use visible ASCII characters, but no space, `\"` or `\\`; {HELP}");
                errors.report(scope.span(), what, help);
            } else if !seen.insert(text) {
                let what = format!("duplicate scope `{}`", scope.value());
                errors.report(scope.span(), what, "keep one of them");
            }
        }
        errors.into_result(Some(Scopes(scopes)))
    }
}
