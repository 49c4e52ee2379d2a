//! Adapters between a call and the tool's function. They decode the arguments, and convert the return value.

use std::future::Future;

use crate::arguments::Arguments;
use crate::call::Reply;
use crate::context::ToolContext;
use crate::return_type::Outcome;

/// Boxes the future of a call.
///
/// If the future is not `Send`, the compiler prints the line `F: Send`. The comment on that line therefore
/// contains advice for the user.
pub fn reply_later<'a, F>(future: F) -> Reply<'a>
where
    F: Future<Output = Outcome> + 'a,
    F: Send, // help: `drop(…)` a guard before the `.await`, or take tokio's `Mutex`; for `Rc`, take `Arc`
{
    Box::pin(future)
}

/// Returns the reply of a call that has already completed.
pub fn ready<'a>(outcome: Outcome) -> Reply<'a> {
    Box::pin(std::future::ready(outcome))
}

/// Decodes the arguments, and returns the reply of the call as a future.
pub(crate) type Adapter<S> = for<'a> fn(&'a S, &'a ToolContext, &mut Arguments<'_>) -> Reply<'a>;

/// Decodes the arguments, runs a blocking function, and converts its return value.
pub(crate) type DirectAdapter<S> = fn(&S, &ToolContext, &mut Arguments<'_>) -> Outcome;

impl Arguments<'_> {
    /// Returns a completed reply that reports the faults in these arguments.
    pub fn error_reply<'a>(&mut self) -> Reply<'a> {
        ready(self.error())
    }

    /// Returns an outcome that reports the faults in these arguments.
    pub fn error(&mut self) -> Outcome {
        Outcome::refused(self.take_faults())
    }
}
