//! The lines of a doc comment: which belong to one paragraph, and where the description ends.

use mcp_tool_rules::section::{begins_section, heading, is_section};

use super::BLANK;
use super::definitions::Definitions;
use super::joint::join;
use super::marks::{Fence, Marker, columns, is_header, is_html, is_row, is_rule, is_underline};

/// A part of the text that keeps lines of its own.
pub(super) struct Part {
    pub(super) text: String,
    /// Whether there may be links in it.
    pub(super) is_prose: bool,
}

/// Reads line by line, and knows what the lines so far have begun.
#[derive(Default)]
pub(super) struct Blocks {
    parts: Vec<Part>,
    definitions: Definitions,
    /// How many parts there were where the description ended. Below that are only definitions.
    end: Option<usize>,
    inside: Inside,
    /// The columns where the texts of the list items start in which the next line may stand.
    items: Vec<usize>,
    /// Whether the last part is a paragraph that goes on with the next line, and after what.
    paragraph: Option<Break>,
    /// Whether blank lines are to come before the next part.
    is_apart: bool,
}

/// How a line of a paragraph ends.
#[derive(Clone, Copy)]
enum Break {
    /// Where the author's editor wrapped it.
    Wrapped,
    /// With two spaces.
    Spaces,
    /// With a backslash.
    Backslash,
}

/// What is taken line by line, until it ends.
#[derive(Default)]
enum Inside {
    #[default]
    Nothing,
    Fence(Fence),
    /// A block quote, and the code in it.
    Quote(Option<Fence>),
    Table,
    Html,
}

impl Blocks {
    pub(super) fn line(&mut self, line: &str, next: Option<&str>) {
        let content = line.trim_matches(BLANK);
        if let Inside::Fence(fence) = &self.inside {
            if fence.is_closed_by(content) {
                self.inside = Inside::Nothing;
            } else if fence.hides(content) {
                return;
            }
            return self.push(line, false);
        }
        if content.is_empty() {
            self.inside = Inside::Nothing;
            self.paragraph = None;
            self.is_apart = true;
            return;
        }
        if let Inside::Html = self.inside {
            return self.push(line, false);
        }
        let indent = columns(line);
        if let Some(quoted) = content.strip_prefix('>')
            && (self.paragraph.is_some() || indent < self.column() + 4)
        {
            return self.quote(line, indent, quoted.trim_start_matches(['>', ' ', '\t']));
        }
        if let Inside::Quote(_) = self.inside {
            self.inside = Inside::Nothing;
        }
        if self.paragraph.is_none() {
            self.leave_items(indent);
            if indent >= self.column() + 4 {
                return self.push(line.trim_end_matches(BLANK), false);
            }
            if self.definitions.take(content) {
                return;
            }
        }
        if self.paragraph.is_some() && indent >= self.column() && is_underline(content) {
            return self.underline(line);
        }
        if heading(content).is_some() && indent < self.column() + 4 {
            self.begin(indent);
            if self.items.is_empty() && begins_section(content) {
                self.end.get_or_insert(self.parts.len());
            }
            self.push(line, true);
        } else if is_rule(content) {
            self.begin(indent);
            self.push(line, false);
        } else if let Some(fence) = Fence::opened_by(content) {
            self.begin(indent);
            self.inside = Inside::Fence(fence);
            self.push(line, false);
        } else if is_row(content) || is_header(content, next) || self.is_row_on(content) {
            self.begin(indent);
            self.inside = Inside::Table;
            self.push(line, true);
        } else if self.is_item(content, indent) {
            self.item(line, content, indent);
        } else if is_html(content) {
            self.begin(indent);
            self.inside = Inside::Html;
            self.push(line, false);
        } else {
            self.text(line, content);
        }
    }

    /// The description, and the definitions of all of the text.
    pub(super) fn finish(mut self) -> (Vec<Part>, Definitions) {
        if let Some(end) = self.end {
            self.parts.truncate(end);
        }
        (self.parts, self.definitions)
    }

    /// The column where the text of the innermost list item starts.
    fn column(&self) -> usize {
        self.items.last().copied().unwrap_or(0)
    }

    fn leave_items(&mut self, indent: usize) {
        while self.column() > indent {
            self.items.pop();
        }
    }

    /// Something else than the paragraph so far begins.
    fn begin(&mut self, indent: usize) {
        self.inside = Inside::Nothing;
        self.paragraph = None;
        self.leave_items(indent);
    }

    fn push(&mut self, line: &str, is_prose: bool) {
        let text = match self.inside {
            // Code is the author's up to the last space.
            Inside::Fence(_) => line,
            _ => line.trim_end_matches(BLANK),
        };
        if std::mem::take(&mut self.is_apart) {
            self.parts.push(Part {
                text: String::new(),
                is_prose: false,
            });
        }
        self.parts.push(Part {
            text: text.to_owned(),
            is_prose,
        });
    }

    fn quote(&mut self, line: &str, indent: usize, quoted: &str) {
        let fence = match std::mem::take(&mut self.inside) {
            Inside::Quote(fence) => fence,
            _ => None,
        };
        self.begin(indent);
        let (is_prose, fence) = match fence {
            Some(fence) if fence.is_closed_by(quoted.trim_matches(BLANK)) => (false, None),
            Some(fence) => (false, Some(fence)),
            None => match Fence::opened_by(quoted) {
                Some(fence) => (false, Some(fence)),
                None => (true, None),
            },
        };
        self.inside = Inside::Quote(fence);
        self.push(line, is_prose);
    }

    /// What underlines a paragraph makes a heading of it.
    fn underline(&mut self, line: &str) {
        self.paragraph = None;
        if self.items.is_empty()
            && let Some(Part { text, .. }) = self.parts.last()
            && is_section(text)
        {
            self.end.get_or_insert(self.parts.len() - 1);
        }
        self.push(line, false);
    }

    /// Whether a table goes on.
    fn is_row_on(&self, content: &str) -> bool {
        matches!(self.inside, Inside::Table)
            && (content.contains('|') || Marker::of(content).is_none())
    }

    /// Whether a list item begins. A paragraph is not interrupted by one without a text, nor by
    /// a number that happens to stand first in a line.
    fn is_item(&self, content: &str, indent: usize) -> bool {
        let Some(marker) = Marker::of(content) else {
            return false;
        };
        match self.paragraph {
            None => true,
            // Beside the item that the paragraph belongs to.
            Some(_) if indent < self.column() => true,
            Some(_) => marker.interrupts && (indent < 4 || !self.items.is_empty()),
        }
    }

    fn item(&mut self, line: &str, content: &str, indent: usize) {
        self.begin(indent);
        let (mut rest, mut column) = (content, indent);
        while let Some(marker) = Marker::of(rest)
            && !is_rule(rest)
        {
            column += marker.width;
            rest = marker.text;
            self.items.push(column);
        }
        self.push(line, true);
        let text = rest.trim_start_matches(BLANK);
        if rest.len() - text.len() >= 4 {
            return;
        }
        if let Some(fence) = Fence::opened_by(text) {
            self.inside = Inside::Fence(fence);
        } else if !text.is_empty()
            && heading(text).is_none()
            && !is_rule(text)
            && !text.starts_with('>')
            && !is_row(text)
            && !is_html(text)
        {
            self.paragraph = Some(Break::of(line));
        }
    }

    /// A line of a paragraph.
    fn text(&mut self, line: &str, content: &str) {
        let ended = self.paragraph.replace(Break::of(line));
        let (Some(ended), Some(paragraph)) = (ended, self.parts.last_mut()) else {
            self.push(line, true);
            return;
        };
        let is_apart = match ended {
            Break::Wrapped => join(&mut paragraph.text, content),
            Break::Spaces => {
                paragraph.text.push_str("  \n");
                true
            }
            Break::Backslash => {
                paragraph.text.push('\n');
                true
            }
        };
        if is_apart {
            let spaces = line.len() - line.trim_start_matches(' ').len();
            let indent = spaces.min(self.items.last().copied().unwrap_or(0));
            paragraph.text.push_str(&" ".repeat(indent));
        }
        paragraph.text.push_str(content);
    }
}

impl Break {
    fn of(line: &str) -> Self {
        let line = line.trim_end_matches('\r');
        let text = line.trim_end_matches('\\');
        if line.ends_with("  ") {
            Break::Spaces
        } else if (line.len() - text.len()) % 2 == 1 {
            Break::Backslash
        } else {
            Break::Wrapped
        }
    }
}
