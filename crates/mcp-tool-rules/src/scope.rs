//! OAuth scopes: scope tokens of RFC 6749.

/// Returns whether a text is a scope token: visible ASCII characters without `"` and `\`.
pub const fn is_scope(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_graphic() || bytes[at] == b'"' || bytes[at] == b'\\' {
            return false;
        }
        at += 1;
    }
    !bytes.is_empty()
}

#[cfg(test)]
mod tests {
    use super::is_scope;

    #[test]
    fn scopes_are_tokens() {
        for scope in ["orders:write", "https://a.example/scopes/mail", "!#[]~"] {
            assert!(is_scope(scope), "{scope}");
        }
        for scope in ["", "a b", "a\"", "a\\b", "é", "a\n", "\u{7f}"] {
            assert!(!is_scope(scope), "{scope}");
        }
    }
}
