//! Texts that a model or a person reads. No text may be empty, and only a name may be a placeholder such as
//! `todo`. Invisible characters are valid only if some scripts or emoji need them.

mod characters;
mod placeholder;
#[cfg(test)]
mod tests;

use self::characters::{BLACK_FLAG, char_at, end_of_flag, is_separator, is_unseen, is_wrong};
pub use self::characters::{harm, is_bidi};
use self::placeholder::is_placeholder;

/// The purpose of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The title of a tool.
    Title,
    /// The description of a tool.
    Tool,
    /// The description of an argument.
    Argument,
    /// A name that the model must repeat exactly. Fewer characters are valid in a name than in other texts.
    Name,
}

impl Role {
    /// Returns a clause for error messages: the consequence of a placeholder in this role.
    pub const fn without_text(self) -> &'static str {
        match self {
            Role::Tool => "no model can know when to call the tool",
            Role::Argument => "no model can know what the argument means",
            Role::Title | Role::Name => "it describes nothing",
        }
    }
}

/// A fault of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextFault {
    /// The text is empty, or has only white space.
    Empty,
    /// The text has only white space and invisible characters. The variant holds the first invisible
    /// character.
    Unseen(char),
    /// A character that the text must not contain, and its byte offset.
    Character(char, usize),
    /// A placeholder, such as `TODO`.
    Placeholder,
}

/// Returns the first fault of a text.
pub const fn text_fault(text: &str, role: Role) -> Option<TextFault> {
    if let Some(fault) = blank(text) {
        return Some(fault);
    }
    match wrong_character(text, role) {
        Some((c, at)) => Some(TextFault::Character(c, at)),
        None if is_placeholder(text, role) => Some(TextFault::Placeholder),
        None => None,
    }
}

/// Returns a fault if the text has no visible character.
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

/// Returns the first character that a text must not contain, and its byte offset.
pub const fn wrong_character(text: &str, role: Role) -> Option<(char, usize)> {
    let mut at = 0;
    let mut behind = ' ';
    while at < text.len() {
        // Skip printable ASCII without a function call. The compiler limits the number of steps
        // in the evaluation of a constant. For a long text from `include_str!`, several function
        // calls per character would exceed this limit.
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

/// Returns at most 24 bytes of text before byte `at`, all from the same line. Messages show this text to help
/// the author find the place.
pub const fn before(text: &str, at: usize) -> &str {
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

/// Returns the number of the line that contains byte `at`. The first line is line 1.
pub const fn line(text: &str, at: usize) -> usize {
    let mut line = 1;
    let mut byte = 0;
    while byte < at {
        if text.as_bytes()[byte] == b'\n' {
            line += 1;
        }
        byte += 1;
    }
    line
}
