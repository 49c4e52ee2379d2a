//! The registry: a state, and the tools that share it.

use std::fmt;
use std::sync::Arc;

use mcp_tool_rules::tool_name::{NameFault, name_fault};
use mcp_tool_schema::suggestion::nearest;

use super::assemble::{check, name_problems};
use super::handle_json::handle_json;
use super::list::{CacheHint, ListToolsResult};
use super::tools::Tools;
use crate::call::{CallToolRequest, RegisteredTool};
use crate::context::ToolContext;
use crate::definition::{HeaderBinding, ToolDefinition};
use crate::error::{BuildError, BuildProblem, ProtocolError};
use crate::protocol::ProtocolVersion;
use crate::result::CallToolResponse;
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
/// assert_eq!(result.content()[0].as_text(), Some("Hello, Ada!"));
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

    /// Returns the definition of a tool, not adapted to a protocol version. Returns `None` for an unknown name.
    ///
    /// ```
    /// use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
    ///
    /// /// Adds two numbers.
    /// #[mcp_tool(title = "Add")]
    /// async fn add(a: i64, b: i64) -> i64 {
    ///     a + b
    /// }
    ///
    /// let registry = ToolRegistry::builder(()).tools(tools![add]).build()?;
    /// assert_eq!(registry.definition("add").unwrap().title.as_deref(), Some("Add"));
    /// assert!(registry.definition("subtract").is_none());
    /// # Ok::<(), mcp_tool_runtime::BuildError>(())
    /// ```
    pub fn definition(&self, name: &str) -> Option<&ToolDefinition> {
        self.tools.definition(name)
    }

    pub(crate) fn tools(&self) -> &Arc<Tools> {
        &self.tools
    }

    /// Returns those arguments of a tool that clients repeat in HTTP headers. Clients do this from protocol
    /// version 2026-07-28 on. Returns an empty slice for an unknown tool.
    pub fn header_bindings(&self, tool: &str) -> &[HeaderBinding] {
        self.tools.find(tool).map_or(&[], |tool| &tool.headers)
    }

    /// Returns all tools in the order of registration, with definitions adapted to `version`. Use
    /// [`list_for`](Self::list_for) to list what a caller sees.
    ///
    /// # Errors
    ///
    /// Returns -32602 for every cursor, because there is only one page.
    pub fn list(
        &self,
        version: ProtocolVersion,
        cursor: Option<&str>,
    ) -> Result<ListToolsResult<'_>, ProtocolError> {
        let context = ToolContext::new(version);
        self.tools.list(self.tools.all(), &context, cursor)
    }

    /// Returns the tools that the caller in `context` sees, in the order of registration. Adapts the
    /// definitions to the context's protocol version. A server calls this method for `tools/list`.
    ///
    /// # Errors
    ///
    /// Returns -32602 for every cursor, because there is only one page.
    pub fn list_for(
        &self,
        context: &ToolContext,
        cursor: Option<&str>,
    ) -> Result<ListToolsResult<'_>, ProtocolError> {
        self.tools.list_for(context, cursor)
    }

    /// Adds the tools of another registry after the tools of this registry. Each tool keeps its state and
    /// settings, so the two registries may differ in both.
    ///
    /// # Errors
    ///
    /// Returns every name that both registries have. To resolve duplicates, use [`prefixed`](Self::prefixed)
    /// or [`rename`](Self::rename) on one of the two registries.
    ///
    /// ```
    /// use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
    ///
    /// /// Reports whether the server is healthy.
    /// #[mcp_tool(read_only)]
    /// fn health() -> &'static str {
    ///     "well"
    /// }
    ///
    /// let database = ToolRegistry::builder("postgres").tools(tools![health]).build()?;
    /// let cache = ToolRegistry::builder(8).tools(tools![health]).build()?;
    /// assert!(database.clone().extend(cache.clone()).is_err());
    ///
    /// let both = database.prefixed("db_")?.extend(cache.prefixed("cache_")?)?;
    /// let names: Vec<_> = both.definitions().iter().map(|tool| &tool.name).collect();
    /// assert_eq!(names, ["db_health", "cache_health"]);
    /// # Ok::<(), mcp_tool_runtime::BuildError>(())
    /// ```
    pub fn extend<O: State>(self, other: ToolRegistry<O>) -> Result<Self, BuildError> {
        let cache = CacheHint::join(self.tools.cache, other.tools.cache);
        self.changed(cache, |entries| {
            entries.extend(other.tools.entries.iter().cloned());
        })
    }

    /// Adds the tools of another registry, like [`extend`](Self::extend). But a tool with the name of an
    /// existing tool takes its place in the list.
    ///
    /// ```
    /// use mcp_tool_runtime::{Tool, ToolRegistry};
    ///
    /// let tool = |name: &str, text: &'static str| {
    ///     let tool = Tool::builder(name).description(text);
    ///     tool.handler(move |_, _| async move { text })
    /// };
    /// let old = ToolRegistry::builder(()).tools([tool("a", "old"), tool("b", "old")]).build()?;
    /// let new = ToolRegistry::builder(()).tools([tool("c", "new"), tool("a", "new")]).build()?;
    /// let merged = old.merge(new);
    /// let names: Vec<_> = merged.definitions().iter().map(|tool| &tool.name).collect();
    /// assert_eq!(names, ["a", "b", "c"]);
    /// assert_eq!(merged.definition("a").unwrap().description.as_deref(), Some("new"));
    /// # Ok::<(), mcp_tool_runtime::BuildError>(())
    /// ```
    pub fn merge<O: State>(self, other: ToolRegistry<O>) -> Self {
        let mut entries = self.tools.entries.clone();
        for tool in &other.tools.entries {
            match self.tools.position(&tool.definition.name) {
                Some(position) => entries[position] = Arc::clone(tool),
                None => entries.push(Arc::clone(tool)),
            }
        }
        let cache = CacheHint::join(self.tools.cache, other.tools.cache);
        self.with(entries, cache)
    }

    /// Adds a prefix to the name of each tool.
    ///
    /// # Errors
    ///
    /// Returns the prefix if it has an invalid character. Otherwise, returns every name that becomes too
    /// long.
    ///
    /// ```
    /// use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
    ///
    /// /// Searches.
    /// #[mcp_tool(read_only)]
    /// fn search() {}
    ///
    /// let registry = ToolRegistry::builder(()).tools(tools![search]).build()?;
    /// let archive = registry.clone().prefixed("archive_")?;
    /// assert_eq!(archive.definitions()[0].name, "archive_search");
    /// // `prefixed` returned a new registry, and did not change this one.
    /// assert_eq!(registry.definitions()[0].name, "search");
    /// assert!(registry.prefixed("my archive ").is_err());
    /// # Ok::<(), mcp_tool_runtime::BuildError>(())
    /// ```
    pub fn prefixed(self, prefix: &str) -> Result<Self, BuildError> {
        // Check the prefix itself first. Otherwise, an invalid character in the prefix makes
        // every new tool name invalid, and the error lists every tool.
        if let Some(fault @ NameFault::Character(_)) = name_fault(prefix) {
            return Err(BuildError::new(vec![BuildProblem::InvalidPrefix {
                prefix: prefix.to_owned(),
                reason: fault.words().to_owned(),
            }]));
        }
        let cache = self.tools.cache;
        self.changed(cache, |entries| {
            for tool in entries {
                *tool = with_name(tool, format!("{prefix}{}", tool.definition.name));
            }
        })
    }

    /// Renames the tool `from` to `to`.
    ///
    /// # Errors
    ///
    /// Returns a problem if there is no tool `from`, if another tool has the name `to`, or if `to` is an
    /// invalid name.
    ///
    /// ```
    /// use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
    ///
    /// /// Searches.
    /// #[mcp_tool(read_only)]
    /// fn search() {}
    ///
    /// let registry = ToolRegistry::builder(()).tools(tools![search]).build()?;
    /// let renamed = registry.rename("search", "find")?;
    /// assert_eq!(renamed.definitions()[0].name, "find");
    /// let error = renamed.rename("search", "look").unwrap_err();
    /// assert_eq!(error.to_string(), "the tool registry cannot be built: there is no tool `search`");
    /// # Ok::<(), mcp_tool_runtime::BuildError>(())
    /// ```
    pub fn rename(self, from: &str, to: impl Into<String>) -> Result<Self, BuildError> {
        let Some(position) = self.tools.position(from) else {
            let names = self.tools.all().map(|tool| tool.definition.name.as_str());
            return Err(BuildError::new(vec![BuildProblem::UnknownTool {
                tool: from.to_owned(),
                nearest: nearest(from, names).map(str::to_owned),
            }]));
        };
        let cache = self.tools.cache;
        self.changed(cache, |entries| {
            entries[position] = with_name(&entries[position], to.into());
        })
    }

    /// Keeps the tools for which `keep` returns `true`.
    ///
    /// ```
    /// use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
    ///
    /// /// Looks.
    /// #[mcp_tool(read_only)]
    /// fn look() {}
    ///
    /// /// Changes.
    /// #[mcp_tool]
    /// fn change() {}
    ///
    /// let all = ToolRegistry::builder(()).tools(tools![look, change]).build()?;
    /// let safe = all.filter(|tool| {
    ///     tool.annotations.as_ref().is_some_and(|hints| hints.read_only_hint == Some(true))
    /// });
    /// assert_eq!(safe.definitions().len(), 1);
    /// # Ok::<(), mcp_tool_runtime::BuildError>(())
    /// ```
    pub fn filter(self, keep: impl Fn(&ToolDefinition) -> bool) -> Self {
        let entries = self.tools.entries.iter();
        let kept = entries.filter(|tool| keep(&tool.definition)).cloned();
        let (kept, cache) = (kept.collect(), self.tools.cache);
        self.with(kept, cache)
    }

    /// Applies a change to a copy of the tools, and checks all names.
    fn changed(
        self,
        cache: Option<CacheHint>,
        change: impl FnOnce(&mut Vec<Arc<RegisteredTool>>),
    ) -> Result<Self, BuildError> {
        let mut entries = self.tools.entries.clone();
        change(&mut entries);
        let names = entries.iter().map(|tool| tool.definition.name.as_str());
        check(name_problems(names))?;
        Ok(self.with(entries, cache))
    }

    fn with(self, entries: Vec<Arc<RegisteredTool>>, cache: Option<CacheHint>) -> Self {
        ToolRegistry {
            state: self.state,
            tools: Arc::new(Tools::new(entries, cache)),
        }
    }
}

impl<S: State> ToolRegistry<S> {
    /// Calls a tool. The response has the form of the protocol version in the request's `_meta`. If `_meta`
    /// has no version, the context's version applies.
    ///
    /// The model reads most failures in a result with `isError`, for example wrong arguments, an error from
    /// the tool, or a panic in the tool. The errors below are the exceptions.
    ///
    /// # Errors
    ///
    /// - -32602 for an unknown tool, for arguments that are neither an object nor `null`, for a protocol
    ///   version that is not a string, and for an invalid `requestState`
    /// - -32021 (since protocol version 2026-07-28) if the tool requests input that the client has not
    ///   declared support for
    /// - -32022 for a request that names an unsupported protocol version
    /// - -32603 for a call that was [cancelled](ToolContext::with_cancellation)
    /// - any `ProtocolError` that a tool, a guard or a layer returns, if the protocol version has its code
    pub fn call(
        &self,
        request: CallToolRequest,
        context: &ToolContext,
    ) -> impl Future<Output = Result<CallToolResponse, ProtocolError>> + Send {
        self.tools.call_parsed(request, context)
    }

    /// Serves one JSON-RPC 2.0 message for `tools/list` or `tools/call`: takes the bytes of the message, and
    /// returns the bytes of the response.
    ///
    /// Returns `None` for a notification, for a response, and for a call that was
    /// [cancelled](ToolContext::with_cancellation). Every other message gets a response, which can be an
    /// error, such as -32700 for invalid JSON, -32600 for an invalid request or -32601 for any other method.
    /// If the id is unreadable, the error omits `id`, or contains `"id":null` in protocol versions older than
    /// 2025-11-25. If your server has other methods, read `method` first. Pass only `tools/list` and
    /// `tools/call` to this function.
    ///
    /// ```
    /// use mcp_tool_runtime::{ProtocolVersion, ToolContext, ToolRegistry, mcp_tool, tools};
    ///
    /// /// Adds two numbers.
    /// #[mcp_tool(read_only)]
    /// async fn add(a: i64, b: i64) -> i64 {
    ///     a + b
    /// }
    ///
    /// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
    /// let registry = ToolRegistry::builder(()).tools(tools![add]).build()?;
    /// let request = br#"{"jsonrpc":"2.0","id":7,"method":"tools/call",
    ///                    "params":{"name":"add","arguments":{"a":1,"b":2}}}"#;
    /// let context = ToolContext::new(ProtocolVersion::V2025_11_25);
    /// let response = registry.handle_json(request, &context).await.unwrap();
    /// assert_eq!(
    ///     std::str::from_utf8(&response)?,
    ///     r#"{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"3"}]}}"#,
    /// );
    /// # Ok(())
    /// # }
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(run()).unwrap();
    /// ```
    pub async fn handle_json(&self, message: &[u8], context: &ToolContext) -> Option<Vec<u8>> {
        handle_json(&self.tools, message, context).await
    }
}

fn with_name(tool: &RegisteredTool, name: String) -> Arc<RegisteredTool> {
    Arc::new(RegisteredTool {
        definition: tool.definition.renamed(name),
        ..tool.clone()
    })
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
pub type AnyState = Arc<dyn std::any::Any + Send + Sync>;

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
