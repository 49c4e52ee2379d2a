//! `BuildError`: mistakes in the tools and settings of a registry.

use std::fmt;

/// All problems that a builder or a registry has found in tools and settings.
///
/// ```
/// use mcp_tool_runtime::{mcp_tool, tools, ToolRegistry};
///
/// /// Says hello.
/// #[mcp_tool]
/// fn hello() -> &'static str {
///     "hello"
/// }
///
/// let error = ToolRegistry::builder(())
///     .tools(tools![hello])
///     .tools(tools![hello])
///     .build()
///     .unwrap_err();
/// assert_eq!(error.problems().len(), 1);
/// assert!(error.to_string().contains("two tools are named `hello`"));
/// ```
#[derive(Clone, PartialEq)]
pub struct BuildError {
    problems: Vec<BuildProblem>,
}

impl BuildError {
    /// Creates the error of a registry or a server that has `problems`.
    ///
    /// # Panics
    ///
    /// Panics without a problem.
    pub fn new(problems: Vec<BuildProblem>) -> Self {
        assert!(!problems.is_empty(), "an error has at least one problem");
        BuildError { problems }
    }

    /// Returns the problems, at least one. In the error of a registry, invalid and duplicate names come first, then short keys, and then
    /// all other problems. Each group keeps the order of registration.
    pub fn problems(&self) -> &[BuildProblem] {
        &self.problems
    }
}

/// Formats like [`Display`](fmt::Display), because Rust prints the `Debug` format if `main` returns an error.
impl fmt::Debug for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problems.as_slice() {
            [problem] => write!(f, "the tool registry cannot be built: {problem}"),
            problems => {
                write!(
                    f,
                    "the tool registry cannot be built, for {} reasons:",
                    problems.len()
                )?;
                problems
                    .iter()
                    .try_for_each(|problem| write!(f, "\n- {problem}"))
            }
        }
    }
}

impl std::error::Error for BuildError {}

/// One problem of a registry.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum BuildProblem {
    /// Two tools have the same name.
    DuplicateName {
        /// The name.
        tool: String,
    },
    /// A name has the wrong length or a character outside `A-Za-z0-9_.-`.
    InvalidName {
        /// The invalid name.
        tool: String,
        /// The fault.
        reason: String,
    },
    /// A prefix has a character outside `A-Za-z0-9_.-`. If a prefix makes a name too long, the problem is
    /// `InvalidName`.
    InvalidPrefix {
        /// The invalid prefix.
        prefix: String,
        /// The fault.
        reason: String,
    },
    /// A tool has no description, or a description without text. The macro cannot detect this in a constant,
    /// or in a doc comment under `#[cfg_attr]`.
    NoDescription {
        /// The tool.
        tool: String,
    },
    /// The declaration of an argument is invalid.
    Argument {
        /// The tool.
        tool: String,
        /// The argument. Empty if the problem concerns no single argument.
        argument: String,
        /// The reason.
        reason: String,
    },
    /// A schema, an icon, a key of `_meta` or another part of a tool's definition is invalid.
    Part {
        /// The tool.
        tool: String,
        /// The part.
        part: String,
        /// The reason.
        reason: String,
    },
    /// A tool has a timeout, but the registry has no clock.
    NoTimer {
        /// The tool.
        tool: String,
    },
    /// A tool runs on a thread pool, but the registry has none.
    NoBlockingPool {
        /// The tool.
        tool: String,
    },
    /// A tool has the option `request_state`, but the registry has no key to seal the state.
    NoRequestStateKey {
        /// The tool.
        tool: String,
    },
    /// A key for `requestState` is shorter than 32 bytes.
    ShortRequestStateKey {
        /// The length of the key in bytes.
        length: usize,
    },
    /// A tool to rename or replace does not exist.
    UnknownTool {
        /// The name.
        tool: String,
        /// The most similar tool name, if one is similar enough.
        nearest: Option<String>,
    },
    /// User code panicked while the registry generated the schemas, defaults or `_meta` of a tool.
    Schema {
        /// The tool.
        tool: String,
    },
}

impl BuildProblem {
    /// Returns whether the registry lacks a timer, a thread pool or a key that calls need. The definitions of
    /// the tools do not depend on these.
    pub(crate) fn is_about_services(&self) -> bool {
        use BuildProblem::{NoBlockingPool, NoRequestStateKey, NoTimer};
        matches!(
            self,
            NoTimer { .. } | NoBlockingPool { .. } | NoRequestStateKey { .. }
        )
    }
}

impl fmt::Display for BuildProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildProblem::DuplicateName { tool } => write!(
                f,
                "two tools are named `{tool}`; rename one with `#[mcp_tool(name = \"…\")]`, or one \
                 registry's with `prefixed` or `rename`"
            ),
            BuildProblem::Argument {
                tool,
                argument,
                reason,
            } if argument.is_empty() => write!(f, "the arguments of `{tool}`: {reason}"),
            BuildProblem::Argument {
                tool,
                argument,
                reason,
            } => write!(f, "the argument `{argument}` of `{tool}`: {reason}"),
            BuildProblem::Part { tool, part, reason } => {
                write!(f, "the {part} of `{tool}`: {reason}")
            }
            BuildProblem::NoTimer { tool } => write!(
                f,
                "`{tool}` has a timeout, but the registry has no clock; add one with \
                 `.timer(tokio::time::sleep)`"
            ),
            BuildProblem::NoBlockingPool { tool } => write!(
                f,
                "`{tool}` runs on a thread pool, but the registry has none; add one with \
                 `.blocking_pool(|work| {{ tokio::task::spawn_blocking(work); }})`"
            ),
            BuildProblem::NoRequestStateKey { tool } => write!(
                f,
                "`{tool}` has `request_state`, but the registry has no key to seal it; add one with \
                 `.request_state_key(key)`: at least 32 random bytes, kept secret, and the same on all \
                 servers that share the load"
            ),
            BuildProblem::ShortRequestStateKey { length } => write!(
                f,
                "a `request_state_key` of {length} bytes can be guessed; use at least 32 random bytes"
            ),
            BuildProblem::UnknownTool { tool, nearest } => {
                write!(f, "there is no tool `{tool}`")?;
                match nearest {
                    Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
                    None => Ok(()),
                }
            }
            BuildProblem::InvalidPrefix { prefix, reason } => {
                write!(f, "`{prefix}` cannot be a prefix of tool names: {reason}")
            }
            BuildProblem::InvalidName { tool, reason } => {
                write!(f, "`{tool}` cannot be the name of a tool: {reason}")
            }
            BuildProblem::NoDescription { tool } => write!(
                f,
                "the description of `{tool}` is empty, so no model can know when to call the tool; \
                 say what it does in its doc comment, or in `description`"
            ),
            BuildProblem::Schema { tool } => write!(
                f,
                "the schemas of `{tool}` cannot be generated: the `JsonSchema`, `Default` or \
                 `Deserialize` implementation of one of its types panicked"
            ),
        }
    }
}
