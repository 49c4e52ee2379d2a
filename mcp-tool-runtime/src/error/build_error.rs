use std::fmt;

/// Everything that is wrong with a registry, found before it serves its first request.
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
#[derive(Clone, Debug, PartialEq)]
pub struct BuildError {
    problems: Vec<BuildProblem>,
}

impl BuildError {
    pub(crate) fn new(problems: Vec<BuildProblem>) -> Self {
        BuildError { problems }
    }

    /// The problems, in the order in which the tools were registered; at least one.
    pub fn problems(&self) -> &[BuildProblem] {
        &self.problems
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

/// One reason why a registry cannot be built.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum BuildProblem {
    /// Two tools have the same name (R06).
    DuplicateName {
        /// The name.
        tool: String,
    },
    /// A name has the wrong length or a character outside `A-Za-z0-9_.-` (R02, R03).
    InvalidName {
        /// The name as it was given.
        tool: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A tool's description is a constant without any text (R11).
    NoDescription {
        /// The tool.
        tool: String,
    },
    /// The schema of a tool cannot be made, because a type's own code panicked.
    Schema {
        /// The tool.
        tool: String,
    },
}

impl fmt::Display for BuildProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildProblem::DuplicateName { tool } => write!(
                f,
                "two tools are named `{tool}`; rename one with `#[mcp_tool(name = \"…\")]`"
            ),
            BuildProblem::InvalidName { tool, reason } => {
                write!(f, "`{tool}` cannot be the name of a tool: {reason}")
            }
            BuildProblem::NoDescription { tool } => write!(
                f,
                "the description of `{tool}` is empty, so no model can know when to call it"
            ),
            BuildProblem::Schema { tool } => write!(
                f,
                "the schemas of `{tool}` cannot be made: the `JsonSchema`, `Default` or \
                 `Deserialize` implementation of one of its types panicked"
            ),
        }
    }
}
