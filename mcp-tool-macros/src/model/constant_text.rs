//! Texts that only the compiler knows.

use syn::{Attribute, Expr};

use crate::parse::docs;
use crate::util::literals;

/// A text that is not a literal. Only the compiler knows its value, so the macro cannot check it.
pub(crate) struct ConstantText {
    /// The function of the runtime that checks the text.
    pub(crate) check: &'static str,
    pub(crate) text: UnknownText,
    /// Whether the text can depend on generic parameters of the `impl` block.
    pub(crate) is_of_type: bool,
}

pub(crate) enum UnknownText {
    /// The value of an option.
    Given(Box<Expr>),
    /// The lines of a doc comment.
    Docs(Vec<Expr>),
}

impl ConstantText {
    pub(crate) fn option(text: &Expr, check: &'static str) -> Option<Self> {
        if literals::text(text).is_some() {
            return None;
        }
        Some(ConstantText {
            check,
            text: UnknownText::Given(Box::new(text.clone())),
            is_of_type: match text {
                Expr::Path(path) => path.path.get_ident().is_none() || path.qself.is_some(),
                Expr::Macro(_) => false,
                _ => true,
            },
        })
    }

    /// Returns the description if a part of it is not a literal, for example `include_str!`. The option
    /// `description` takes precedence over a doc comment. Without this option, returns `None` if
    /// `#[cfg_attr(…)]` contains a part of the doc comment.
    pub(crate) fn description(
        option: Option<&Expr>,
        attributes: &[Attribute],
        check: &'static str,
    ) -> Option<Self> {
        if let Some(text) = option {
            return ConstantText::option(text, check);
        }
        let lines = docs::certain_texts(attributes);
        let is_known = lines.iter().all(|line| literals::text(line).is_some());
        (!is_known).then_some(ConstantText {
            check,
            text: UnknownText::Docs(lines),
            is_of_type: false,
        })
    }
}
