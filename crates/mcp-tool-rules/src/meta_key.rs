//! Keys of `_meta`. A key is a name, optionally with a prefix and a slash before the name. The prefix
//! consists of labels, separated by dots.
//!
//! The protocol's grammar allows one slash. After a prefix, this module accepts several names, separated by
//! slashes, because ChatGPT reads keys such as `openai/toolInvocation/invoking`.

use crate::bytes::{after, alike, before, has, same};

/// What to write instead of an invalid key.
pub const HELP: &str = "write a key with your own domain in reverse, as in `com.example/owner`";

/// Returns the end of a sentence that starts with an invalid key.
///
/// Version 2025-06-18 of the protocol reserves the labels `mcp` and `modelcontextprotocol` in every position
/// except the last. Newer versions reserve these labels only in the second position.
pub const fn key_fault(key: &str) -> Option<&'static str> {
    const NAME: &str = "has an invalid name: a name must start and end with a letter or digit, and contain only letters, digits, `-`, `_` and `.`";
    let key = key.as_bytes();
    let prefix = before(key, b"/");
    if prefix.len() == key.len() {
        return match key {
            b"progressToken" | b"traceparent" | b"tracestate" | b"baggage" => {
                Some("is reserved for requests")
            }
            name if is_word(name, b"-_.") => None,
            _ => Some(NAME),
        };
    }
    let mut is_reserved = false;
    let mut start = 0;
    while start <= prefix.len() {
        let label = before(after(prefix, start), b".");
        if !is_word(label, b"-") || !label[0].is_ascii_alphabetic() {
            return Some(
                "has an invalid prefix: each part must start with a letter, end with a letter or digit, and contain only letters, digits and `-`",
            );
        }
        let is_second = start > 0 && !has(prefix.split_at(start - 1).0, b'.');
        start += label.len() + 1;
        is_reserved = is_reserved
            || (is_second || start <= prefix.len())
                && (alike(label, b"mcp") || alike(label, b"modelcontextprotocol"));
    }
    let names = after(key, prefix.len() + 1);
    if !names.is_empty() && !are_words(names) {
        Some(NAME)
    } else if is_reserved {
        Some("has a prefix with `mcp` or `modelcontextprotocol`, which the protocol reserves")
    } else {
        None
    }
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

/// Returns whether a URI can identify the UI page of a tool. Such a URI starts with `ui://` and continues
/// after it.
pub const fn is_page(uri: &str) -> bool {
    let start = b"ui://";
    let uri = uri.as_bytes();
    uri.len() > start.len() && same(uri.split_at(start.len()).0, start)
}

#[cfg(test)]
mod tests {
    use super::{is_page, key_fault};

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
            ("1com.example/a", "has an invalid prefix"),
            ("com..example/a", "has an invalid prefix"),
            ("com.example-/a", "has an invalid prefix"),
            ("com./a", "has an invalid prefix"),
            ("cöm/a", "has an invalid prefix"),
            ("/a", "has an invalid prefix"),
            // R69
            ("", "has an invalid name"),
            ("-a", "has an invalid name"),
            ("a b", "has an invalid name"),
            ("com.example/a b/c", "has an invalid name"),
            ("com.example/a/-b", "has an invalid name"),
            ("com.example//b", "has an invalid name"),
            ("com.example/a/", "has an invalid name"),
            ("com.mcp/a b", "has an invalid name"),
            // R70, R71
            ("io.modelcontextprotocol/a", "has a prefix with `mcp`"),
            ("com.mcp.tools/a", "has a prefix with `mcp`"),
            ("mcp.dev/a", "has a prefix with `mcp`"),
            ("mcp.dev/a/b", "has a prefix with `mcp`"),
            ("io.modelcontextprotocol/a/b", "has a prefix with `mcp`"),
            ("com.MCP/a", "has a prefix with `mcp`"),
            ("api.ModelContextProtocol.io/a", "has a prefix with `mcp`"),
            ("a.b.mcp.c/a", "has a prefix with `mcp`"),
            // R73
            ("traceparent", "is reserved for requests"),
        ];
        for (key, what) in cases {
            let fault = key_fault(key).unwrap_or_default();
            assert!(fault.starts_with(what), "{key}: {fault}");
        }
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
