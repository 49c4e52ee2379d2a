//! A tool of a registry, and lists of tools.

use std::sync::Arc;

use super::bound_tool::{Bind, BoundCall, BoundTool, NoHandler, Source, Threads};
use super::entry::{Call, Entry};
use crate::call::Handler;
#[cfg(feature = "tower")]
use crate::call::{BoxError, Stack, ToolCall, ToolService};
#[cfg(feature = "tower")]
use crate::result::CallToolResponse;

/// A tool for a registry with the state `S`, from [`tools!`](crate::tools) or [`Tool::builder`].
///
/// A function can return the tools of a module as a list:
///
/// ```
/// use mcp_tool_runtime::{Tool, ToolRegistry, mcp_tool, tools};
///
/// /// Reports whether the server is healthy.
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
pub struct Tool<S: 'static = ()> {
    source: Source,
    function: Function<S>,
    /// The layers that apply only to calls of this tool.
    #[cfg(feature = "tower")]
    layers: Option<Stack<ToolCall>>,
}

/// The function of a tool.
pub(super) enum Function<S: 'static> {
    /// Needs the state of the registry.
    Declared(&'static Call<S>),
    Future(Arc<dyn Handler>),
    /// Runs on a thread where blocking is allowed.
    Blocking(Arc<BoundCall>),
}

impl<S> Tool<S> {
    pub(super) fn new(source: Source, function: Function<S>) -> Self {
        Tool {
            source,
            function,
            #[cfg(feature = "tower")]
            layers: None,
        }
    }

    pub(super) fn declared(entry: &'static Entry<S>) -> Self {
        let source = Source::Declared(entry.declaration);
        Tool::new(source, Function::Declared(&entry.call))
    }

    /// Returns the published name.
    pub fn name(&self) -> &str {
        self.source.name()
    }

    /// Puts a layer around the calls of this tool, inside of the layers of its registry. See
    /// [`ToolRegistryBuilder::layer`](crate::registry::ToolRegistryBuilder::layer).
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
    pub fn layer<L>(mut self, layer: L) -> Self
    where
        L: tower_layer::Layer<ToolService>,
        L::Service: tower_service::Service<ToolCall, Response = CallToolResponse> + Send + 'static,
        <L::Service as tower_service::Service<ToolCall>>::Error: Into<BoxError>,
        <L::Service as tower_service::Service<ToolCall>>::Future: Send + 'static,
    {
        self.layers = Some(Stack::around(self.layers.take(), &layer, 2));
        self
    }

    pub(crate) fn bind(self, bind: Bind<S>, state: &Arc<S>, threads: Threads<'_>) -> BoundTool {
        let handler = match &self.function {
            Function::Declared(call) => bind(state, call, threads),
            Function::Future(handler) => Some(Arc::clone(handler)),
            Function::Blocking(call) => threads.handler(call),
        };
        self.with_handler(handler)
    }

    /// Converts the tool to a [`BoundTool`] whose definition is read, but which is never called.
    pub(crate) fn without_handler(self) -> BoundTool {
        self.with_handler(Some(Arc::new(NoHandler)))
    }

    fn with_handler(self, handler: Option<Arc<dyn Handler>>) -> BoundTool {
        BoundTool {
            source: self.source,
            handler,
            #[cfg(feature = "tower")]
            layers: self.layers,
        }
    }
}

impl<S> Clone for Tool<S> {
    fn clone(&self) -> Self {
        Tool {
            source: self.source.clone(),
            function: match &self.function {
                Function::Declared(call) => Function::Declared(call),
                Function::Future(handler) => Function::Future(Arc::clone(handler)),
                Function::Blocking(call) => Function::Blocking(Arc::clone(call)),
            },
            #[cfg(feature = "tower")]
            layers: self.layers.clone(),
        }
    }
}

impl<S> std::fmt::Debug for Tool<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Tool").field(&self.name()).finish()
    }
}

/// Collects the entries of a `tools!` call into a list of tools.
pub fn collect<S>(entries: &[&'static [Entry<S>]]) -> Vec<Tool<S>> {
    // Keep the plain loops. rustc compiles this function again for each state type `S`, and loops
    // compile faster than iterator chains.
    let mut tools = Vec::with_capacity(entries.len());
    for part in entries {
        for entry in *part {
            tools.push(Tool::declared(entry));
        }
    }
    tools
}

/// A list of tools for a registry. Every `IntoIterator` with [`Tool`] items implements this trait.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of tools for a registry with the state `{S}`",
    label = "not the result of `tools![…]`",
    note = "write the paths of the functions in `tools!`, as in `.tools(tools![search, admin::purge])`",
    note = "for a tool of `Tool::builder(…)`, call `.handler(…)`, and pass the result to `.tool(…)`"
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

/// The argument of [`ToolRegistryBuilder::tool`](crate::registry::ToolRegistryBuilder::tool). Only [`Tool`] implements
/// this trait.
#[diagnostic::on_unimplemented(
    message = "`.tool(…)` takes a single `Tool<{S}>`, not `{Self}`",
    label = "is not a `Tool`",
    note = "a function with `#[mcp_tool]` goes into a list: write `.tools(tools![search])`, with the name of the function",
    note = "for a tool without `#[mcp_tool]`, write `Tool::builder(…)` and finish it with `.handler(…)`"
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
