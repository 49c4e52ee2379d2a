//! The tools of a server: registered once, listed and called for every revision.

mod builder;
pub(crate) mod call;
mod list;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

pub use builder::{ToolRegistryBuilder, UnknownArguments};
pub use list::{CacheScope, ListToolsResult};

use crate::ToolDefinition;
use crate::tool::{Adapter, Declaration, State};

/// The tools of a server, with the state that they share.
///
/// Clones are cheap and share everything.
///
/// ```
/// use mcp_tool_runtime::{CallToolRequest, Revision, ToolContext, ToolRegistry, mcp_tool, tools};
/// use serde_json::json;
///
/// struct Greeter {
///     greeting: &'static str,
/// }
///
/// /// Greets somebody by name.
/// #[mcp_tool(read_only)]
/// async fn greet(
///     #[state] greeter: &Greeter,
///     /// Whom to greet
///     name: &str,
/// ) -> String {
///     format!("{}, {name}!", greeter.greeting)
/// }
///
/// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
/// let registry = ToolRegistry::builder(Greeter { greeting: "Hello" })
///     .tools(tools![greet])
///     .build()?;
///
/// let list = registry.list(Revision::V2025_11_25, None)?;
/// assert_eq!(list.tools()[0].name, "greet");
///
/// let request = CallToolRequest::new("greet").with_arguments(json!({ "name": "Ada" }));
/// let response = registry.call(request, &ToolContext::detached()).await?;
/// let result = response.complete().unwrap();
/// assert_eq!(result.content[0].as_text(), Some("Hello, Ada!"));
/// # Ok(())
/// # }
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(run()).unwrap();
/// ```
pub struct ToolRegistry<S: 'static> {
    inner: Arc<Inner<S>>,
}

struct Inner<S: 'static> {
    state: Arc<S>,
    entries: Vec<Registered<S>>,
    by_name: HashMap<&'static str, usize>,
    definitions: Vec<ToolDefinition>,
    lists: list::Lists,
    settings: Settings,
}

struct Registered<S: 'static> {
    declaration: &'static Declaration,
    call: Adapter<S>,
    /// Whether the published structured content is no object, at least at times. It is then left
    /// out before 2026-07-28, even where a single value happens to be an object (R98, R103).
    structured_is_no_object: bool,
}

#[derive(Clone, Default)]
struct Settings {
    unknown_arguments: UnknownArguments,
    ignored_arguments: Vec<String>,
    mask_errors: bool,
}

impl<S: State> ToolRegistry<S> {
    /// Starts a registry whose tools share `state`. A server whose tools need none passes `()`.
    pub fn builder(state: S) -> ToolRegistryBuilder<S> {
        ToolRegistryBuilder::new(Arc::new(state))
    }

    /// Starts a registry with a state that the rest of the program shares.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use mcp_tool_runtime::ToolRegistry;
    ///
    /// struct Database;
    /// let database = Arc::new(Database);
    /// let registry = ToolRegistry::builder_arc(database.clone()).build()?;
    /// assert!(std::ptr::eq(registry.state(), &*database));
    /// # Ok::<(), mcp_tool_runtime::BuildError>(())
    /// ```
    pub fn builder_arc(state: Arc<S>) -> ToolRegistryBuilder<S> {
        ToolRegistryBuilder::new(state)
    }
}

impl<S> ToolRegistry<S> {
    /// The state that the tools share.
    pub fn state(&self) -> &S {
        &self.inner.state
    }

    /// The definitions of all tools, in the order of their registration, in no revision's form.
    pub fn definitions(&self) -> &[ToolDefinition] {
        &self.inner.definitions
    }
}

impl<S> Clone for ToolRegistry<S> {
    fn clone(&self) -> Self {
        ToolRegistry {
            inner: Arc::clone(&self.inner),
        }
    }
}

impl<S> fmt::Debug for ToolRegistry<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.definitions().iter().map(|tool| &tool.name).collect();
        f.debug_struct("ToolRegistry")
            .field("tools", &names)
            .finish_non_exhaustive()
    }
}
