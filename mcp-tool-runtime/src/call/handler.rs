//! The function of a tool, as its calls see it.

use std::future::Future;
use std::pin::Pin;

use crate::ToolContext;
use crate::arguments::Arguments;
use crate::return_type::Outcome;

/// A call of a tool that is on its way.
pub type Reply<'a> = Pin<Box<dyn Future<Output = Outcome> + Send + 'a>>;

/// Runs the calls of one tool. The state is bound into it, so that registries with different states can
/// be joined.
pub(crate) trait Handler: Send + Sync {
    fn call<'a>(&'a self, context: &'a ToolContext, arguments: Arguments<'_>) -> Reply<'a>;

    /// Returns whether a call continues after it was cancelled.
    fn outlives_its_call(&self) -> bool {
        false
    }
}
