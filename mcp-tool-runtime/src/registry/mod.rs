//! The tools of a server: registered once, listed and called for every revision.

mod assemble;
mod builder;
pub(crate) mod call;
mod compose;
pub(crate) mod input_required_round;
mod list;
mod registered;
#[cfg(feature = "request-state")]
mod request_state;
#[cfg(not(feature = "request-state"))]
#[path = "request_state_stub.rs"]
mod request_state;

mod services;
mod span;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

pub use builder::{ToolRegistryBuilder, UnknownArguments};
pub use list::{CacheScope, ListToolsResult};

use self::registered::Registered;
use self::request_state::StateKeys;
pub(crate) use self::services::Sleep;
use self::span::OnSpan;
use crate::tool::{SharedState, State};
use crate::{HeaderBinding, SchemaProfile, ToolDefinition};

/// The tools of a server, with the state that they share.
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
pub struct ToolRegistry<S: 'static> {
    state: Arc<S>,
    tools: Arc<Tools>,
}

/// The tools, whatever the state: each has what it needs of it.
pub(crate) struct Tools {
    entries: Vec<Registered>,
    by_name: HashMap<String, usize>,
    definitions: Vec<ToolDefinition>,
    lists: list::Lists,
}

impl Tools {
    /// Each tool and argument, and the name of the argument's Rust type.
    pub(crate) fn argument_types(&self) -> impl Iterator<Item = (&str, &str, &'static str)> {
        self.entries.iter().flat_map(|tool| {
            let types = tool.input.types();
            types.map(|(argument, name)| (tool.definition.name.as_str(), argument, name))
        })
    }

    /// Whether a tool's author accepts that its whole input is nested under one argument.
    pub(crate) fn allows_nested_input(&self, tool: &str) -> bool {
        self.find(tool).is_some_and(|tool| tool.allow_nested_input)
    }

    /// Every name has been checked.
    fn new(entries: Vec<Registered>) -> Self {
        let definitions: Vec<_> = entries.iter().map(|tool| tool.definition.clone()).collect();
        let names = definitions.iter().map(|definition| definition.name.clone());
        Tools {
            by_name: names.zip(0..).collect(),
            lists: list::Lists::new(&definitions),
            definitions,
            entries,
        }
    }

    /// The definition of a tool, in no revision's form.
    #[cfg(feature = "rmcp3")]
    pub(crate) fn definition(&self, name: &str) -> Option<&ToolDefinition> {
        self.find(name).map(|tool| &tool.definition)
    }

    fn find(&self, name: &str) -> Option<&Registered> {
        self.by_name
            .get(name)
            .map(|position| &self.entries[*position])
    }
}

#[derive(Clone, Default)]
struct Settings {
    unknown_arguments: UnknownArguments,
    ignored_arguments: Vec<String>,
    mask_errors: bool,
    schema_profile: SchemaProfile,
    state_keys: Option<StateKeys>,
    on_span: Option<OnSpan>,
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
    pub fn builder_arc<P: ?Sized>(state: Arc<P>) -> ToolRegistryBuilder<S>
    where
        Arc<P>: SharedState<S>,
    {
        ToolRegistryBuilder::new(state.__shared())
    }
}

impl<S> ToolRegistry<S> {
    /// The state that the tools share.
    pub fn state(&self) -> &S {
        &self.state
    }

    /// The definitions of all tools, in the order of their registration, in no revision's form.
    pub fn definitions(&self) -> &[ToolDefinition] {
        &self.tools.definitions
    }

    pub(crate) fn tools(&self) -> &Tools {
        &self.tools
    }

    /// The arguments of a tool that clients of 2026-07-28 repeat in HTTP headers, for a host that
    /// speaks HTTP (R50); none for a tool that does not exist.
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
        let names: Vec<_> = self.definitions().iter().map(|tool| &tool.name).collect();
        f.debug_struct("ToolRegistry")
            .field("tools", &names)
            .finish_non_exhaustive()
    }
}

/// A state of any type.
#[cfg(feature = "rmcp3")]
pub(crate) struct AnyState(
    #[expect(dead_code, reason = "the tools have what they need of it")]
    Arc<dyn std::any::Any + Send + Sync>,
);

#[cfg(feature = "rmcp3")]
impl<S: State> ToolRegistry<S> {
    /// Erases the type of the state, so that a server is compiled once. The state lives as long.
    pub(crate) fn erase(self) -> ToolRegistry<AnyState> {
        ToolRegistry {
            state: Arc::new(AnyState(self.state)),
            tools: self.tools,
        }
    }
}
