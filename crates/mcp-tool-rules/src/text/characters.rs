//! Characters that are invisible, or that change how a text looks.

use super::Role;
use crate::bytes::same;

/// Returns the character that starts at byte `at`, and the offset of the byte after this character.
pub(super) const fn char_at(text: &str, at: usize) -> (char, usize) {
    let bytes = text.as_bytes();
    let (mut code, width) = match bytes[at] {
        first @ ..0x80 => (first as u32, 1),
        first @ 0x80..0xe0 => (first as u32 & 0x1f, 2),
        first @ 0xe0..0xf0 => (first as u32 & 0x0f, 3),
        first => (first as u32 & 0x07, 4),
    };
    let mut next = at + 1;
    while next < at + width {
        code = code << 6 | bytes[next] as u32 & 0x3f;
        next += 1;
    }
    match char::from_u32(code) {
        Some(c) => (c, next),
        None => (char::REPLACEMENT_CHARACTER, next),
    }
}

pub(super) const BLACK_FLAG: char = '\u{1f3f4}';

/// The flags of England, Scotland and Wales. Each consists of a black flag and invisible tag characters.
const FLAGS: [&str; 3] = [
    "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
    "\u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}",
];

/// Returns the end of the flag from `FLAGS` that starts at byte `at`. Returns `end` if none of them starts
/// there.
pub(super) const fn end_of_flag(text: &str, at: usize, end: usize) -> usize {
    let rest = text.as_bytes().split_at(at).1;
    let mut flag = 0;
    while flag < FLAGS.len() {
        let bytes = FLAGS[flag].as_bytes();
        if rest.len() >= bytes.len() && same(rest.split_at(bytes.len()).0, bytes) {
            return at + bytes.len();
        }
        flag += 1;
    }
    end
}

/// Returns whether a character is invalid in a text.
///
/// Persian and emoji need joiners, Hebrew and Arabic need marks of direction, and some scripts need
/// variation selectors. So these characters are valid everywhere except in a name.
pub(super) const fn is_wrong(c: char, role: Role) -> bool {
    match c {
        '\n' | '\t' | '\r' => matches!(role, Role::Name),
        c if is_of_writing(c) => matches!(role, Role::Name),
        _ => {
            is_control(c)
                || matches!(
                    c,
                    '\u{ad}'
                        | '\u{180e}'
                        | '\u{200b}'
                        | '\u{202a}'..='\u{202e}'
                        | '\u{2060}'..='\u{206f}'
                        | '\u{feff}'
                        | '\u{fff9}'..='\u{fffb}'
                        | '\u{e0000}'..='\u{e007f}'
                )
                || is_noncharacter(c)
        }
    }
}

/// Returns whether a character is one of the invisible characters that some scripts or emoji need.
const fn is_of_writing(c: char) -> bool {
    matches!(
        c,
        '\u{61c}' | '\u{200c}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}'
    )
}

/// Returns whether `c` is an invisible separator that may follow the character `behind`. Thai, Lao, Burmese
/// and Khmer can separate words with a zero width space. The space bar of Khmer keyboards types this
/// character. Mongolian separates some endings with a vowel separator.
pub(super) const fn is_separator(c: char, behind: char) -> bool {
    match c {
        '\u{200b}' => matches!(
            behind,
            '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        ),
        '\u{180e}' => matches!(behind, '\u{1800}'..='\u{18af}'),
        _ => false,
    }
}

const fn is_control(c: char) -> bool {
    matches!(c, '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}')
}

const fn is_noncharacter(c: char) -> bool {
    matches!(c as u32, 0xfdd0..=0xfdef) || c as u32 & 0xfffe == 0xfffe
}

/// Returns whether a character is invisible, but not white space.
pub(super) const fn is_unseen(c: char) -> bool {
    if c.is_whitespace() {
        return false;
    }
    // The combining grapheme joiner, the Hangul fillers and the blank Braille pattern are
    // invisible, but `is_wrong` returns `false` for them. So `matches!` lists these characters.
    is_wrong(c, Role::Name)
        || matches!(
            c,
            '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}'
        )
}

/// Returns why a text must not contain a character.
pub const fn harm(c: char, role: Role) -> &'static str {
    match c {
        _ if matches!(role, Role::Name) => "a character that a name cannot contain",
        c if is_bidi(c) => "a character that makes people see another text than the model reads",
        c if is_control(c) || is_noncharacter(c) => "a control character",
        _ => "an invisible character that models read",
    }
}

/// Returns whether a character changes the direction of the following text.
pub const fn is_bidi(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
