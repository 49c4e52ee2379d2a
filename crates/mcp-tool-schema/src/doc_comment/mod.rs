//! Conversion of doc comments, which are Markdown for programmers, to text for models.
//!
//! The text loses its indentation, and ends before a section for programmers, such as `# Examples`. Links to
//! Rust items and to relative pages become their words. The rest stays Markdown, with its line breaks.

mod links;
#[cfg(test)]
mod tests;

use links::Definition;
use mcp_tool_rules::section::begins_section;

/// A description in the generated code.
#[derive(Clone, Copy, Debug)]
pub enum Description {
    /// A doc comment.
    Doc(&'static str),
    /// The lines of a doc comment, some of them under `#[cfg_attr]`.
    DocLines(&'static [&'static str]),
    /// A text that the author wrote for models. It needs no conversion.
    Given(&'static str),
}

/// Creates a description from a doc comment.
pub const fn docs(text: &'static str) -> Description {
    Description::Doc(text)
}

/// Creates a description from the lines of a doc comment.
pub const fn doc_lines(lines: &'static [&'static str]) -> Description {
    Description::DocLines(lines)
}

/// Creates a description from the macro option `description = "…"`.
pub const fn given(text: &'static str) -> Description {
    Description::Given(text)
}

impl Description {
    /// Returns the text for the model, if there is any.
    pub fn text(self) -> Option<String> {
        let text = match self {
            Description::Doc(text) => read(text),
            Description::DocLines(lines) => read(&lines.join("\n")),
            Description::Given(text) => text.to_owned(),
        };
        (!text.trim().is_empty()).then_some(text)
    }
}

/// Converts a doc comment to text for the model.
///
/// The conversion repeats until nothing changes. When a run removes an inner link, the brackets around it can
/// become a link. When a run removes a line, the remaining lines can have a common indentation.
pub fn read(raw: &str) -> String {
    // A single line needs only trimming if it has none of the marks below. Most descriptions are
    // such lines.
    let line = raw.trim_start_matches(' ').trim_end();
    let has_mark = |line: &str| line.bytes().any(|byte| matches!(byte, b'\n' | b'['));
    if !line.starts_with('#') && !has_mark(line) {
        return line.to_owned();
    }
    let mut text = read_once(raw);
    loop {
        let again = read_once(&text);
        if again == text {
            return text;
        }
        text = again;
    }
}

fn read_once(raw: &str) -> String {
    let (mut lines, mut definitions) = (Vec::new(), Vec::new());
    let (mut fence, mut has_ended) = (None, false);
    for line in unindented(raw) {
        let open = fence;
        fence = next_fence(open, line);
        let is_code = open.is_some() || fence.is_some();
        let content = line.trim();
        if !is_code && let Some(definition) = Definition::read(content) {
            definitions.push(definition);
            continue;
        }
        has_ended |= !is_code && !line.starts_with("    ") && begins_section(content);
        let is_repeated = content.is_empty() && lines.last() == Some(&"");
        if !has_ended && (is_code || !is_repeated) {
            lines.push(if is_code { line } else { line.trim_end() });
        }
    }
    let text = links::to_words(&lines.join("\n"), &definitions);
    let mut text = text.trim_matches('\n').trim_end().to_owned();
    definitions.retain(|definition| definition.is_used(&text));
    for (at, definition) in definitions.iter().enumerate() {
        text += if at == 0 { "\n\n" } else { "\n" };
        text += definition.line;
    }
    text
}

/// Returns the marks of the fenced code block that is open after a line, such as three backticks.
fn next_fence<'t>(open: Option<&'t str>, line: &'t str) -> Option<&'t str> {
    // A code block can begin in a list item or in a quote.
    let line = line.trim_start_matches(|c: char| c.is_ascii_digit() || " \t-*+>.)".contains(c));
    let mark = line.chars().next().filter(|mark| "`~".contains(*mark));
    let words = mark.map_or(line, |mark| line.trim_start_matches(mark));
    let marks = &line[..line.len() - words.len()];
    match open {
        Some(open) => (!marks.starts_with(open) || !words.trim().is_empty()).then_some(open),
        None => (marks.len() >= 3 && !words.contains('`')).then_some(marks),
    }
}

/// Returns the lines without their common indentation, like rustdoc.
fn unindented(raw: &str) -> Vec<&str> {
    let indentation = raw
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start_matches(' ').len())
        .min()
        .unwrap_or(0);
    raw.lines()
        .map(|line| line.get(indentation..).unwrap_or(""))
        .collect()
}
