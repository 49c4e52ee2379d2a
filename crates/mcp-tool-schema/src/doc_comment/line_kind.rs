//! The kind of a line, by its first characters.

use super::BLANK;

/// The line that opens a fenced code block.
pub(super) struct Fence {
    mark: char,
    length: usize,
    /// Whether the block is marked as Rust. Rustdoc hides the lines of Rust code that begin with `# `.
    is_rust: bool,
}

impl Fence {
    pub(super) fn opened_by(content: &str) -> Option<Self> {
        let mark = content.chars().next().filter(|mark| "`~".contains(*mark))?;
        let words = content.trim_start_matches(mark);
        let length = content.len() - words.len();
        if length < 3 || (mark == '`' && words.contains('`')) {
            return None;
        }
        let is_rust = words.split([',', ' ', '{', '}']).any(|word| {
            matches!(
                word,
                "rust" | "no_run" | "should_panic" | "compile_fail" | "ignore"
            ) || word.starts_with("edition20")
        });
        Some(Fence {
            mark,
            length,
            is_rust,
        })
    }

    pub(super) fn is_closed_by(&self, content: &str) -> bool {
        content.len() >= self.length && content.chars().all(|c| c == self.mark)
    }

    /// Returns whether to omit a line of a code block: in Rust code, a line that begins with `# `, as in
    /// rustdoc. Rustdoc also hides such lines in a block without a language. This function keeps them,
    /// because they may be comments of a script.
    pub(super) fn hides(&self, content: &str) -> bool {
        self.is_rust && (content == "#" || content.starts_with("# "))
    }
}

/// The start of a list item.
pub(super) struct Marker<'t> {
    /// The number of columns from the start of the marker to the text of the item.
    pub(super) width: usize,
    pub(super) text: &'t str,
    /// Whether the item can interrupt a paragraph. Such an item needs text and, in a numbered list, the
    /// number 1.
    pub(super) interrupts: bool,
}

impl<'t> Marker<'t> {
    pub(super) fn opening(content: &'t str) -> Option<Self> {
        let (marker, is_first) = match content.chars().next()? {
            '-' | '+' | '*' => (1, true),
            _ => {
                let rest = content.trim_start_matches(|c: char| c.is_ascii_digit());
                let digits = content.len() - rest.len();
                if !(1..=9).contains(&digits) || !rest.starts_with(['.', ')']) {
                    return None;
                }
                (digits + 1, &content[..digits] == "1")
            }
        };
        let rest = &content[marker..];
        let text = rest.trim_start_matches(BLANK);
        let spaces = rest.len() - text.len();
        if spaces == 0 && !text.is_empty() {
            return None;
        }
        // If more than four spaces follow the marker, the text is an indented code block. Then
        // only the first space belongs to the marker.
        let spaces = if (1..=4).contains(&spaces) { spaces } else { 1 };
        Some(Marker {
            width: marker + spaces,
            text: rest.get(spaces..).unwrap_or(""),
            interrupts: is_first && !text.is_empty(),
        })
    }
}

/// Returns the column at which the text of a line starts.
pub(super) fn columns(line: &str) -> usize {
    let mut column = 0;
    for c in line.chars() {
        match c {
            ' ' => column += 1,
            '\t' => column += 4 - column % 4,
            _ => break,
        }
    }
    column
}

/// Returns whether a line is a thematic break, such as `---`.
pub(super) fn is_rule(content: &str) -> bool {
    ['-', '_', '*'].iter().any(|mark| {
        content.chars().all(|c| c == *mark || c == ' ' || c == '\t')
            && content.matches(*mark).count() >= 3
    })
}
