//! The user's answer, and the future that waits for it.

use std::pin::Pin;

/// A question to the user: `.await` it for the answer.
///
/// [`ToolContext::elicit`](crate::ToolContext::elicit) and
/// [`ToolContext::elicit_url`](crate::ToolContext::elicit_url) return this future. The client does not get the
/// question before the `.await`.
pub type ElicitFuture<'a, T> = Pin<Box<dyn Future<Output = Elicitation<T>> + Send + 'a>>;

/// The outcome of [`ToolContext::elicit`](crate::ToolContext::elicit) or
/// [`ToolContext::elicit_url`](crate::ToolContext::elicit_url).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "the user may have said no"]
pub enum Elicitation<T> {
    /// The user submitted the form, or agreed to open the page.
    Accepted(T),
    /// The user declined.
    Declined,
    /// The user dismissed the question.
    Cancelled,
}

impl<T> Elicitation<T> {
    /// Returns the content that the user submitted, if the user accepted.
    ///
    /// ```
    /// use mcp_tool_runtime::elicit::Elicitation;
    ///
    /// assert_eq!(Elicitation::Accepted(7).accepted(), Some(7));
    /// assert_eq!(Elicitation::<u8>::Declined.accepted(), None);
    /// ```
    pub fn accepted(self) -> Option<T> {
        match self {
            Elicitation::Accepted(content) => Some(content),
            Elicitation::Declined | Elicitation::Cancelled => None,
        }
    }
}
