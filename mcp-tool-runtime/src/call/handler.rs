//! The interface through which a call runs the function of its tool.

use std::future::Future;
use std::pin::Pin;

use crate::arguments::Arguments;
use crate::context::ToolContext;
use crate::return_type::Outcome;

/// The future of a started call.
pub type Reply<'a> = Pin<Box<dyn Future<Output = Outcome> + Send + 'a>>;

/// Runs the calls of one tool. Each handler owns the state that its tool uses. So you can join registries
/// whose states have different types.
pub(crate) trait Handler: Send + Sync {
    fn call<'a>(&'a self, context: &'a ToolContext, arguments: Arguments<'_>) -> Reply<'a>;

    /// Returns whether the function continues after a cancellation or the time limit has ended its call.
    fn outlives_its_call(&self) -> bool {
        false
    }
}
