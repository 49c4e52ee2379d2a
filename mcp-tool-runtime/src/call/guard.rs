//! Functions that allow or reject calls.

use std::future::Future;
use std::pin::Pin;

use crate::{IntoToolError, ToolError};

/// The future of a guard's decision.
pub(crate) type Decision = Pin<Box<dyn Future<Output = Result<(), ToolError>> + Send>>;

/// A decision of a guard: a `Result<(), E>`, or a future of one.
#[diagnostic::on_unimplemented(
    message = "a guard returns `Result<(), E>`, or a future of it, not `{Self}`",
    label = "a guard cannot return this",
    note = "write `Ok(())` to admit the call, and `Err(\"the reason\")` to refuse it",
    note = "`E` is a string, a `ToolError`, or an error with `#[derive(ToolError)]`"
)]
pub trait GuardResult<M> {
    #[doc(hidden)]
    fn decision(self) -> Decision;
}

/// Marks a guard that returns its decision directly.
pub struct Immediate;

/// Marks a guard that returns a future of its decision.
pub struct Eventual;

#[diagnostic::do_not_recommend]
impl<E: GuardError> GuardResult<Immediate> for Result<(), E> {
    fn decision(self) -> Decision {
        Box::pin(std::future::ready(self.map_err(E::refusal)))
    }
}

#[diagnostic::do_not_recommend]
impl<F, E> GuardResult<(Eventual, E)> for F
where
    F: Future<Output = Result<(), E>> + Send + 'static,
    E: GuardError,
{
    fn decision(self) -> Decision {
        Box::pin(async move { self.await.map_err(E::refusal) })
    }
}

/// The reason for rejecting a call: a string, a `ToolError`, or an error with `#[derive(ToolError)]`.
pub trait GuardError: 'static {
    #[doc(hidden)]
    fn refusal(self) -> ToolError;
}

impl GuardError for String {
    fn refusal(self) -> ToolError {
        ToolError::new(self)
    }
}

impl GuardError for &'static str {
    fn refusal(self) -> ToolError {
        ToolError::new(self)
    }
}

impl GuardError for ToolError {
    fn refusal(self) -> ToolError {
        self
    }
}

impl<E: IntoToolError + 'static> GuardError for E {
    fn refusal(self) -> ToolError {
        self.into_tool_error()
    }
}
