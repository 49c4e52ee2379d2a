//! From a doc comment, which is Markdown for readers of the code, to what a model reads.
//!
//! The text ends where a section for programmers begins (`# Examples` and the like), links to items
//! become the words they stand on, and lines that were merely wrapped become one. Everything else
//! is the author's, and stays.
//!
//! [`blocks`] knows lines ([`marks`] says what a line is by itself), and [`links`] what is inside
//! of them. Neither is a full reader of Markdown; where they are in doubt, the text stays as it is.

mod blocks;
mod definitions;
mod item_path;
mod joint;
mod links;
mod marks;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

use blocks::Blocks;
use links::without_links;

/// A description, as an expansion hands it over.
#[derive(Clone, Copy, Debug)]
pub enum Description {
    /// A doc comment.
    Doc(&'static str),
    /// The lines of a doc comment, of which only the compiler knew which are there.
    DocLines(&'static [&'static str]),
    /// A text that was written for models, and is theirs to the letter.
    Given(&'static str),
}

/// The text of a doc comment.
pub const fn docs(text: &'static str) -> Description {
    Description::Doc(text)
}

/// The lines of a doc comment.
pub const fn doc_lines(lines: &'static [&'static str]) -> Description {
    Description::DocLines(lines)
}

/// The text of an option.
pub const fn given(text: &'static str) -> Description {
    Description::Given(text)
}

impl Description {
    /// What a model reads; `None` where there is nothing to read.
    pub(crate) fn text(self) -> Option<String> {
        let text = match self {
            Description::Doc(text) => read(text),
            Description::DocLines(lines) => read(&lines.join("\n")),
            Description::Given(text) => text.to_owned(),
        };
        (!text.trim().is_empty()).then_some(text)
    }
}

/// What a model reads of a doc comment.
///
/// The result reads as itself: what is gone may have hidden something (a link inside of a link, an
/// indentation that all lines share once others are gone), so it is read until nothing changes.
/// Each time, the text gets shorter, or has a line less.
pub(crate) fn read(raw: &str) -> String {
    // One line without marks, as most descriptions are.
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
        .map(|part| match part.is_prose {
            true => without_links(&part.text, &mut definitions),
            false => part.text,
        })
        .collect();
    let text = lines.join("\n");
    text.trim_matches('\n').trim_end_matches(BLANK).to_owned()
}

/// What stands for nothing at the ends of a line.
const BLANK: [char; 4] = [' ', '\t', '\r', '\n'];

/// The lines without the indentation that all of them share, as rustdoc shows them.
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
