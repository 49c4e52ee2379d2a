//! Collects the tools and settings of a registry.

use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use mcp_tool_schema::generate::SchemaProfile;
use tracing::{Level, Span};

use super::assemble::assemble;
use super::defaults::ToolDefaults;
use super::list::{CacheHint, CacheScope};
use super::settings::{Settings, UnknownArguments};
use super::tool_registry::ToolRegistry;
use super::tools::Tools;
use crate::arguments::WrongArguments;
#[cfg(feature = "tower")]
use crate::call::ToolCall;
#[cfg(feature = "tower")]
use crate::call::{BoxError, Stack, ToolService};
use crate::call::{Guard, GuardResult, GuardedCall};
use crate::context::ToolContext;
use crate::definition::ToolDefinition;
use crate::error::BuildError;
#[cfg(feature = "tower")]
use crate::result::CallToolResponse;
use crate::services::{Pool, Services};
use crate::tool::{Bind, OneTool, SharedState, State, Tool, ToolList, bind};

impl<S: State> ToolRegistry<S> {
    /// Creates the builder of a registry whose tools share `state`. Pass `()` if the tools need no state.
    pub fn builder(state: S) -> ToolRegistryBuilder<S> {
        ToolRegistryBuilder::new(Arc::new(state))
    }

    /// Creates the builder of a registry with a state that the rest of the program shares.
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

/// Collects tools and settings. [`build`](Self::build) checks all of them.
#[must_use = "a builder does nothing until you call `build()`"]
pub struct ToolRegistryBuilder<S: 'static> {
    pub(super) state: Arc<S>,
    pub(super) bind: Bind<S>,
    pub(super) tools: Vec<Tool<S>>,
    pub(super) settings: Settings,
    pub(super) services: Services,
}

impl<S> ToolRegistryBuilder<S> {
    pub(super) fn new(state: Arc<S>) -> Self
    where
        S: State,
    {
        ToolRegistryBuilder {
            state,
            bind: bind::<S>,
            tools: Vec::new(),
            settings: Settings::default(),
            services: Services::default(),
        }
    }

    /// Adds the tools of a [`tools!`](crate::tools) list, or of any other list of [`Tool`]s, in the list's
    /// order.
    pub fn tools<L: ToolList<S>>(mut self, tools: L) -> Self {
        self.tools.extend(tools.into_tools());
        self
    }

    /// Adds one tool, for example from [`Tool::builder`].
    pub fn tool<T: OneTool<S>>(mut self, tool: T) -> Self {
        self.tools.push(tool.into_tool());
        self
    }

    /// Sets defaults for all tools of the registry: hints, and threads for functions that are not `async`. What a
    /// tool sets itself takes precedence. Default: [`ToolDefaults::new`].
    ///
    /// The order of the methods does not matter. If you move a tool to another registry, for example with
    /// [`extend`](ToolRegistry::extend), the tool keeps the defaults of the registry that built it.
    pub fn defaults(mut self, defaults: ToolDefaults) -> Self {
        self.settings.defaults = defaults;
        self
    }

    /// Sets the treatment of arguments that a tool does not have. Default:
    /// [`UnknownArguments::Refuse`]. `#[mcp_tool(allow_unknown)]` drops them for a single tool.
    pub fn unknown_arguments(mut self, unknown: UnknownArguments) -> Self {
        self.settings.unknown_arguments = unknown;
        self
    }

    /// Drops arguments with these names, unless the called tool has an argument of that name. Some clients add
    /// their own keys to every call.
    pub fn ignore_arguments<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        let ignored = &mut self.settings.calls_mut().ignored_arguments;
        ignored.extend(names.into_iter().map(Into::into));
        self
    }

    /// Sets the transformation of generated schemas. Default: [`SchemaProfile::Portable`]. Except for
    /// the keyword `uniqueItems`, the profile does not change what a tool accepts or returns.
    ///
    /// To publish some tools in another profile, build them in a registry of their own, and add them with
    /// [`extend`](ToolRegistry::extend).
    pub fn schema_profile(mut self, profile: SchemaProfile) -> Self {
        self.settings.schema_profile = profile;
        self
    }

    /// Sets whether to mask the text of errors: the model gets the tool's name and an id, and the log
    /// gets the text under the same id. Default: `false`.
    ///
    /// The setting does not change text that you write into a [`ToolError`](struct@crate::ToolError), a
    /// [`ProtocolError`](crate::ProtocolError) or a [`CallToolResult`](crate::CallToolResult). It does not
    /// change a string that a guard returns, or text that `#[derive(ToolError)]` makes public. The registry
    /// masks the text of every other error of a tool, a guard or a layer, including errors that
    /// `ToolError::display` converts. Faults of arguments are never masked, because the model needs them to
    /// repair the call.
    pub fn mask_errors(mut self, mask: bool) -> Self {
        self.settings.calls_mut().mask_errors = mask;
        self
    }

    /// Sets the function that writes the text for the model when a call has wrong arguments. Default: the
    /// `Display` text of [`WrongArguments`]. This text explains the faults and their repair, and shows a valid
    /// call if possible.
    ///
    /// ```
    /// use mcp_tool_runtime::{ToolRegistry, mcp_tool, testing::call_json, tools};
    /// use serde_json::json;
    ///
    /// /// Doubles a number.
    /// #[mcp_tool(read_only)]
    /// async fn double(number: i64) -> i64 {
    ///     2 * number
    /// }
    ///
    /// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
    /// let registry = ToolRegistry::builder(())
    ///     .wrong_arguments(|wrong| format!("{wrong}\nRead https://tools.example/{}.", wrong.tool()))
    ///     .tools(tools![double])
    ///     .build()?;
    /// let result = call_json(&registry, "double", json!({ "number": "two" })).await;
    /// let text = result.content()[0].as_text().unwrap();
    /// assert!(text.ends_with("\nRead https://tools.example/double."), "{text}");
    /// # Ok(())
    /// # }
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(run()).unwrap();
    /// ```
    pub fn wrong_arguments(
        mut self,
        words: impl Fn(&WrongArguments) -> String + Send + Sync + 'static,
    ) -> Self {
        self.settings.calls_mut().wrong_arguments.words = Some(Arc::new(words));
        self
    }

    /// Sets the level at which the registry logs wrong arguments. Default: [`Level::DEBUG`].
    pub fn wrong_arguments_level(mut self, level: Level) -> Self {
        self.settings.calls_mut().wrong_arguments.level = level;
        self
    }

    /// Sets whether to log the explanation of wrong arguments. The explanation may repeat argument values,
    /// but never those of sensitive arguments. Default: `false`, so the log has only the tool and the number
    /// of faults.
    pub fn log_wrong_values(mut self, log: bool) -> Self {
        self.settings.calls_mut().wrong_arguments.logs_values = log;
        self
    }

    /// Sets whether to repeat the title of each tool as `annotations.title`, for clients that read it
    /// there. Default: `false`.
    pub fn annotation_titles(mut self, repeat: bool) -> Self {
        self.settings.annotation_titles = repeat;
        self
    }

    /// Sets how long clients may cache the list of tools, and whether they may share it (since protocol version
    /// 2026-07-28). Default: zero and [`CacheScope::Private`], so clients request the list each time.
    ///
    /// `Public` allows a proxy to send one caller's list to other callers. So the scope stays `Private` in these cases:
    ///
    /// - The registry has a function for [`visible`](Self::visible), or one of its tools needs scopes.
    /// - The caller has a [principal](ToolContext::principal), for example behind `HttpConfig::protect`.
    ///
    /// If you join two registries, the list gets the shorter time and the stricter scope. With a
    /// [`LiveRegistry`](crate::LiveRegistry), clients that subscribe to changes learn of a new list at once. All other
    /// clients may use the old list for the whole time.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use mcp_tool_runtime::registry::CacheScope;
    /// use mcp_tool_runtime::{ProtocolVersion, ToolRegistry, mcp_tool, tools};
    ///
    /// /// Searches.
    /// #[mcp_tool(read_only)]
    /// fn search() {}
    ///
    /// let registry = ToolRegistry::builder(())
    ///     .cache(Duration::from_secs(300), CacheScope::Public)
    ///     .tools(tools![search])
    ///     .build()?;
    /// let list = registry.list(ProtocolVersion::V2026_07_28, None)?;
    /// assert_eq!((list.ttl_ms(), list.cache_scope()), (300_000, CacheScope::Public));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cache(mut self, ttl: Duration, scope: CacheScope) -> Self {
        self.settings.cache = Some(CacheHint::new(ttl, scope));
        self
    }

    /// Sets the function that decides which tools a caller sees. Default: a caller sees all tools.
    ///
    /// A hidden tool is unknown to the caller: `tools/list` omits it, a call of it fails with -32602, and no
    /// error message suggests its name. Callers may see different lists, so every list has the cache scope
    /// `private` (since protocol version 2026-07-28). Base the decision on the
    /// [principal](ToolContext::principal) or on other data of the server. The protocol forbids a list that
    /// depends on earlier requests of the client. If the function panics, the tool is hidden.
    ///
    /// ```
    /// use mcp_tool_runtime::context::Principal;
    /// use mcp_tool_runtime::{ToolContext, ToolRegistry, mcp_tool, tools};
    ///
    /// /// Empties the cache.
    /// #[mcp_tool(destructive)]
    /// fn purge_cache() {}
    ///
    /// let registry = ToolRegistry::builder(())
    ///     .tools(tools![purge_cache])
    ///     .visible(|tool, cx| tool.name != "purge_cache" || cx.principal().is_some())
    ///     .build()?;
    /// let stranger = ToolContext::detached();
    /// assert!(registry.list_for(&stranger, None)?.tools().is_empty());
    /// let ada = ToolContext::detached().with_extension(Principal::new("ada"));
    /// assert_eq!(registry.list_for(&ada, None)?.tools().len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn visible(
        mut self,
        visible: impl Fn(&ToolDefinition, &ToolContext) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.settings.calls_mut().visible = Some(Arc::new(visible));
        self
    }

    /// Adds a function that allows or rejects each call, before its arguments are validated. The function
    /// returns a `Result<(), ToolError>`, or a future of one. `?` converts an error that implements
    /// [`IntoToolError`](crate::IntoToolError), for example with `#[derive(ToolError)]`. The model reads the
    /// text of the error, except for a [`ProtocolError`](crate::ProtocolError), which the client receives.
    /// Several guards run in the order in which you add them.
    ///
    /// The guard receives a [`GuardedCall`], with the caller, the tool's definition, the arguments and the
    /// registry's state. The guard runs inside of all [layers](Self::layer), on every transport. If the guard
    /// panics, the call is rejected.
    ///
    /// ```
    /// use mcp_tool_runtime::{CallToolRequest, ToolContext, ToolError, ToolRegistry, mcp_tool, tools};
    ///
    /// struct Shop {
    ///     admin: String,
    /// }
    ///
    /// /// Empties the cache.
    /// #[mcp_tool(destructive)]
    /// fn purge_cache() {}
    ///
    /// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
    /// let registry = ToolRegistry::builder(Shop { admin: "Ada".to_owned() })
    ///     .tools(tools![purge_cache])
    ///     .guard(|call| match call.context().principal() {
    ///         Some(user) if user.name() == call.state().admin => Ok(()),
    ///         _ => Err(ToolError::new("only an administrator may do this")),
    ///     })
    ///     .build()?;
    /// let request = CallToolRequest::new("purge_cache");
    /// let result = registry.call(request, &ToolContext::detached()).await?.complete().unwrap();
    /// assert!(result.is_error);
    /// assert_eq!(result.content()[0].as_text(), Some("only an administrator may do this"));
    /// # Ok(())
    /// # }
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(run()).unwrap();
    /// ```
    pub fn guard<F, A, M>(mut self, guard: F) -> Self
    where
        S: State,
        F: Fn(GuardedCall<S>) -> A + Send + Sync + 'static,
        A: GuardResult<M>,
    {
        let state = Arc::clone(&self.state);
        let guard: Guard = Arc::new(move |call| {
            let call = GuardedCall::new(call, Arc::clone(&state));
            guard(call).decision()
        });
        self.settings.calls_mut().guards.push(guard);
        self
    }

    /// Puts a layer around the calls of all tools: any [`Layer`](tower_layer::Layer) of `tower`, such as a
    /// limit of concurrency or rate, load shedding, a timeout or a retry.
    ///
    /// The layer's service receives a [`ToolCall`] before the registry validates its arguments. The service
    /// returns a [`CallToolResponse`](crate::CallToolResponse) before the registry checks it against the
    /// output schema. So a layer can reject the call, change its arguments, and change or time its response.
    /// Each layer wraps the layers that you added before it. A layer that you add always sees its inner
    /// service as ready. Some layers, such as load shedding around a limit, need the real readiness. Combine
    /// such layers in one `ServiceBuilder`, and add the builder as one layer.
    ///
    /// - All calls share one service, so it need not be `Clone`.
    /// - If a layer returns a [`ProtocolError`](crate::ProtocolError), the client gets this error. The model
    ///   reads any other error of a layer in a result with `isError`. Return a
    ///   [`LayerError`](crate::middleware::LayerError) to choose the text for the model.
    /// - If a layer calls the inner service again, a tool that is `read_only` or `idempotent` runs again. If
    ///   the function of any other tool has already started, the repeated call returns a result with
    ///   `isError`. If the function has failed, this result is the failure, with the line "was not run again".
    /// - When a tool asks the user, the layers receive the response
    ///   [`InputRequired`](crate::CallToolResponse::InputRequired). The user's answer passes through the
    ///   layers as a new call. So limits and timeouts do not count the time until the user answers.
    ///
    /// ```
    /// use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
    /// use tower::limit::ConcurrencyLimitLayer;
    ///
    /// /// Searches.
    /// #[mcp_tool(read_only)]
    /// async fn search() {}
    ///
    /// let registry = ToolRegistry::builder(())
    ///     .tools(tools![search])
    ///     .layer(ConcurrencyLimitLayer::new(8))
    ///     .build()?;
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
        let layers = &mut self.settings.calls_mut().layers;
        *layers = Some(Stack::around(layers.take(), &layer, 1));
        self
    }

    /// Sets the clock for tools with a `timeout`. The clock is a function whose future completes after the
    /// given duration.
    ///
    /// With the feature `tokio`, which `mcp-tool-server` enables, the default is tokio's clock. If a call runs outside of a tokio runtime,
    /// this default waits on a new thread instead.
    ///
    /// ```
    /// use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
    ///
    /// /// Thinks for a while.
    /// #[mcp_tool(timeout = "30s")]
    /// async fn think() {}
    ///
    /// let registry = ToolRegistry::builder(())
    ///     .timer(tokio::time::sleep)
    ///     .tools(tools![think])
    ///     .build()?;
    /// # Ok::<(), mcp_tool_runtime::BuildError>(())
    /// ```
    pub fn timer<F, Fut>(mut self, timer: F) -> Self
    where
        F: Fn(Duration) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = ()> + Send + 'static,
    {
        self.services.timer = Some(Arc::new(move |after| Box::pin(timer(after))));
        self
    }

    /// Sets the thread pool for `blocking` tools: a function that runs work on a thread.
    ///
    /// With the feature `tokio`, which `mcp-tool-server` enables, the default runs each `blocking` call on a new thread. All servers of a
    /// process share a limit of 512 running `blocking` calls. Up to 1024 further `blocking` calls wait. Any
    /// `blocking` call beyond that gets a result with `isError`, which reports that the server is busy. If a
    /// `blocking` function calls another `blocking` tool, the inner call starts at once, even above the limit.
    /// A process can exit while these threads run, unlike with the threads of tokio's `spawn_blocking`.
    ///
    /// ```
    /// use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
    ///
    /// /// Counts the lines of the log.
    /// #[mcp_tool(blocking, read_only)]
    /// fn count_lines() -> String {
    ///     std::fs::read_to_string("log").map_or(0, |log| log.lines().count()).to_string()
    /// }
    ///
    /// let registry = ToolRegistry::builder(())
    ///     .blocking_pool(|work| {
    ///         tokio::task::spawn_blocking(work);
    ///     })
    ///     .tools(tools![count_lines])
    ///     .build()?;
    /// # Ok::<(), mcp_tool_runtime::BuildError>(())
    /// ```
    pub fn blocking_pool(
        mut self,
        pool: impl Fn(Box<dyn FnOnce() + Send>) + Send + Sync + 'static,
    ) -> Self {
        self.services.pool = Some(Pool::Custom(Arc::new(pool)));
        self
    }

    /// Sets a function that changes the [span](tracing::Span) of each call before the call enters it. The
    /// function should be fast.
    ///
    /// Use this function to continue the client's trace. The client sends `traceparent` in `_meta`. Over
    /// HTTP, it may use a request header instead. The headers are in
    /// `context.extension::<http::request::Parts>()`, and OpenTelemetry's crate `opentelemetry-http` extracts
    /// the trace from a [`HeaderMap`]. The span has the `traceparent` of `_meta` as a field. A tracing
    /// exporter ignores this field, so the function must set the parent of the span. If a middleware creates
    /// a span for the HTTP request, that span is already the parent of the call's span.
    ///
    /// [`HeaderMap`]: https://docs.rs/http/1/http/struct.HeaderMap.html
    ///
    /// ```
    /// use std::collections::HashMap;
    ///
    /// use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
    /// use opentelemetry::propagation::TextMapPropagator as _;
    /// use opentelemetry_sdk::propagation::TraceContextPropagator;
    /// use tracing_opentelemetry::OpenTelemetrySpanExt as _;
    ///
    /// /// Greets the world.
    /// #[mcp_tool(read_only)]
    /// async fn greet() -> &'static str {
    ///     "Hello, world!"
    /// }
    ///
    /// let registry = ToolRegistry::builder(())
    ///     .on_span(|span, context| {
    ///         let texts = context.meta().iter().filter_map(|(key, value)| Some((key, value.as_str()?)));
    ///         let texts = texts.map(|(key, text)| (key.clone(), text.to_owned()));
    ///         let texts: HashMap<String, String> = texts.collect();
    ///         // Fails without a tracing exporter.
    ///         let _ = span.set_parent(TraceContextPropagator::new().extract(&texts));
    ///     })
    ///     .tools(tools![greet])
    ///     .build()?;
    /// # Ok::<(), mcp_tool_runtime::BuildError>(())
    /// ```
    ///
    /// If the function panics, the log has the panic, and the call continues.
    pub fn on_span(
        mut self,
        prepare: impl Fn(&Span, &ToolContext) + Send + Sync + 'static,
    ) -> Self {
        self.settings.calls_mut().on_span = Some(Arc::new(prepare));
        self
    }

    /// Sets the secret key that seals the state of a call: the user's answers to earlier questions. The client
    /// stores this state between the questions. Tools with the option `request_state` need a key. Use at least
    /// 32 random bytes, and the same key on all servers that share the load.
    ///
    /// The first key that you set seals new states. Keys from further calls of this method can only open
    /// existing states. To replace a key, set the new key first, and then the old key. Remove the old key
    /// after one lifetime of a state.
    ///
    /// Clients can read sealed state, but cannot change it. Sealed state is valid for one
    /// [user](crate::context::Principal), one tool and one set of arguments. It expires after the
    /// [lifetime](Self::request_state_lifetime). A client can send the same state more than once, so the tool
    /// itself must prevent harmful repetitions.
    #[cfg(feature = "request-state")]
    #[cfg_attr(docsrs, doc(cfg(feature = "request-state")))]
    pub fn request_state_key(mut self, key: impl Into<Vec<u8>>) -> Self {
        self.settings.calls_mut().state_keys.add(key.into());
        self
    }

    /// Sets the lifetime of sealed state: how long a user may take to answer. Default: 1 hour.
    #[cfg(feature = "request-state")]
    #[cfg_attr(docsrs, doc(cfg(feature = "request-state")))]
    pub fn request_state_lifetime(mut self, lifetime: Duration) -> Self {
        let keys = &mut self.settings.calls_mut().state_keys;
        keys.set_lifetime(lifetime);
        self
    }

    /// Checks everything and builds the registry.
    ///
    /// # Errors
    ///
    /// Returns all problems at once. Examples are duplicate and invalid names, arguments with equal names,
    /// defaults that violate an argument's rules, invalid schemas, and missing services. The services are the
    /// timer, the blocking pool and the request-state key.
    pub fn build(self) -> Result<ToolRegistry<S>, BuildError> {
        let threads = self.settings.threads(&self.services);
        let mut bound = Vec::with_capacity(self.tools.len());
        for tool in self.tools {
            bound.push(tool.bind(self.bind, &self.state, threads));
        }
        let tools = assemble(bound, &self.settings, &self.services)?;
        Ok(ToolRegistry {
            state: self.state,
            tools: Arc::new(Tools::new(tools, self.settings.cache)),
        })
    }
}

impl<S> fmt::Debug for ToolRegistryBuilder<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.tools.iter().map(Tool::name).collect();
        f.debug_struct("ToolRegistryBuilder")
            .field("tools", &names)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
#[allow(unused_imports)] // In this crate, the lint also looks into the expansion of `tools!`.
mod tests {
    use super::*;
    use crate::error::BuildProblem;
    use mcp_tool_macros::mcp_tool;

    use crate::tools;

    /// Reads.
    #[mcp_tool(crate = crate, blocking)]
    fn read() {}

    /// Thinks.
    #[mcp_tool(crate = crate, timeout = "1s")]
    async fn think() {}

    /// Removes the timer and the blocking pool, because the feature `tokio` provides defaults for both.
    // The expansion of `tools!` contains an unused import. rustc reports this import only in the
    // crate that defines `tools!`, which is this crate.
    #[allow(unused_imports)]
    #[test]
    fn build_reports_missing_services() {
        let mut builder = ToolRegistry::builder(()).tools(tools![read, think]);
        builder.services = Services {
            timer: None,
            pool: None,
        };
        let copy = Tool::builder("copy").description("Copies.");
        let builder = builder.tool(copy.blocking_handler(|_, _: &ToolContext| {}));
        let error = builder.build().unwrap_err();
        let tool = |name: &str| name.to_owned();
        assert_eq!(
            error.problems(),
            [
                BuildProblem::NoBlockingPool { tool: tool("read") },
                BuildProblem::NoTimer {
                    tool: tool("think")
                },
                BuildProblem::NoBlockingPool { tool: tool("copy") },
            ]
        );
        let text = error.to_string();
        assert!(
            text.contains(".timer(") && text.contains(".blocking_pool("),
            "{text}"
        );
    }
}
