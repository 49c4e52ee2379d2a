//! Checks texts that are literals. The compiler checks most constants, and the registry checks all texts.

pub(crate) use mcp_tool_rules::text::Role;
use mcp_tool_rules::text::{TextFault, before, harm, is_bidi, line, text_fault, wrong_character};
use proc_macro2::Span;
use syn::{Attribute, Expr, Ident, LitStr, Meta, Result};

use crate::diagnostics::{Errors, mistake};
use crate::parse::attribute::key;
use crate::parse::docs;
use crate::parse::values::Reader;
use crate::util::literals;

/// Reads the text of an option.
pub(crate) fn read(meta: &Meta, role: Role) -> Result<Expr> {
    let text = Reader::of_text(meta).text()?;
    if let Some(literal) = literals::text(&text) {
        check_literal(&key(meta.path()), literal, role)?;
    }
    Ok(text)
}

/// Checks a literal against the rules for its role. Callers handle empty literals before they call this function.
pub(crate) fn check_literal(key: &str, text: &LitStr, role: Role) -> Result<()> {
    let (value, at) = (text.value(), text.span());
    let fault = match text_fault(&value, role) {
        None => return Ok(()),
        Some(TextFault::Character(c, _)) if is_left_to_rustc(c, at) => return Ok(()),
        Some(fault) => fault,
    };
    let example = |example: &str| format!("{key} = \"{example}\"");
    Err(error(
        &format!("`{key}`"),
        &value,
        at,
        (fault, role),
        example,
    ))
}

/// Checks the literal lines of a doc comment. Checks the whole text too, if all lines are literals. Checks
/// nothing if `#[cfg_attr(…)]` contains a part of the comment.
pub(crate) fn check_docs(attributes: &[Attribute], item: &Ident, role: Role, errors: &mut Errors) {
    let lines = docs::certain_texts(attributes);
    let literals: Vec<(String, Span)> = lines
        .iter()
        .filter_map(|line| literals::text(line))
        .map(|line| (line.value(), line.span()))
        .collect();
    let subject = format!("the doc comment of `{item}`");
    let mut report = |text: &str, at, fault| {
        let example = |example: &str| format!("/// {example}");
        errors.read::<()>(Err(error(&subject, text, at, (fault, role), example)));
    };
    // Do not check the whole text if all lines are blank, because such a doc comment counts as
    // absent.
    let first = literals.iter().find(|(line, _)| !line.trim().is_empty());
    if let Some((_, at)) = first.filter(|_| literals.len() == lines.len()) {
        let texts: Vec<&str> = literals.iter().map(|(line, _)| line.as_str()).collect();
        let whole = texts.join("\n");
        match text_fault(&whole, role) {
            None => return,
            Some(TextFault::Character(..)) => {}
            Some(fault) => return report(&whole, *at, fault),
        }
    }
    for (line, at) in &literals {
        let wrong = wrong_character(line, role);
        if let Some((c, byte)) = wrong.filter(|(c, _)| !is_left_to_rustc(*c, *at)) {
            report(line, *at, TextFault::Character(c, byte));
        }
    }
}

/// Returns whether the compiler itself reports a character. The compiler reports an unescaped bidirectional
/// character, but accepts its escape.
fn is_left_to_rustc(c: char, at: Span) -> bool {
    is_bidi(c) && is_written(c, at)
}

fn error(
    subject: &str,
    text: &str,
    at: Span,
    (fault, role): (TextFault, Role),
    example: impl Fn(&str) -> String,
) -> syn::Error {
    let code = |c: char| format!("U+{:04X}", u32::from(c));
    let what = match fault {
        TextFault::Empty => format!("{subject} is empty"),
        TextFault::Unseen(c) => format!("{subject} is invisible: it has only {}", code(c)),
        TextFault::Character(c, byte) => {
            let (code, position, harm) = (code(c), byte_position(text, byte), harm(c, role));
            format!("{subject} has {code} ({harm}) {position}")
        }
        TextFault::Placeholder => {
            let (text, consequence) = (text.trim(), role.without_text());
            format!("{subject} is the placeholder `{text}`, so {consequence}")
        }
    };
    let help = match (fault, role) {
        (TextFault::Character(c, _), _) if is_written(c, at) => {
            "remove the character; an editor can find it by its code point".to_owned()
        }
        (TextFault::Character(c, _), _) => format!("remove the escape of {}", code(c)),
        (_, Role::Title) => format!("write a title, as in `{}`", example("Weather forecast")),
        (_, Role::Tool) => format!(
            "write what the tool does, as in `{}`",
            example("Searches the archive for a word")
        ),
        (_, Role::Argument) => format!(
            "write what the argument means, as in `{}`",
            example("Name of the city, for example Oslo")
        ),
        (_, Role::Name) => format!("write `{}`", example("items")),
    };
    mistake(at, what, help)
}

/// Returns whether the source has the character itself, and not an escape. If the source is unknown, returns
/// `true`.
fn is_written(c: char, at: Span) -> bool {
    at.source_text().is_none_or(|source| source.contains(c))
}

/// Describes the place of a byte in its text.
fn byte_position(text: &str, at: usize) -> String {
    match (before(text, at), line(text, at)) {
        ("", 1) => "at the start of the marked text".to_owned(),
        ("", line) => format!("at the start of line {line} of the text"),
        (before, 1) => format!("after `{before}`"),
        (before, line) => format!("after `{before}` in line {line} of the text"),
    }
}

/// A text that is not a literal. Only the compiler knows its value, so the macro cannot check it.
pub(crate) struct ConstantText {
    pub(crate) role: Role,
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
    pub(crate) fn option(text: &Expr, role: Role) -> Option<Self> {
        if literals::text(text).is_some() {
            return None;
        }
        Some(ConstantText {
            role,
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
        role: Role,
    ) -> Option<Self> {
        if let Some(text) = option {
            return ConstantText::option(text, role);
        }
        let lines = docs::certain_texts(attributes);
        let is_known = lines.iter().all(|line| literals::text(line).is_some());
        (!is_known).then_some(ConstantText {
            role,
            text: UnknownText::Docs(lines),
            is_of_type: false,
        })
    }
}
