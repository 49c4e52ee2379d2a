/// The authenticated user: a value for the [extensions](crate::ToolContext::with_extension) of a
/// request, or of an HTTP request.
///
/// Sealed state of an earlier round is bound to its user. Over HTTP, only the user who opened a
/// session can use it.
///
/// ```
/// use mcp_tool_runtime::{Principal, ToolContext};
///
/// let context = ToolContext::detached().with_extension(Principal::new("ada@example.com"));
/// assert_eq!(context.extension::<Principal>().unwrap().name(), "ada@example.com");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Principal(String);

impl Principal {
    /// Creates a principal from the unique id of a user. The id appears in the log, so do not use a
    /// token.
    pub fn new(name: impl Into<String>) -> Self {
        Principal(name.into())
    }

    /// Returns the id of the user.
    pub fn name(&self) -> &str {
        &self.0
    }
}
