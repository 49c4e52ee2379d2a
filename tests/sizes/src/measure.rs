//! Measures definitions: their bytes, tokens and linter findings.

use std::fmt;

use mcp_tool_runtime::lint::{Lint, Profile, Severity};
use serde_json::{Value, json};

/// The size and the number of linter findings of one tool, declared with one of the two macros. In a total,
/// each number is the sum over all tools.
#[derive(Clone, Copy, Debug, Default)]
pub struct Side {
    /// The number of bytes of the definition as JSON.
    pub bytes: usize,
    /// The number of findings with [`Severity::Error`].
    pub errors: usize,
    /// The number of findings with [`Severity::Warning`].
    pub warnings: usize,
}

impl Side {
    /// Estimates the tokens: a token has about four bytes.
    #[must_use]
    pub fn tokens(self) -> usize {
        self.bytes.div_ceil(4)
    }

    fn of(tool: &Value) -> Self {
        let mut side = Side {
            bytes: tool.to_string().len(),
            ..Side::default()
        };
        let list = json!({ "tools": [tool] });
        // The original servers do not set every hint that ChatGPT's directory demands.
        let lint = Lint::new(Profile::ALL).allow("review");
        for finding in lint.check_json(&list) {
            match finding.severity() {
                Severity::Error => side.errors += 1,
                _ => side.warnings += 1,
            }
        }
        side
    }

    fn add(self, other: Self) -> Self {
        Side {
            bytes: self.bytes + other.bytes,
            errors: self.errors + other.errors,
            warnings: self.warnings + other.warnings,
        }
    }
}

/// The measurements of one tool, or of all tools together, for both macros.
#[derive(Clone, Debug)]
pub struct Size {
    /// The name of the tool, or `total`.
    pub name: String,
    /// The measurements with `#[mcp_tool]`.
    pub ours: Side,
    /// The measurements with rmcp's macros.
    pub theirs: Side,
}

/// The measurements of all tools. `Display` formats them as a table.
#[derive(Clone, Debug)]
pub struct Sizes(pub Vec<Size>);

impl Sizes {
    /// Measures each tool of both lists. The lists must contain the same tool names.
    ///
    /// # Panics
    ///
    /// Panics if the names differ.
    #[must_use]
    pub fn of(ours: &[Value], theirs: &[Value]) -> Self {
        assert_eq!(ours.len(), theirs.len(), "each tool is there twice");
        let sizes = ours.iter().map(|tool| {
            let name = tool["name"].as_str().unwrap_or_default();
            let other = theirs.iter().find(|other| other["name"] == name);
            Size {
                ours: Side::of(tool),
                theirs: Side::of(other.unwrap_or_else(|| panic!("`{name}` is there once"))),
                name: name.to_owned(),
            }
        });
        Sizes(sizes.collect())
    }

    /// Returns the sums over all tools. The bytes exclude the commas and brackets of the list.
    #[must_use]
    pub fn total(&self) -> Size {
        let none = Size {
            name: "total".to_owned(),
            ours: Side::default(),
            theirs: Side::default(),
        };
        self.0.iter().fold(none, |sum, size| Size {
            name: sum.name,
            ours: sum.ours.add(size.ours),
            theirs: sum.theirs.add(size.theirs),
        })
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let titles = ["bytes", "tokens", "errors", "warnings"];
        write!(f, "{:<26}", "")?;
        for side in ["#[mcp_tool]", "rmcp's #[tool]"] {
            write!(f, "{side:>36}")?;
        }
        write!(f, "\n{:<26}", "tool")?;
        for title in titles.iter().chain(&titles) {
            write!(f, "{title:>9}")?;
        }
        for size in self.0.iter().chain([&self.total()]) {
            write!(f, "\n{:<26}", size.name)?;
            for side in [size.ours, size.theirs] {
                for number in [side.bytes, side.tokens(), side.errors, side.warnings] {
                    write!(f, "{number:>9}")?;
                }
            }
        }
        Ok(())
    }
}
