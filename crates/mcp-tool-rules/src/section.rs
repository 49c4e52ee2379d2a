//! Headings that end the description in a doc comment.

/// The names of rustdoc sections, such as "Errors", that address programmers instead of models.
const SECTIONS: [&str; 7] = [
    "example", "examples", "error", "errors", "panic", "panics", "safety",
];

/// Returns whether a line is a heading, `# …`, of a section for programmers.
pub fn begins_section(line: &str) -> bool {
    heading(line).is_some_and(is_section)
}

/// Returns the text of a Markdown heading, without the `#` signs. Returns `None` if the line is not a
/// heading.
pub fn heading(line: &str) -> Option<&str> {
    let text = line.trim_start_matches('#');
    let level = line.len() - text.len();
    let is_heading = (1..=6).contains(&level) && (text.is_empty() || text.starts_with([' ', '\t']));
    is_heading.then(|| text.trim().trim_end_matches('#').trim_end())
}

/// Returns whether a heading names a section for programmers.
fn is_section(heading: &str) -> bool {
    let name = heading.trim_end_matches(':').trim();
    SECTIONS
        .iter()
        .any(|section| section.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::begins_section;

    #[test]
    fn sections_for_developers() {
        for line in [
            "# Examples",
            "# Example",
            "###### errors",
            "## Panics ##",
            "# Safety:",
            "#\tErrors: #",
        ] {
            assert!(begins_section(line), "{line}");
        }
        for line in [
            "Examples",
            "#Examples",
            "####### Examples",
            "# Examples of cities",
            "# Error codes",
            "#",
            "",
        ] {
            assert!(!begins_section(line), "{line}");
        }
    }
}
