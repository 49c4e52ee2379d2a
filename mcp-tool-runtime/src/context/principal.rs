/// Who is logged in, as the host has found out: a value for the
/// [extensions](crate::ToolContext::with_extension) of a request, or for those of an HTTP request.
///
/// What a client brings back from an earlier round of a call is only taken from the one to whom it
/// was given (R194). Over HTTP, the session of one is unknown to all others.
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
    /// Creates a principal from the unique id of a user. The log has it, so it must not be a token.
    pub fn new(name: impl Into<String>) -> Self {
        Principal(name.into())
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.0
    }
}
