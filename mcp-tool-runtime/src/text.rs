//! Texts that people write for people and models.

/// At most `limit` characters of a text that came from outside.
pub(crate) fn shorten(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// A doc comment as rustdoc shows it: the indentation that all its lines share is gone, and so
/// are blank lines at both ends. `#[doc]` hands each line over with the space after `///`.
pub(crate) fn doc_text(raw: &str) -> String {
    let indentation = raw
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start_matches(' ').len())
        .min()
        .unwrap_or(0);
    let lines: Vec<_> = raw
        .lines()
        .map(|line| line.get(indentation..).unwrap_or("").trim_end())
        .collect();
    lines.join("\n").trim_matches('\n').trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::doc_text;

    #[test]
    fn shared_indentation_and_blank_ends_go() {
        assert_eq!(doc_text(" Forecast for a city."), "Forecast for a city.");
        assert_eq!(
            doc_text(" One\n\n   - two\n three\n"),
            "One\n\n  - two\nthree"
        );
        assert_eq!(doc_text("\n    Block\n    comment\n    "), "Block\ncomment");
        assert_eq!(doc_text(""), "");
        assert_eq!(doc_text("verbatim"), "verbatim");
    }
}
