//! Conversion of doc comments, which are Markdown for programmers, to text for models.
//!
//! The text ends before a section for programmers, such as `# Examples`. Links become plain words, except
//! links to URLs, and the wrapped lines of a paragraph become one line. Link definitions and hidden lines of
//! code disappear. Other text stays unchanged, except for white space.
//!
//! `blocks` splits the text into parts, by the kinds of lines in `line_kind`. `links` replaces the
//! links in the parts. Both modules know only a part of Markdown, and do not change other constructs.

mod blocks;
mod definitions;
mod item_path;
mod line_kind;
mod links;
mod paragraph_join;
#[cfg(test)]
mod tests;

use blocks::Blocks;
use links::without_links;

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
/// become a link. When a run removes a line, the remaining lines can have a common indentation, which the
/// next run removes. Each run that changes the text shortens it or reduces the number of lines, so the loop
/// ends.
pub fn read(raw: &str) -> String {
    // A single line needs only trimming if it has none of the marks below. Most descriptions are
    // such lines.
    let line = raw.trim_start_matches(' ').trim_end_matches(BLANK);
    if !line.starts_with('#') && !line.contains(['\n', '\\', '`', '<', '[']) {
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
    let mut blocks = Blocks::default();
    for line in unindented(raw) {
        blocks.line(line);
    }
    let (parts, mut definitions) = blocks.finish();
    let lines: Vec<String> = parts
        .into_iter()
        .map(|part| {
            if part.is_prose {
                without_links(&part.text, &mut definitions)
            } else {
                part.text
            }
        })
        .collect();
    let text = lines.join("\n");
    text.trim_matches('\n').trim_end_matches(BLANK).to_owned()
}

/// The white space at the ends of a line.
const BLANK: [char; 4] = [' ', '\t', '\r', '\n'];

/// Returns the lines without their common indentation, like rustdoc.
fn unindented(raw: &str) -> Vec<&str> {
    let indentation = raw
        .lines()
        .filter(|line| !line.trim_matches(BLANK).is_empty())
        .map(|line| line.len() - line.trim_start_matches(' ').len())
        .min()
        .unwrap_or(0);
    raw.lines()
        .map(|line| line.get(indentation..).unwrap_or(""))
        .collect()
}
