//! Truncates long texts, and removes the modules from type names.

/// Truncates a text of more than `limit` characters, and appends `…`. Returns any other text unchanged.
pub fn shorten(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// Returns a type's name without the modules: `Option<Filter>` for
/// `core::option::Option<archive::Filter>`.
pub(crate) fn short_type_name(name: &str) -> String {
    let mut short = String::new();
    let mut word = String::new();
    let mut rest = name.chars().peekable();
    while let Some(c) = rest.next() {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
        } else if c == ':' && rest.peek() == Some(&':') {
            rest.next();
            word.clear();
        } else {
            short.push_str(&word);
            word.clear();
            short.push(c);
        }
    }
    short + &word
}

#[cfg(test)]
mod tests {
    use super::short_type_name;

    #[test]
    fn type_names_omit_their_modules() {
        for (long, words) in [
            ("alloc::string::String", "String"),
            (
                "core::option::Option<archive::deep::Filter>",
                "Option<Filter>",
            ),
            ("&[(u8, std::path::PathBuf)]", "&[(u8, PathBuf)]"),
            ("alloc::vec::Vec<alloc::vec::Vec<f64>>", "Vec<Vec<f64>>"),
        ] {
            assert_eq!(short_type_name(long), words);
        }
    }
}
