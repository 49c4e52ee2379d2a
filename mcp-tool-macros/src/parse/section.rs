//! The headings at which a description ends. This file stands in the macros and in the runtime,
//! and a test holds the two equal.

/// What rustdoc's sections for programmers are called, in the plural or not.
const SECTIONS: [&str; 7] = [
    "example", "examples", "error", "errors", "panic", "panics", "safety",
];

/// Whether a line is a heading, `# …`, that begins a section for programmers.
pub(crate) fn begins_section(line: &str) -> bool {
    heading(line).is_some_and(is_section)
}

/// The text of a line that is a heading; its end may be closed by more `#`.
pub(crate) fn heading(line: &str) -> Option<&str> {
    let text = line.trim_start_matches('#');
    let level = line.len() - text.len();
    let is_heading = (1..=6).contains(&level) && (text.is_empty() || text.starts_with([' ', '\t']));
    is_heading.then(|| text.trim().trim_end_matches('#').trim_end())
}

/// Whether a heading has one of the names, with a colon or without.
pub(crate) fn is_section(heading: &str) -> bool {
    let name = heading.trim_end_matches(':').trim();
    SECTIONS
        .iter()
        .any(|section| section.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::begins_section;

    #[test]
    fn sections_for_programmers() {
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
