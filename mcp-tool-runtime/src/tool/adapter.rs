//! Adapters between a call and the tool's function. They decode the arguments, and convert the return value.

use std::future::Future;
use std::marker::PhantomData;

use crate::arguments::Arguments;
use crate::call::Reply;
use crate::context::ToolContext;
use crate::return_type::{Convert, Outcome, reply};

/// Boxes a future that computes the outcome of a call.
///
/// If the future is not `Send`, the compiler prints the line `F: Send`. The comment on that line therefore
/// contains advice for the user.
pub fn box_reply<'a, F>(future: F) -> Reply<'a>
where
    F: Future<Output = Outcome> + 'a,
    F: Send, // help: `drop(…)` a guard before the `.await`, or take tokio's `Mutex`; for `Rc`, take `Arc`
{
    Box::pin(future)
}

/// Returns the reply of an `async` function that borrows no argument. The reply directly polls the future
/// that the function returns, so the generated code needs no `async` block. `data` and `failure` convert the
/// function's return value, as in `reply`.
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

/// The types of the state that an `async` function borrows.
pub struct AsyncParts<P>(PhantomData<P>);

/// Returns the `AsyncParts` for the types in a nested list.
pub fn async_parts<P>() -> AsyncParts<P> {
    AsyncParts(PhantomData)
}

impl<P: Sync> AsyncParts<P> {
    /// Calls the function [`box_reply`].
    pub fn box_reply<'a, F>(self, future: F) -> Reply<'a>
    where
        F: Future<Output = Outcome> + 'a,
        F: Send, // help: `drop(…)` a guard before the `.await`, or take tokio's `Mutex`; for `Rc`, take `Arc`
    {
        box_reply(future)
    }

    /// Calls the function [`answer`].
    pub fn answer<'a, F, D, E>(self, call: F, data: D, failure: E) -> Reply<'a>
    where
        F: Future + 'a,
        F: Send, // help: `drop(…)` a guard before the `.await`, or take tokio's `Mutex`; for `Rc`, take `Arc`
        D: Send + 'a,
        E: Send + 'a,
        (F::Output, D, E): Convert,
    {
        answer(call, data, failure)
    }
}

/// Fallbacks for state that is not `Sync`. `AsyncState` rejects such state, so these methods never run. Without
/// them, rustc would also report that the future is not `Send`.
pub trait ByUnsharedState: Sized {
    fn box_reply<'a, F>(self, _future: F) -> Reply<'a> {
        Box::pin(std::future::pending())
    }

    fn answer<'a, F, D, E>(self, _call: F, _data: D, _failure: E) -> Reply<'a> {
        Box::pin(std::future::pending())
    }
}

impl<P> ByUnsharedState for AsyncParts<P> {}

/// Returns the reply of a call that has already completed.
pub fn ready<'a>(outcome: Outcome) -> Reply<'a> {
    Box::pin(std::future::ready(outcome))
}

/// Decodes the arguments, and returns the reply of the call as a future.
pub(crate) type Adapter<S> = for<'a> fn(&'a S, &'a ToolContext, Arguments<'_>) -> Reply<'a>;

/// Decodes the arguments, runs a blocking function, and converts its return value.
pub(crate) type DirectAdapter<S> = fn(&S, &ToolContext, Arguments<'_>) -> Outcome;

impl Arguments<'_> {
    /// Returns a completed reply that reports the faults in these arguments.
    pub fn refuse<'a>(self) -> Reply<'a> {
        ready(self.refused())
    }

    /// Returns an outcome that reports the faults in these arguments.
    pub fn refused(self) -> Outcome {
        Outcome::refused(self.into_faults())
    }
}
