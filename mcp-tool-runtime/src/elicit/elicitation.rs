//! The user's answer, and the future that waits for it.

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

/// A question to the user: `.await` it for the answer.
///
/// [`ToolContext::elicit`](crate::ToolContext::elicit) and
/// [`ToolContext::elicit_url`](crate::ToolContext::elicit_url) return this future. The client does not get the
/// question before the `.await`.
#[must_use = "the client is not asked before you write `.await`"]
pub struct ElicitFuture<'a, T>(Pin<Box<dyn Future<Output = Elicitation<T>> + Send + 'a>>);

impl<'a, T> ElicitFuture<'a, T> {
    pub(crate) fn new(answer: impl Future<Output = Elicitation<T>> + Send + 'a) -> Self {
        ElicitFuture(Box::pin(answer))
    }
}

impl<T> Future for ElicitFuture<'_, T> {
    type Output = Elicitation<T>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Elicitation<T>> {
        self.0.as_mut().poll(context)
    }
}

impl<T> fmt::Debug for ElicitFuture<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ElicitFuture").finish_non_exhaustive()
    }
}

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
