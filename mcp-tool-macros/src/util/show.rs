//! Formats tokens and texts for messages.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// Formats a type, a value or an option in one line, with the usual spaces. `to_string` would put a
/// space between most tokens.
pub(crate) fn show(tokens: &TokenStream) -> String {
    let mut text = String::new();
    let mut before = LastToken::Nothing;
    for token in tokens.clone() {
        if before.is_apart_from(&token) {
            text.push(' ');
        }
        before = match &token {
            TokenTree::Group(group) => {
                let inner = show(&group.stream());
                match group.delimiter() {
                    Delimiter::Brace if inner.is_empty() => text += "{}",
                    Delimiter::Brace => text += &format!("{{ {inner} }}"),
                    Delimiter::Bracket => text += &format!("[{inner}]"),
                    Delimiter::Parenthesis => text += &format!("({inner})"),
                    Delimiter::None => text += &inner,
                }
                LastToken::Value
            }
            TokenTree::Punct(punct) => {
                text.push(punct.as_char());
                before.then(punct.as_char(), punct.spacing())
            }
            word => {
                let word = word.to_string();
                text += &word;
                match word.as_str() {
                    "mut" | "const" | "as" | "in" | "move" => LastToken::Loose,
                    _ => LastToken::Value,
                }
            }
        };
    }
    text
}

/// Returns the first `limit` characters of a text with escapes as in `escape_debug`, and `…` if more follow.
pub(crate) fn start_of(text: &str, limit: usize) -> String {
    let start: String = text.chars().take(limit).collect();
    let rest = if start.len() < text.len() { "…" } else { "" };
    format!("{}{rest}", start.escape_debug())
}

/// The kind of token that [`show`] wrote last.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LastToken {
    Nothing,
    /// A word, a literal or brackets.
    Value,
    /// The `>` that closes generics. No space separates it from a following `(` or `[`.
    Closed,
    /// A sign that is followed by no space.
    Tight,
    /// A `.`, which may start `..=`.
    Dots,
    /// A separator, an operator or a keyword such as `mut`, with a space after it.
    Loose,
}

impl LastToken {
    fn is_value(self) -> bool {
        matches!(self, LastToken::Value | LastToken::Closed)
    }

    /// Returns the `LastToken` after [`show`] writes a sign.
    fn then(self, sign: char, spacing: Spacing) -> Self {
        match sign {
            '.' => LastToken::Dots,
            '=' if self == LastToken::Dots => LastToken::Tight,
            // No space follows the first half of an operator such as `==`.
            _ if spacing == Spacing::Joint && sign != '>' => LastToken::Tight,
            '>' if self == LastToken::Tight => LastToken::Loose,
            '>' => LastToken::Closed,
            '?' => LastToken::Value,
            ',' | ';' => LastToken::Loose,
            '&' | '<' | '!' | '#' | '\'' | '$' => LastToken::Tight,
            // No space follows the second half of `::`.
            ':' if self == LastToken::Tight => LastToken::Tight,
            // No space follows a prefix operator. After a value, the sign is a binary operator.
            '-' | '*' if !self.is_value() => LastToken::Tight,
            _ => LastToken::Loose,
        }
    }

    fn is_apart_from(self, next: &TokenTree) -> bool {
        match (self, next) {
            (LastToken::Nothing | LastToken::Tight | LastToken::Dots, _) => false,
            (LastToken::Value | LastToken::Closed, TokenTree::Punct(punct)) => !matches!(
                punct.as_char(),
                ',' | ';' | ':' | '.' | '?' | '!' | '<' | '>'
            ),
            (LastToken::Value | LastToken::Closed, TokenTree::Group(group)) => {
                group.delimiter() == Delimiter::Brace
            }
            _ => true,
        }
    }
}

/// Returns the character at a byte offset, escaped.
pub(crate) fn character(text: &str, at: usize) -> String {
    text[at..]
        .chars()
        .take(1)
        .flat_map(char::escape_debug)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::show;

    #[test]
    fn tokens_are_shown_as_written() {
        for text in [
            "Option<Vec<&'static str>>",
            "std::collections::BTreeMap<String, Vec<u8>>",
            "[u8; 4]",
            "&mut [String]",
            "(u8, -1)",
            "1..=100",
            "serde_json::json!({ \"team\": \"a < b , c\" })",
            "title = \"x\", read_only, destructive = false",
            "meta(owner = [1, -2])",
            "dyn Fn(i32) -> i32",
            "Some(crate::LIMIT)",
            "fn(&str) -> bool",
            "*const u8",
            "{}",
            "-1.5",
            "T::MAX - 1",
        ] {
            assert_eq!(show(&text.parse().unwrap()), text);
        }
        assert_eq!(show(&"a : b".parse().unwrap()), "a: b");
        assert_eq!(show(&"Vec < u8 >".parse().unwrap()), "Vec<u8>");
    }
}
