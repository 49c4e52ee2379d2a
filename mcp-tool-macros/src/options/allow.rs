//! Reads `allow(…)`: the warnings to silence.

use darling::{FromMeta, Result};
use quote::ToTokens as _;
use syn::{Meta, Path};

use crate::diagnostics::{Errors, help_for_unknown};
use crate::parse::values::Reader;
use crate::util::show::show;
use crate::util::tokens::first_span;

/// The names that `allow(…)` accepts in `#[mcp_tool]` and `#[mcp_tools]`.
const LINTS: &[&str] = &["undocumented", "secret_header", "nested_input"];

/// The silenced warnings.
#[derive(Clone, Default)]
pub(crate) struct AllowedLints(Vec<String>);

/// Reads the names in `allow(…)`.
pub(crate) fn names(meta: &Meta, lints: &[&str]) -> Result<Vec<String>> {
    let help = format!("write the name of a warning, as in `allow({})`", lints[0]);
    let reader = Reader::new(meta, "names in parentheses, without quotes", help);
    let names: Vec<Path> = reader.entries("`allow` without a name allows nothing")?;
    let mut errors = Errors::default();
    let mut read = Vec::new();
    for path in &names {
        let name = show(&path.to_token_stream());
        if !lints.contains(&name.as_str()) {
            let what = format!("`{name}` is not a warning of this macro");
            let help = help_for_unknown("warning", &name, lints)
                + "; lints of rustc belong in `#[allow(…)]`";
            errors.report(first_span(path), what, help);
        }
        read.push(name);
    }
    errors.into_result(Some(read))
}

impl FromMeta for AllowedLints {
    fn from_meta(meta: &Meta) -> Result<Self> {
        names(meta, LINTS).map(AllowedLints)
    }
}

impl AllowedLints {
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|allowed| allowed == name)
    }

    /// Joins the warnings of a method and its block.
    pub(crate) fn joined<'a>(lists: impl Iterator<Item = &'a Self>) -> Self {
        AllowedLints(lists.flat_map(|list| &list.0).cloned().collect())
    }
}
