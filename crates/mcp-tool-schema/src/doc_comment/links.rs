//! Links in a paragraph. A link to a URL stays a link, unless an earlier link has the same label. Any other
//! link becomes plain words.

use super::definitions::Definitions;
use super::item_path::{is_item, is_item_of, is_url, shown};

/// Replaces each link whose target is not a URL with the words of the link. Inserts the URL of a definition
/// into the first link with its label.
pub(super) fn without_links(text: &str, definitions: &mut Definitions) -> String {
    let mut read = String::with_capacity(text.len());
    let mut rest = text;
    let mut before = None;
    while let Some(at) = rest.find(['\\', '`', '<', '!', '[']) {
        before = rest[..at].chars().next_back().or(before);
        read.push_str(&rest[..at]);
        rest = &rest[at..];
        let is_image = rest.starts_with("![");
        let taken = match rest.as_bytes()[0] {
            b'\\' => escape(rest),
            b'`' => code_span(rest),
            b'<' => autolink(rest),
            b'!' if !is_image => 1,
            _ => {
                let start = usize::from(is_image);
                if let Some((link, length)) = link(&rest[start..], before, definitions) {
                    // `link` replaces the link after the `!` of an image. If `link` is a Markdown
                    // link, keep the `!`, so that the result is still an image. If `link` is
                    // plain text, drop the `!`.
                    if is_image && link.starts_with('[') {
                        read.push('!');
                    }
                    read.push_str(&link);
                    rest = &rest[start + length..];
                    before = None;
                    continue;
                }
                start + 1
            }
        };
        read.push_str(&rest[..taken]);
        before = rest[..taken].chars().next_back();
        rest = &rest[taken..];
    }
    read.push_str(rest);
    read
}

/// Reads the link at the start of a text. `before` is the preceding character. Returns the replacement of the
/// link, and the length of the original link in bytes. Returns `None` if the text starts with no link.
fn link(
    text: &str,
    before: Option<char>,
    definitions: &mut Definitions,
) -> Option<(String, usize)> {
    let words = bracketed(text)?;
    if words.trim().is_empty() || words.starts_with('^') {
        return None;
    }
    let end = words.len() + 2;
    let after = &text[end..];
    if let Some((target, length)) = destination(after) {
        let whole = end + length;
        if is_url(target) {
            return Some((text[..whole].to_owned(), whole));
        }
        // In code such as `handlers[0](event)`, the brackets are an index and not a link.
        return (!is_index(before)).then(|| (words.to_owned(), whole));
    }
    if let Some(label) = bracketed(after) {
        let whole = end + label.len() + 2;
        let label = match label.trim() {
            "" => words,
            label => label,
        };
        if definitions.has(label) {
            return Some((defined(words, label, definitions), whole));
        }
        if !is_index(before) && !label.starts_with('^') && is_item_of(label, words) {
            return Some((words.to_owned(), whole));
        }
    }
    if definitions.has(words) {
        return Some((defined(words, words, definitions), end));
    }
    (!is_index(before) && is_item(words)).then(|| (shown(words), end))
}

/// Returns a link with the address that the definition of `label` contains. Returns only the words if the
/// definition contains no URL, or if an earlier link shows the address.
fn defined(words: &str, label: &str, definitions: &mut Definitions) -> String {
    match definitions.url(label) {
        Some(url) => format!("[{words}]({url})"),
        None => words.to_owned(),
    }
}

/// Returns whether brackets after this character are an index, as in `list[i]`, and not a link.
fn is_index(before: Option<char>) -> bool {
    before.is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | ']' | ')'))
}

/// Returns the content of the brackets at the start of a text. Returns `None` if there are no such brackets,
/// or if the content contains brackets. The caller then looks for a link in the inner brackets.
fn bracketed(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('[')?;
    let mut at = 0;
    loop {
        at += inner[at..].find(['\\', '`', '[', ']'])?;
        at += match inner.as_bytes()[at] {
            b'\\' => escape(&inner[at..]),
            b'`' => code_span(&inner[at..]),
            b'[' => return None,
            _ => return Some(&inner[..at]),
        };
    }
}

/// Returns the target in the parentheses at the start of a text, and the length in bytes up to and including
/// the closing parenthesis. A title may follow the target.
fn destination(text: &str) -> Option<(&str, usize)> {
    let inner = text.strip_prefix('(')?;
    let mut depth = 0;
    let end = inner.find(|c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth < 0 || c.is_whitespace()
    })?;
    let after = without_title(inner[end..].trim_start())?;
    let length = text.len() - after.strip_prefix(')')?.len();
    (end > 0).then_some((&inner[..end], length))
}

/// Returns the text after the optional title of a link. Returns `None` if the text is empty or the title has
/// no end.
fn without_title(text: &str) -> Option<&str> {
    let quote = match text.chars().next()? {
        quote @ ('"' | '\'') => quote,
        _ => return Some(text),
    };
    let (_, after) = text[1..].split_once(quote)?;
    Some(after.trim_start())
}

/// Returns the total length of a backslash and the character that it escapes, if any.
fn escape(text: &str) -> usize {
    match text[1..].chars().next() {
        Some(c) if c.is_ascii_punctuation() => 2,
        _ => 1,
    }
}

/// Returns the length of a code span, or of backticks without an end.
fn code_span(text: &str) -> usize {
    let ticks = text.len() - text.trim_start_matches('`').len();
    let mut at = ticks;
    while let Some(found) = text[at..].find('`') {
        at += found;
        let more = text[at..].len() - text[at..].trim_start_matches('`').len();
        at += more;
        if more == ticks {
            return at;
        }
    }
    ticks
}

/// Returns the length of an address with its angle brackets. Without an address, returns the length of the
/// `<`.
fn autolink(text: &str) -> usize {
    match text.find('>') {
        Some(end) if is_url(&text[1..end]) && !text[..end].contains(char::is_whitespace) => end + 1,
        _ => 1,
    }
}
