//! Functions that allow or reject calls.

use std::fmt;
use std::future::Future;
use std::ops::Deref;
use std::sync::Arc;

use super::tool_call::{Decision, ToolCall};
use crate::error::ToolError;

/// A call about which a [guard](crate::registry::ToolRegistryBuilder::guard) decides: a [`ToolCall`], and the state of the
/// registry that has the guard.
///
/// ```
/// use mcp_tool_runtime::{ToolError, ToolRegistry};
///
/// #[derive(Debug, thiserror::Error, ToolError)]
/// #[error("the account {0} is locked")]
/// #[tool_error(public)]
/// struct Locked(String);
///
/// struct Accounts {
///     locked: Vec<String>,
/// }
///
/// impl Accounts {
///     fn check(&self, user: &str) -> Result<(), Locked> {
///         if self.locked.iter().any(|locked| locked == user) {
///             return Err(Locked(user.to_owned()));
///         }
///         Ok(())
///     }
/// }
///
/// let registry = ToolRegistry::builder(Accounts { locked: Vec::new() })
///     .guard(|call| {
///         let user = call.context().principal();
///         Ok(call.state().check(user.map_or("guest", |user| user.name()))?)
///     })
///     .build()?;
/// # Ok::<(), mcp_tool_runtime::BuildError>(())
/// ```
pub struct GuardedCall<S> {
    call: ToolCall,
    state: Arc<S>,
}

impl<S> GuardedCall<S> {
    pub(crate) fn new(call: ToolCall, state: Arc<S>) -> Self {
        GuardedCall { call, state }
    }

    /// Returns the state of the registry.
    pub fn state(&self) -> &S {
        &self.state
    }
}

impl<S> Deref for GuardedCall<S> {
    type Target = ToolCall;

    fn deref(&self) -> &ToolCall {
        &self.call
    }
}

impl<S> fmt::Debug for GuardedCall<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.call.fmt(f)
    }
}

/// A decision of a guard: a `Result<(), ToolError>`, or a future of one.
///
/// The error has one type, so that the compiler can infer it in a closure with `?`.
#[diagnostic::on_unimplemented(
    message = "a guard returns `Result<(), ToolError>`, or a future of it, not `{Self}`",
    label = "a guard cannot return this",
    note = "write `Ok(())` to admit the call, and `Err(ToolError::new(\"the reason\"))` to refuse it",
    note = "for another error, write `?`, as in `Ok(check(&call)?)`: it converts each error with `#[derive(ToolError)]`"
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
impl GuardResult<Immediate> for Result<(), ToolError> {
    fn decision(self) -> Decision {
        Box::pin(std::future::ready(self))
    }
}

#[diagnostic::do_not_recommend]
impl<F> GuardResult<Eventual> for F
where
    F: Future<Output = Result<(), ToolError>> + Send + 'static,
{
    fn decision(self) -> Decision {
        Box::pin(self)
    }
}
