//! Checks texts that are literals. The compiler checks most constants, and the registry checks all texts.

use darling::Result;
use mcp_tool_rules::text::{TextFault, before, is_bidi, name_fault, text_fault};
use proc_macro2::Span;
use syn::{Attribute, Expr, Ident, LitStr, Meta};

use crate::diagnostics::{Errors, mistake};
use crate::parse::attribute::key;
use crate::parse::docs::{self, Line};
use crate::parse::values::Reader;
use crate::util::literals;

/// Reads a title or a description.
pub(crate) fn read(meta: &Meta) -> Result<Expr> {
    read_with(meta, text_fault)
}

/// Reads a name that the model must repeat exactly.
pub(crate) fn read_name(meta: &Meta) -> Result<Expr> {
    read_with(meta, name_fault)
}

fn read_with(meta: &Meta, fault: fn(&str) -> Option<TextFault>) -> Result<Expr> {
    let text = Reader::of_text(meta).text()?;
    if let Some(literal) = literals::text(&text) {
        let fault = fault(&literal.value());
        check(&format!("`{}`", key(meta.path())), literal, fault)?;
    }
    Ok(text)
}

/// Checks a name that the model must repeat exactly.
pub(crate) fn check_name(key: &str, name: &LitStr) -> Result<()> {
    check(&format!("`{key}`"), name, name_fault(&name.value()))
}

/// Returns the doc comment, after checking its lines that are literals.
pub(crate) fn checked_docs(
    attributes: &[Attribute],
    item: &Ident,
    errors: &mut Errors,
) -> Option<Vec<Line>> {
    let lines = docs::read(attributes)?;
    // The compiler may drop lines with a condition.
    let certain = lines.iter().filter(|line| line.condition.is_none());
    for text in certain.filter_map(|line| literals::text(&line.text)) {
        if !text.value().trim().is_empty() {
            let subject = format!("the doc comment of `{item}`");
            errors.read(check(&subject, text, text_fault(&text.value())));
        }
    }
    Some(lines)
}

fn check(subject: &str, text: &LitStr, fault: Option<TextFault>) -> Result<()> {
    let at = text.span();
    let (what, help) = match fault {
        None => return Ok(()),
        // The compiler itself reports an unescaped bidirectional character, but accepts its escape.
        Some(TextFault::Character(c, _)) if is_bidi(c) && is_written(c, at) => return Ok(()),
        Some(TextFault::Blank) => (
            "has no visible character".to_owned(),
            "write a text that people can read",
        ),
        Some(TextFault::Character(c, byte)) => {
            let place = match before(&text.value(), byte) {
                "" => "at the start of a line".to_owned(),
                before => format!("after `{before}`"),
            };
            let code = u32::from(c);
            (
                format!("has the invisible character U+{code:04X} {place}"),
                "remove the character or its escape; an editor can find it by its code point",
            )
        }
    };
    Err(mistake(at, format!("{subject} {what}"), help))
}

/// Returns whether the source has the character itself, and not an escape. If the source is unknown, returns
/// `true`.
fn is_written(c: char, at: Span) -> bool {
    at.source_text().is_none_or(|source| source.contains(c))
}
