//! Tools: those that an expansion declared, and those made by value.

mod by_value;
#[cfg(feature = "inventory")]
mod collection;
mod declaration;
mod entry;
mod handler;
mod state;
mod text_option;

use std::future::Future;

pub use by_value::{HandlerAnswer, ToolBuilder};
pub(crate) use by_value::{ValueSchema, ValueTool};
#[cfg(feature = "inventory")]
pub use collection::{Joined, ToolCollection, collected};
pub use declaration::{Declaration, DeclaredIcon};
pub(crate) use entry::Call;
pub use entry::{
    CallTool, Declared, Entry, IsTool, McpTool, NoTools, PlainFunction, Run,
    SecondBlockNeedsCompanion, ToolsOf, ToolsOfType,
};
pub(crate) use handler::{Bind, BoundTool, bind};
pub use state::{HasState, LentInArc, NoState, Part, Pointer, SharedState, State};
pub use text_option::{GivenText, NoText, TextOption};

#[cfg(feature = "tower")]
use crate::CallToolResponse;
use crate::ToolContext;
use crate::arguments::Arguments;
pub use crate::call::Reply;
#[cfg(feature = "tower")]
use crate::call::{BoxError, Stack, ToolCall, ToolService};
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

/// A tool of a registry with the state `S`: an entry of [`tools!`](crate::tools).
///
/// A part of a program can hand its tools over as a list:
///
/// ```
/// use mcp_tool_runtime::{Tool, ToolRegistry, mcp_tool, tools};
///
/// /// Says whether the server is well.
/// #[mcp_tool(read_only)]
/// fn health() -> &'static str {
///     "well"
/// }
///
/// fn admin_tools() -> Vec<Tool<()>> {
///     tools![health]
/// }
///
/// let registry = ToolRegistry::builder(()).tools(admin_tools()).build()?;
/// assert_eq!(registry.definitions().len(), 1);
/// # Ok::<(), mcp_tool_runtime::BuildError>(())
/// ```
pub struct Tool<S: 'static = ()>(pub(crate) Kind<S>);

pub(crate) enum Kind<S: 'static> {
    Declared(Entry<S>),
    Value(Box<ValueTool>),
    #[cfg(feature = "tower")]
    Layered(Box<Tool<S>>, Stack),
}

impl<S> Tool<S> {
    /// The name on the wire.
    pub fn name(&self) -> &str {
        match &self.0 {
            Kind::Declared(entry) => entry.declaration.name,
            Kind::Value(tool) => &tool.definition.name,
            #[cfg(feature = "tower")]
            Kind::Layered(tool, _) => tool.name(),
        }
    }

    /// Puts a layer around the calls of this tool, inside of the layers of its registry. See
    /// [`ToolRegistryBuilder::layer`](crate::ToolRegistryBuilder::layer).
    ///
    /// ```
    /// use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
    /// use tower::limit::ConcurrencyLimitLayer;
    ///
    /// /// Renders a video.
    /// #[mcp_tool]
    /// async fn render() {}
    ///
    /// let renderers = tools![render].into_iter().map(|tool| tool.layer(ConcurrencyLimitLayer::new(1)));
    /// let registry = ToolRegistry::builder(()).tools(renderers).build()?;
    /// # Ok::<(), mcp_tool_runtime::BuildError>(())
    /// ```
    #[cfg(feature = "tower")]
    #[cfg_attr(docsrs, doc(cfg(feature = "tower")))]
    pub fn layer<L>(self, layer: L) -> Self
    where
        L: tower_layer::Layer<ToolService>,
        L::Service: tower_service::Service<ToolCall, Response = CallToolResponse> + Send + 'static,
        <L::Service as tower_service::Service<ToolCall>>::Error: Into<BoxError>,
        <L::Service as tower_service::Service<ToolCall>>::Future: Send + 'static,
    {
        let (tool, earlier) = match self.0 {
            Kind::Layered(tool, earlier) => (tool, Some(earlier)),
            kind => (Box::new(Tool(kind)), None),
        };
        Tool(Kind::Layered(tool, Stack::around(earlier, &layer, 2)))
    }
}

impl<S> Clone for Tool<S> {
    fn clone(&self) -> Self {
        Tool(match &self.0 {
            Kind::Declared(entry) => Kind::Declared(*entry),
            Kind::Value(tool) => Kind::Value(tool.clone()),
            #[cfg(feature = "tower")]
            Kind::Layered(tool, stack) => Kind::Layered(tool.clone(), stack.clone()),
        })
    }
}

impl<S> std::fmt::Debug for Tool<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Tool").field(&self.name()).finish()
    }
}

/// Returns the list that `tools!` makes of its entries.
pub fn collect<S>(entries: &[&'static [Entry<S>]]) -> Vec<Tool<S>> {
    // Loops and no chain of iterators: this is compiled for each state.
    let mut tools = Vec::with_capacity(entries.len());
    for part in entries {
        for entry in *part {
            tools.push(Tool(Kind::Declared(*entry)));
        }
    }
    tools
}

/// A list of tools for a registry: every iterator over [`Tool`]s.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of tools for a registry with the state `{S}`",
    label = "not what `tools![…]` makes",
    note = "write `.tools(tools![search, admin::purge])`",
    note = "a tool that is made by value comes from `.handler(…)`, and is added with `.tool(…)`"
)]
pub trait ToolList<S: 'static> {
    #[doc(hidden)]
    fn into_tools(self) -> impl Iterator<Item = Tool<S>>;
}

#[diagnostic::do_not_recommend]
impl<S: 'static, L: IntoIterator<Item = Tool<S>>> ToolList<S> for L {
    fn into_tools(self) -> impl Iterator<Item = Tool<S>> {
        self.into_iter()
    }
}

/// A tool that is added by itself: a [`Tool`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool by value of a registry with the state `{S}`",
    label = "not what `.handler(…)` makes",
    note = "a function with `#[mcp_tool]` goes into a list: write `.tools(tools![search])`, with the name of the function",
    note = "a tool by value is what `Tool::builder(…)` has become with `.handler(…)`"
)]
pub trait OneTool<S: 'static> {
    #[doc(hidden)]
    fn into_tool(self) -> Tool<S>;
}

#[diagnostic::do_not_recommend]
impl<S: 'static> OneTool<S> for Tool<S> {
    fn into_tool(self) -> Tool<S> {
        self
    }
}
