//! Keys of `_meta`. A key is a name, optionally with a prefix and a slash before the name. The prefix
//! consists of labels, separated by dots.
//!
//! The protocol's grammar allows one slash. After a prefix, this module accepts several names, separated by
//! slashes, because ChatGPT reads keys such as `openai/toolInvocation/invoking`.

use crate::bytes::{after, alike, before, has, same};

/// A fault in a key of `_meta`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyFault {
    /// An invalid label of the prefix, with the byte offsets of its start and end.
    Label(usize, usize),
    /// An invalid name.
    Name,
    /// A prefix that the protocol reserves.
    Reserved,
    /// A key that the protocol uses in requests.
    OfRequests,
}

impl KeyFault {
    /// Returns the end of a sentence that starts with the invalid part of the key.
    pub const fn words(self) -> &'static str {
        match self {
            KeyFault::Label(..) => {
                "must start with a letter, end with a letter or digit, and contain only letters, digits and `-`"
            }
            KeyFault::Name => {
                "must start and end with a letter or digit, and contain only letters, digits, `-`, `_` and `.`"
            }
            KeyFault::Reserved => {
                "contains `mcp` or `modelcontextprotocol`, which the protocol reserves"
            }
            KeyFault::OfRequests => "is reserved for requests",
        }
    }
}

/// Returns the first fault in a key.
pub const fn key_fault(key: &str) -> Option<KeyFault> {
    let (prefix, names) = split(key);
    let names = names.as_bytes();
    let Some(prefix) = prefix else {
        return match names {
            b"progressToken" | b"traceparent" | b"tracestate" | b"baggage" => {
                Some(KeyFault::OfRequests)
            }
            name if is_word(name, b"-_.") => None,
            _ => Some(KeyFault::Name),
        };
    };
    if let Some(fault) = label_fault(prefix.as_bytes()) {
        return Some(fault);
    }
    if !names.is_empty() && !are_words(names) {
        return Some(KeyFault::Name);
    }
    if is_reserved(prefix.as_bytes()) {
        return Some(KeyFault::Reserved);
    }
    None
}

/// Returns the prefix, if any, and the rest of a key: its name, or its names with slashes between them.
pub const fn split(key: &str) -> (Option<&str>, &str) {
    let prefix = before(key.as_bytes(), b"/").len();
    if prefix == key.len() {
        return (None, key);
    }
    (Some(key.split_at(prefix).0), key.split_at(prefix + 1).1)
}

/// Returns the end of the label that starts at byte `start`.
const fn label_end(prefix: &[u8], start: usize) -> usize {
    start + before(after(prefix, start), b".").len()
}

const fn label_fault(prefix: &[u8]) -> Option<KeyFault> {
    let mut start = 0;
    while start <= prefix.len() {
        let end = label_end(prefix, start);
        let label = after(prefix.split_at(end).0, start);
        if !is_word(label, b"-") || !label[0].is_ascii_alphabetic() {
            return Some(KeyFault::Label(start, end));
        }
        start = end + 1;
    }
    None
}

/// Returns whether a text is one or more names, with a slash between two names.
const fn are_words(names: &[u8]) -> bool {
    let mut start = 0;
    while start <= names.len() {
        let name = before(after(names, start), b"/");
        if !is_word(name, b"-_.") {
            return false;
        }
        start += name.len() + 1;
    }
    true
}

/// Returns whether a text consists only of letters, digits and `signs`, and starts and ends with a letter or
/// digit.
const fn is_word(text: &[u8], signs: &[u8]) -> bool {
    let mut at = 0;
    while at < text.len() {
        let is_inside = at > 0 && at + 1 < text.len();
        if !(text[at].is_ascii_alphanumeric() || is_inside && has(signs, text[at])) {
            return false;
        }
        at += 1;
    }
    at > 0
}

/// Returns whether any protocol version reserves a prefix. Version 2025-06-18 reserves the labels `mcp` and
/// `modelcontextprotocol` in every position except the last. Newer versions reserve these labels only in the
/// second position.
const fn is_reserved(prefix: &[u8]) -> bool {
    let mut start = 0;
    let mut number = 0;
    while start <= prefix.len() {
        let end = label_end(prefix, start);
        let label = after(prefix.split_at(end).0, start);
        if (number == 1 || end < prefix.len())
            && (alike(label, b"mcp") || alike(label, b"modelcontextprotocol"))
        {
            return true;
        }
        start = end + 1;
        number += 1;
    }
    false
}

/// Returns whether a URI can identify the UI page of a tool. Such a URI starts with `ui://` and continues
/// after it.
pub const fn is_page(uri: &str) -> bool {
    let start = b"ui://";
    let uri = uri.as_bytes();
    uri.len() > start.len() && same(uri.split_at(start.len()).0, start)
}

#[cfg(test)]
mod tests {
    use super::{KeyFault, is_page, key_fault, split};

    #[test]
    fn faults_of_keys() {
        // R67, R68, R69
        for key in [
            "owner",
            "com.example/owner",
            "com.example/",
            "a-b.c1/x_y.z-1",
            "ui/resource",
            "mcp/x",
            // These keys have several slashes, which the grammar does not allow. ChatGPT reads them.
            "openai/toolInvocation/invoking",
            "com.example/a/b-1/c.d",
        ] {
            assert_eq!(key_fault(key), None, "{key}");
        }
        let cases = [
            // R68
            ("1com.example/a", KeyFault::Label(0, 4)),
            ("com..example/a", KeyFault::Label(4, 4)),
            ("com.example-/a", KeyFault::Label(4, 12)),
            ("com./a", KeyFault::Label(4, 4)),
            ("cöm/a", KeyFault::Label(0, 4)),
            ("/a", KeyFault::Label(0, 0)),
            // R69
            ("", KeyFault::Name),
            ("-a", KeyFault::Name),
            ("a b", KeyFault::Name),
            ("com.example/a b/c", KeyFault::Name),
            ("com.example/a/-b", KeyFault::Name),
            ("com.example//b", KeyFault::Name),
            ("com.example/a/", KeyFault::Name),
            ("com.mcp/a b", KeyFault::Name),
            // R70, R71
            ("io.modelcontextprotocol/a", KeyFault::Reserved),
            ("com.mcp.tools/a", KeyFault::Reserved),
            ("mcp.dev/a", KeyFault::Reserved),
            ("mcp.dev/a/b", KeyFault::Reserved),
            ("io.modelcontextprotocol/a/b", KeyFault::Reserved),
            ("com.MCP/a", KeyFault::Reserved),
            ("api.ModelContextProtocol.io/a", KeyFault::Reserved),
            ("a.b.mcp.c/a", KeyFault::Reserved),
            // R73
            ("traceparent", KeyFault::OfRequests),
        ];
        for (key, fault) in cases {
            assert_eq!(key_fault(key), Some(fault), "{key}");
        }
        assert_eq!(split("a/b/c"), (Some("a"), "b/c"));
    }

    #[test]
    fn ui_resource_uris_are_recognized() {
        // R79
        assert!(is_page("ui://search/results.html"));
        for uri in ["", "ui://", "UI://a", "https://a.example", "ui:a"] {
            assert!(!is_page(uri), "{uri}");
        }
    }
}
