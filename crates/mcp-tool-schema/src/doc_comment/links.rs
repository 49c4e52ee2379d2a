//! Links in a paragraph. A link to a URL stays a link. A link to a Rust item or to a relative page becomes its
//! words.

/// The definition of a link label, `[label]: target`, on a line of its own.
pub(super) struct Definition<'t> {
    pub(super) line: &'t str,
    /// The label in its brackets, in lower case.
    label: String,
    pub(super) has_url: bool,
}

impl<'t> Definition<'t> {
    pub(super) fn read(line: &'t str) -> Option<Self> {
        let label = bracketed(line, '[', ']')?;
        let target = line[label.len() + 2..].strip_prefix(':')?.trim_start();
        let (target, title) = target.split_once(' ').unwrap_or((target, "\""));
        // A label that starts with `^` belongs to a footnote, not to a link.
        let is_label = !label.trim().is_empty() && !label.starts_with('^') && !target.is_empty();
        (is_label && title.trim_start().starts_with('"')).then(|| Definition {
            line,
            label: format!("[{}]", label.to_lowercase()),
            has_url: is_url(target),
        })
    }

    pub(super) fn is_used(&self, text: &str) -> bool {
        self.has_url && text.to_lowercase().contains(&self.label)
    }
}

/// Replaces each link whose target is not a URL with the words of the link. Images stay.
pub(super) fn to_words(text: &str, definitions: &[Definition<'_>]) -> String {
    let mut read = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['\\', '`', '[']) {
        let (before, from) = rest.split_at(at);
        read.push_str(before);
        // In code such as `handlers[0](event)` and `vec![Foo]`, the brackets belong to no link.
        let is_index = before.ends_with(|c: char| c.is_ascii_alphanumeric() || "_])!".contains(c));
        let link = link(from, definitions).filter(|_| !is_index);
        let (kept, length) = link.unwrap_or_else(|| {
            let length = code_length(from);
            (&from[..length], length)
        });
        read.push_str(kept);
        rest = &from[length..];
    }
    read + rest
}

/// Reads the link at the start of a text. Returns the words of a link without a URL, and the length of the
/// link in bytes.
fn link<'t>(text: &'t str, definitions: &[Definition<'_>]) -> Option<(&'t str, usize)> {
    let words = bracketed(text, '[', ']')?;
    let after = &text[words.len() + 2..];
    if words.trim().is_empty() || words.starts_with('^') || words.contains('[') {
        return None;
    }
    let (is_link, target) = if let Some(target) = bracketed(after, '(', ')') {
        let (url, title) = target.split_once(' ').unwrap_or((target, "\""));
        let is_link = !url.is_empty() && title.trim_start().starts_with(['"', '\'']);
        (is_link && !is_url(url), target.len() + 2)
    } else {
        let label = bracketed(after, '[', ']');
        let name = label.filter(|label| !label.is_empty()).unwrap_or(words);
        let key = format!("[{}]", name.to_lowercase());
        let definition = definitions
            .iter()
            .find(|definition| definition.label == key);
        let is_item = is_item(name, name != words && words.contains([' ', '`']));
        let is_link = definition.map_or(is_item, |definition| !definition.has_url);
        (is_link, label.map_or(0, |label| label.len() + 2))
    };
    is_link.then_some((words, words.len() + 2 + target))
}

/// Returns the text between two brackets at the start of a text, which can contain more pairs of them.
fn bracketed(text: &str, open: char, close: char) -> Option<&str> {
    let mut depth = 0;
    let end = text.find(|c| {
        depth += i32::from(c == open) - i32::from(c == close);
        depth <= 0
    })?;
    text.get(1..end)
}

/// Returns the length of the mark at the start of a text: code, an escaped character, or one character. A code
/// span ends in its paragraph, and an open code block at the end of the text.
fn code_length(text: &str) -> usize {
    let ticks = text.len() - text.trim_start_matches('`').len();
    let (inner, open) = match ticks {
        0 if text[1..].starts_with(['\\', '`', '[']) && text.starts_with('\\') => return 2,
        0 => return 1,
        1 | 2 => (text[ticks..].split("\n\n").next(), ticks),
        _ => (Some(&text[ticks..]), text.len()),
    };
    let end = inner.and_then(|inner| inner.find(&text[..ticks]));
    end.map_or(open, |end| end + 2 * ticks)
}

/// Returns whether the target of a link is a URL with a scheme, and not a path such as `std::vec`.
fn is_url(target: &str) -> bool {
    target.split_once(':').is_some_and(|(scheme, rest)| {
        let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && scheme.len() > 1;
        is_scheme && !rest.is_empty() && !rest.starts_with(':') && !scheme.contains(['/', '#', '?'])
    })
}

/// Returns whether a text is the name of a Rust item.
///
/// Brackets may also contain a word or a placeholder, as in "`[city]/[country]`". So a name is in backticks,
/// contains `::` or `_`, ends with `()` or `!`, or is written `LikeThis`, unless `is_certain`.
fn is_item(text: &str, is_certain: bool) -> bool {
    let code = text
        .strip_prefix('`')
        .and_then(|code| code.strip_suffix('`'));
    let path = code.unwrap_or(text);
    let is_camel_case = path.starts_with(char::is_uppercase) && path.contains(char::is_lowercase);
    path.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == ':')
        && path.contains(char::is_alphanumeric)
        && path
            .chars()
            .all(|c| c.is_alphanumeric() || "_:<>!()#@".contains(c))
        && (is_certain
            || code.is_some()
            || is_camel_case
            || path.contains("::")
            || path.contains('_')
            || path.ends_with("()")
            || path.ends_with('!'))
}
