//! What can be wrong with a text that a model or a person reads: there is nothing to read, it is a
//! placeholder, or it has characters that nobody sees.
//!
//! This file and those that it uses stand in the macros and in the runtime, letter for letter, and a
//! test holds them equal. The macros ask it about literals; the compiler, which needs `const fn`s,
//! about constants and files; the registry about all else.

use super::characters::{BLACK_FLAG, char_at, end_of_flag, is_separator, is_unseen, is_wrong};
use super::placeholder::is_placeholder;

/// What a text is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The title of a tool.
    Title,
    /// The description of a tool.
    Tool,
    /// The description of an argument.
    Argument,
    /// A name that a model has to repeat: what no name is written with is wrong here, too.
    Name,
}

/// What is wrong with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextFault {
    /// White space, or nothing at all.
    Empty,
    /// Nothing but white space and characters that nobody sees; this is the first of these.
    Unseen(char),
    /// A character that does not belong there, and the byte where it stands.
    Character(char, usize),
    Placeholder,
}

/// The first thing that is wrong with a text.
pub(crate) const fn text_fault(text: &str, role: Role) -> Option<TextFault> {
    if let Some(fault) = blank(text) {
        return Some(fault);
    }
    match wrong_character(text, role) {
        Some((c, at)) => Some(TextFault::Character(c, at)),
        None if is_placeholder(text, role) => Some(TextFault::Placeholder),
        None => None,
    }
}

/// Whether there is nothing to read.
const fn blank(text: &str) -> Option<TextFault> {
    let mut fault = TextFault::Empty;
    let mut at = 0;
    while at < text.len() {
        let (c, end) = char_at(text, at);
        if is_unseen(c) {
            if matches!(fault, TextFault::Empty) {
                fault = TextFault::Unseen(c);
            }
        } else if !c.is_whitespace() {
            return None;
        }
        at = end;
    }
    Some(fault)
}

/// The first character that does not belong into a text, and the byte where it stands.
pub(crate) const fn wrong_character(text: &str, role: Role) -> Option<(char, usize)> {
    let mut at = 0;
    let mut behind = ' ';
    while at < text.len() {
        // The compiler loses patience with a long file where each letter takes several calls.
        if matches!(text.as_bytes()[at], b' '..=b'~') {
            at += 1;
            behind = ' ';
            continue;
        }
        let (c, end) = char_at(text, at);
        let may_separate = !matches!(role, Role::Name) && is_separator(c, behind);
        if is_wrong(c, role) && !may_separate {
            return Some((c, at));
        }
        behind = c;
        at = match c {
            BLACK_FLAG => end_of_flag(text, at, end),
            _ => end,
        };
    }
    None
}

/// What stands before a byte in its line, as far as it helps to find the place.
pub(crate) const fn before(text: &str, at: usize) -> &str {
    const FAR: usize = 24;
    let bytes = text.as_bytes();
    let mut start = at;
    while start > 0 && at - start < FAR && !matches!(bytes[start - 1], b'\n' | b'\r') {
        start -= 1;
    }
    while !text.is_char_boundary(start) {
        start += 1;
    }
    let (before, _) = text.split_at(at);
    before.split_at(start).1.trim_ascii()
}
