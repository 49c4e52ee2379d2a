//! Joins the lines of a paragraph.

/// Appends the separator for another line: a space, a line break or nothing. Returns whether the separator is
/// a line break.
pub(super) fn join(paragraph: &mut String, line: &str) -> bool {
    let start = paragraph.rfind('\n').map_or(0, |end| end + 1);
    let before = &paragraph[start..];
    let is_closed = before.ends_with(['.', ':', '!', '?', ';']) || is_entry(before.trim_start());
    let is_apart = is_entry(line) && is_closed;
    if is_apart {
        paragraph.push('\n');
    } else if !(before.ends_with(is_unspaced) && line.starts_with(is_unspaced)) {
        paragraph.push(' ');
    }
    is_apart
}

/// Returns whether a line is an entry of a list without bullets, such as `limit: how many at most`.
fn is_entry(line: &str) -> bool {
    let Some((key, text)) = line.split_once(':') else {
        return false;
    };
    // A note in parentheses can follow the key. For example, the key of `query (string,
    // optional)` is `query`.
    let (key, note) = key.split_once(' ').unwrap_or((key, "()"));
    let is_key = |c: char| c.is_alphanumeric() || "_-.`".contains(c);
    text.starts_with(' ')
        && !key.is_empty()
        && key.chars().all(is_key)
        && note.starts_with('(')
        && note.ends_with(')')
}

/// Returns whether a character belongs to a script without spaces between words, such as Chinese.
fn is_unspaced(c: char) -> bool {
    matches!(c,
        '\u{3001}'..='\u{30ff}' // punctuation and kana
        | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff01}'..='\u{ff60}'
        | '\u{20000}'..='\u{3ffff}')
}
