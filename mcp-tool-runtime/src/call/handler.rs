//! The interface through which a call runs the function of its tool.

use std::future::Future;
use std::pin::Pin;

use crate::ToolContext;
use crate::arguments::Arguments;
use crate::return_type::Outcome;

/// A call of a tool that has started.
pub type Reply<'a> = Pin<Box<dyn Future<Output = Outcome> + Send + 'a>>;

/// Runs the calls of one tool. The handler owns the state, so you can join registries with different states.
pub(crate) trait Handler: Send + Sync {
    fn call<'a>(&'a self, context: &'a ToolContext, arguments: Arguments<'_>) -> Reply<'a>;

    /// Returns whether the function continues after its call was cancelled.
    fn outlives_its_call(&self) -> bool {
        false
    }
}
