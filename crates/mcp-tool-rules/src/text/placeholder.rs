//! Placeholders: texts that the author has not replaced yet.

use super::Role;
use super::characters::char_at;
use crate::bytes::same;

/// Returns whether a whole text is a placeholder.
pub(super) const fn is_placeholder(text: &str, role: Role) -> bool {
    let kind = match role {
        Role::Title => TITLES,
        Role::Tool => TOOLS,
        Role::Argument => &[],
        Role::Name => return false,
    };
    // In a title or an argument's description, `Todo` may mean a to-do list.
    if !matches!(role, Role::Tool) && same(text.trim_ascii().as_bytes(), b"Todo") {
        return false;
    }
    match Words::of(text) {
        None => false,
        Some(words) => {
            words.length == 0
                || words.are_one_of(ANYWHERE)
                || words.are_one_of(kind)
                || words.start_with("lorem ipsum")
        }
    }
}

/// Placeholders for titles and all descriptions, in lower case and without punctuation.
///
/// This list leaves out words such as `Test`, `Bar`, `Placeholder` and `Description`. Such a word can be a
/// meaningful description of an argument.
const ANYWHERE: &[&str] = &[
    "todo",
    "tbd",
    "t b d",
    "tba",
    "fixme",
    "xxx",
    "wip",
    "n a",
    "none",
    "null",
    "foo",
    "asdf",
    "description here",
    "description goes here",
    "add description",
    "add description here",
    "add a description",
    "add a description here",
    "insert description here",
    "your description here",
    "no description",
    "no description yet",
    "no description provided",
    "no description available",
    "missing description",
    "todo description",
    "todo add description",
    "todo add a description",
    "todo write description",
    "todo write a description",
    "todo document",
    "todo document this",
];

/// Placeholders for a tool's description. The first placeholder repeats words of the macros' help texts.
const TOOLS: &[&str] = &[
    "what the tool does",
    "description",
    "a description",
    "the description",
    "tool description",
    "description of the tool",
    "undocumented",
    "placeholder",
    "documentation",
    "docs",
    "doc",
    "test",
    "bar",
    "foo bar",
    "foobar",
];

/// Placeholders for a title.
const TITLES: &[&str] = &[
    "title",
    "a title",
    "the title",
    "tool title",
    "title here",
    "title goes here",
    "add title",
    "add title here",
    "add a title",
    "your title here",
    "todo title",
    "todo add title",
    "no title",
    "untitled",
];

/// The words of a short text in lower case, separated by one space.
struct Words {
    bytes: [u8; Words::CAPACITY],
    length: usize,
}

impl Words {
    const CAPACITY: usize = 32;

    /// Reads the words of a text, or of the start of a long text. Returns `None` if the read part has a
    /// character that no placeholder contains, or symbols such as `%` and no words.
    const fn of(text: &str) -> Option<Self> {
        let mut words = Words {
            bytes: [0; Words::CAPACITY],
            length: 0,
        };
        let mut symbols = false;
        let mut gap = false;
        let mut at = 0;
        while at < text.len() && words.length < Words::CAPACITY {
            let (c, end) = char_at(text, at);
            if c.is_ascii_alphanumeric() {
                if gap && words.length > 0 {
                    words.push(b' ');
                }
                words.push(c.to_ascii_lowercase() as u8);
            } else if c.is_ascii() {
                symbols = symbols || is_symbol(c);
            } else if !c.is_whitespace() && !matches!(c, '\u{2010}'..='\u{2027}') {
                return None;
            }
            gap = !c.is_ascii_alphanumeric();
            at = end;
        }
        // A text of only symbols, such as `%`, can be a meaningful description. `None` means that
        // the text is not a placeholder.
        if words.length == 0 && symbols {
            None
        } else {
            Some(words)
        }
    }

    const fn push(&mut self, byte: u8) {
        if self.length < Words::CAPACITY {
            self.bytes[self.length] = byte;
            self.length += 1;
        }
    }

    const fn are_one_of(&self, list: &[&str]) -> bool {
        let mut at = 0;
        while at < list.len() {
            if list[at].len() == self.length && self.start_with(list[at]) {
                return true;
            }
            at += 1;
        }
        false
    }

    const fn start_with(&self, start: &str) -> bool {
        self.length >= start.len() && same(self.bytes.split_at(start.len()).0, start.as_bytes())
    }
}

const fn is_symbol(c: char) -> bool {
    matches!(
        c,
        '#' | '$' | '%' | '&' | '*' | '+' | '/' | '<' | '=' | '>' | '@' | '\\' | '^' | '|'
    )
}
