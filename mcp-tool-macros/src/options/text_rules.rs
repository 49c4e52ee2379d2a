//! Checks texts that are literals. The compiler checks most constants, and the registry checks all texts.

use darling::Result;
use mcp_tool_rules::text::{TextFault, before, is_bidi, name_fault, text_fault};
use proc_macro2::Span;
use syn::{Attribute, Expr, Ident, LitStr, Meta};

use crate::diagnostics::{Errors, mistake};
use crate::parse::attribute::key;
use crate::parse::docs;
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

/// Checks the lines of a doc comment that are literals. Checks nothing if `#[cfg_attr(…)]` contains a part of
/// the comment.
pub(crate) fn check_docs(attributes: &[Attribute], item: &Ident, errors: &mut Errors) {
    let lines = docs::certain_texts(attributes);
    let texts = lines.iter().map(|line| literals::text(line));
    let literals: Vec<&LitStr> = texts.flatten().collect();
    // A doc comment of blank lines counts as absent.
    let first = literals.iter().find(|line| !line.value().trim().is_empty());
    let is_blank = |line: &&LitStr| text_fault(&line.value()) == Some(TextFault::Blank);
    let is_certain = literals.len() == lines.len() && literals.iter().all(is_blank);
    let subject = format!("the doc comment of `{item}`");
    match first {
        Some(first) if is_certain => {
            errors.read(check(&subject, first, Some(TextFault::Blank)));
        }
        _ => {
            for line in literals {
                let fault = text_fault(&line.value());
                let fault = fault.filter(|fault| *fault != TextFault::Blank);
                errors.read(check(&subject, line, fault));
            }
        }
    }
}

fn check(subject: &str, text: &LitStr, fault: Option<TextFault>) -> Result<()> {
    let at = text.span();
    let (what, help) = match fault {
        None => return Ok(()),
        // The compiler itself reports an unescaped bidirectional character, but accepts its escape.
        Some(TextFault::Character(c, _)) if is_bidi(c) && is_written(c, at) => return Ok(()),
        Some(TextFault::Blank) => (
            "has no visible character".to_owned(),
            "write a text that people can read".to_owned(),
        ),
        Some(TextFault::Character(c, byte)) => {
            let code = format!("U+{:04X}", u32::from(c));
            let place = match before(&text.value(), byte) {
                "" => "at the start of a line".to_owned(),
                before => format!("after `{before}`"),
            };
            let help = if is_written(c, at) {
                "remove the character; an editor can find it by its code point".to_owned()
            } else {
                format!("remove the escape of {code}")
            };
            (format!("has the invisible character {code} {place}"), help)
        }
    };
    Err(mistake(at, format!("{subject} {what}"), help))
}

/// Returns whether the source has the character itself, and not an escape. If the source is unknown, returns
/// `true`.
fn is_written(c: char, at: Span) -> bool {
    at.source_text().is_none_or(|source| source.contains(c))
}
