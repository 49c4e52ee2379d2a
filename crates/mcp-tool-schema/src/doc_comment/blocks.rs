//! Groups the lines of a doc comment into paragraphs, and finds the end of the description.

use mcp_tool_rules::section::{begins_section, heading};

use super::BLANK;
use super::definitions::Definitions;
use super::line_kind::{Fence, Marker, columns, is_rule};
use super::paragraph_join::join;

/// One part of the text, such as a paragraph or a line of code. The caller joins the parts with line breaks.
pub(super) struct Block {
    pub(super) text: String,
    /// Whether the part may contain links.
    pub(super) is_prose: bool,
}

/// Splits a doc comment into parts, line by line.
#[derive(Default)]
pub(super) struct Blocks {
    parts: Vec<Block>,
    definitions: Definitions,
    /// The number of parts in the description. `None` until a heading ends the description. After the end,
    /// only definitions of link labels count.
    end: Option<usize>,
    /// The code block that is open.
    fence: Option<Fence>,
    /// The columns at which the texts of the open list items start.
    items: Vec<usize>,
    /// Whether the last part is a paragraph that the next line can continue.
    in_paragraph: bool,
    /// Whether blank lines precede the next part.
    is_apart: bool,
}

impl Blocks {
    pub(super) fn line(&mut self, line: &str) {
        let content = line.trim_matches(BLANK);
        if let Some(fence) = &self.fence {
            if fence.is_closed_by(content) {
                self.fence = None;
            } else if fence.hides(content) {
                return;
            }
            return self.push(line, false);
        }
        if content.is_empty() {
            self.in_paragraph = false;
            self.is_apart = true;
            return;
        }
        let line = line.trim_end_matches(BLANK);
        let indent = columns(line);
        if !self.in_paragraph {
            self.leave_items(indent);
            if indent >= self.column() + 4 {
                return self.push(line, false);
            }
            if self.definitions.take(content) {
                return;
            }
        }
        let is_heading = heading(content).is_some() && indent < self.column() + 4;
        if is_heading || content.starts_with(['>', '|']) || is_rule(content) {
            self.begin(indent);
            if is_heading && self.items.is_empty() && begins_section(content) {
                self.end.get_or_insert(self.parts.len());
            }
            self.push(line, true);
        } else if let Some(fence) = Fence::opened_by(content) {
            self.begin(indent);
            self.push(line, false);
            self.fence = Some(fence);
        } else if let Some(marker) = Marker::opening(content)
            && self.is_item(&marker, indent)
        {
            self.item(line, &marker, indent);
        } else {
            self.text(line, content);
        }
    }

    /// Returns the parts of the description, and the definitions of link labels in the whole text.
    pub(super) fn finish(mut self) -> (Vec<Block>, Definitions) {
        if let Some(end) = self.end {
            self.parts.truncate(end);
        }
        (self.parts, self.definitions)
    }

    /// Returns the column at which the text of the innermost list item starts, or 0 outside lists.
    fn column(&self) -> usize {
        self.items.last().copied().unwrap_or(0)
    }

    fn leave_items(&mut self, indent: usize) {
        while self.column() > indent {
            self.items.pop();
        }
    }

    /// Begins a new block at the column `indent`. Ends the paragraph, and the list items whose text starts to
    /// the right of `indent`.
    fn begin(&mut self, indent: usize) {
        self.in_paragraph = false;
        self.leave_items(indent);
    }

    fn push(&mut self, line: &str, is_prose: bool) {
        if std::mem::take(&mut self.is_apart) {
            self.parts.push(Block {
                text: String::new(),
                is_prose: false,
            });
        }
        self.parts.push(Block {
            text: line.to_owned(),
            is_prose,
        });
    }

    /// Returns whether the marker begins a list item. A marker outside of paragraphs, or to the left of the
    /// open item's text, always begins one. Any other marker needs text, in a numbered list the number 1, and
    /// outside lists an indentation below 4.
    fn is_item(&self, marker: &Marker<'_>, indent: usize) -> bool {
        let is_beside = indent < self.column();
        let interrupts = marker.interrupts && (indent < 4 || !self.items.is_empty());
        !self.in_paragraph || is_beside || interrupts
    }

    fn item(&mut self, line: &str, marker: &Marker<'_>, indent: usize) {
        self.begin(indent);
        self.items.push(indent + marker.width);
        self.push(line, true);
        self.fence = Fence::opened_by(marker.text);
        self.in_paragraph = self.fence.is_none()
            && heading(marker.text).is_none()
            && !marker.text.is_empty()
            && !marker.text.starts_with([' ', '\t', '>', '|']);
    }

    /// Adds a line of a paragraph.
    fn text(&mut self, line: &str, content: &str) {
        if !std::mem::replace(&mut self.in_paragraph, true) {
            return self.push(line, true);
        }
        let indent = columns(line).min(self.column());
        if let Some(paragraph) = self.parts.last_mut() {
            if join(&mut paragraph.text, content) {
                paragraph.text.push_str(&" ".repeat(indent));
            }
            paragraph.text.push_str(content);
        }
    }
}
