//! Texts that a model or a person reads. No text may be blank. Invisible characters are valid only if some
//! scripts or emoji need them, and never in a name.

mod characters;
#[cfg(test)]
mod tests;

use self::characters::{BLACK_FLAG, char_at, end_of_flag, is_wrong_in_name, is_wrong_in_text};
pub use self::characters::{is_bidi, is_unseen};

/// A fault of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextFault {
    /// The text has no visible character, and no character that it must not contain.
    Blank,
    /// A character that the text must not contain, and its byte offset.
    Character(char, usize),
}

/// Returns the first fault of a title or a description.
pub const fn text_fault(text: &str) -> Option<TextFault> {
    let mut is_blank = true;
    let mut behind = ' ';
    let mut at = 0;
    while at < text.len() {
        // Skip printable ASCII without a function call. The compiler limits the number of steps
        // in the evaluation of a constant. For a long text from `include_str!`, several function
        // calls per character would exceed this limit.
        if matches!(text.as_bytes()[at], b' '..=b'~') {
            is_blank = is_blank && text.as_bytes()[at] == b' ';
            behind = ' ';
            at += 1;
            continue;
        }
        let (c, end) = char_at(text, at);
        is_blank = is_blank && (c.is_whitespace() || is_unseen(c));
        if is_wrong_in_text(c, behind) {
            return Some(TextFault::Character(c, at));
        }
        behind = c;
        at = match c {
            BLACK_FLAG => end_of_flag(text, at, end),
            _ => end,
        };
    }
    if is_blank {
        Some(TextFault::Blank)
    } else {
        None
    }
}

/// Returns the first fault of a name that the model must repeat exactly.
pub const fn name_fault(name: &str) -> Option<TextFault> {
    let mut at = 0;
    while at < name.len() {
        // Skip printable ASCII without a function call.
        if matches!(name.as_bytes()[at], b' '..=b'~') {
            at += 1;
            continue;
        }
        let (c, end) = char_at(name, at);
        if is_wrong_in_name(c) {
            return Some(TextFault::Character(c, at));
        }
        at = end;
    }
    if name.trim_ascii().is_empty() {
        Some(TextFault::Blank)
    } else {
        None
    }
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
