//! The adapters of an expansion: from the arguments of a call to the function, and to its reply.

use std::future::Future;

use crate::ToolContext;
use crate::arguments::Arguments;
use crate::call::Reply;
use crate::return_type::{Convert, Outcome, reply};

/// The reply that a future will give.
///
/// If threads cannot share the future, the compiler shows the line with the bound. So that line has
/// the help.
pub fn soon<'a, F>(future: F) -> Reply<'a>
where
    F: Future<Output = Outcome> + 'a,
    F: Send, // help: `drop(…)` a guard before the `.await`, or take tokio's `Mutex`; for `Rc`, take `Arc`
{
    Box::pin(future)
}

/// The reply of an `async` function that borrows no argument. The reply runs the future of the
/// function, so the expansion needs no `async` block.
pub fn answer<'a, F, D, E>(call: F, data: D, failure: E) -> Reply<'a>
where
    F: Future + 'a,
    F: Send, // help: `drop(…)` a guard before the `.await`, or take tokio's `Mutex`; for `Rc`, take `Arc`
    D: Send + 'a,
    E: Send + 'a,
    (F::Output, D, E): Convert,
{
    Box::pin(async move { reply(call.await, data, failure) })
}

/// Calls the tool's function: decodes first, then makes the future.
pub(crate) type Adapter<S> = for<'a> fn(&'a S, &'a ToolContext, Arguments<'_>) -> Reply<'a>;

/// Decodes the arguments, and runs the function to its end.
pub(crate) type DirectAdapter<S> = fn(&S, &ToolContext, Arguments<'_>) -> Outcome;

impl Arguments<'_> {
    /// The reply to a call whose arguments were wrong.
    pub fn refuse<'a>(self) -> Reply<'a> {
        Box::pin(std::future::ready(self.refused()))
    }

    /// The outcome of a call whose arguments were wrong.
    pub fn refused(self) -> Outcome {
        Outcome::refused(self.into_faults())
    }
}
