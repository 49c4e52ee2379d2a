//! The registry: a state, and the tools that share it.

use std::fmt;
use std::sync::Arc;

use super::tools::Tools;
use crate::definition::ToolDefinition;
use crate::header::HeaderBinding;
#[cfg(feature = "rmcp3")]
use crate::tool::State;

/// The tools of a server with their shared state.
///
/// Clones are cheap and share everything.
///
/// ```
/// use mcp_tool_runtime::{CallToolRequest, ProtocolVersion, ToolContext, ToolRegistry, mcp_tool, tools};
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
/// let list = registry.list(ProtocolVersion::V2025_11_25, None)?;
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
pub struct ToolRegistry<S: 'static = ()> {
    pub(super) state: Arc<S>,
    pub(super) tools: Arc<Tools>,
}

impl<S> ToolRegistry<S> {
    /// Returns the shared state.
    pub fn state(&self) -> &S {
        &self.state
    }

    /// Returns the definitions of all tools in the order of registration. They are not adapted to a protocol
    /// version.
    pub fn definitions(&self) -> &[Arc<ToolDefinition>] {
        self.tools.definitions()
    }

    pub(crate) fn tools(&self) -> &Arc<Tools> {
        &self.tools
    }

    /// Returns those arguments of a tool that clients repeat in HTTP headers. Clients do this from protocol
    /// version 2026-07-28 on. Returns an empty slice for an unknown tool.
    pub fn header_bindings(&self, tool: &str) -> &[HeaderBinding] {
        self.tools.find(tool).map_or(&[], |tool| &tool.headers)
    }
}

impl<S> Clone for ToolRegistry<S> {
    fn clone(&self) -> Self {
        ToolRegistry {
            state: Arc::clone(&self.state),
            tools: Arc::clone(&self.tools),
        }
    }
}

impl<S> fmt::Debug for ToolRegistry<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.tools.all().map(|tool| &tool.definition.name).collect();
        f.debug_struct("ToolRegistry")
            .field("tools", &names)
            .finish_non_exhaustive()
    }
}

/// A state of any type.
#[cfg(feature = "rmcp3")]
pub(crate) type AnyState = Arc<dyn std::any::Any + Send + Sync>;

#[cfg(feature = "rmcp3")]
impl<S: State> ToolRegistry<S> {
    /// Erases the type of the state, so that rustc compiles the server once instead of once per state type.
    /// The new registry keeps the state alive.
    pub(crate) fn erase(self) -> ToolRegistry<AnyState> {
        ToolRegistry {
            state: Arc::new(self.state),
            tools: self.tools,
        }
    }
}
