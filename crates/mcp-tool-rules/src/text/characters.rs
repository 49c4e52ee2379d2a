//! Characters that are invisible, or that change how a text looks.

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

/// Returns whether a character is invalid in a text, after the character `behind`.
///
/// Persian and emoji need joiners, Hebrew and Arabic need marks of direction, and some scripts need
/// variation selectors. So these characters are valid.
pub(super) const fn is_wrong_in_text(c: char, behind: char) -> bool {
    let is_line = matches!(c, '\n' | '\t' | '\r');
    is_hidden(c) && !is_line && !is_separator(c, behind)
}

/// Returns whether a character is invalid in a name, which the model must repeat exactly.
pub(super) const fn is_wrong_in_name(c: char) -> bool {
    is_hidden(c) || is_unseen(c)
}

/// Returns whether a character is a control character, or an invisible one that no script needs.
const fn is_hidden(c: char) -> bool {
    matches!(
        c,
        '\0'..='\u{1f}'
            | '\u{7f}'..='\u{9f}'
            | '\u{ad}'
            | '\u{180e}'
            | '\u{200b}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{fdd0}'..='\u{fdef}'
            | '\u{e0000}'..='\u{e007f}'
    )
    // The noncharacters at the end of each plane.
    || c as u32 & 0xfffe == 0xfffe
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

/// Returns whether a character is invisible, but not white space.
pub const fn is_unseen(c: char) -> bool {
    let is_of_writing = matches!(
        c,
        '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{200c}'..='\u{200f}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{ffa0}'
            | '\u{e0100}'..='\u{e01ef}'
    );
    is_of_writing || is_hidden(c) && !c.is_whitespace()
}

/// Returns whether a character changes the direction of the following text.
pub const fn is_bidi(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
