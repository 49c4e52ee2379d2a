//! A registry whose tools change while it serves.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, Weak};

use super::builder::ToolRegistryBuilder;
use super::settings::Settings;
use super::tool_registry::AnyState;
use super::tool_registry::ToolRegistry;
use super::tools::Tools;
use crate::context::ToolContext;
use crate::error::{BuildError, catch};
use crate::services::Services;
use crate::tool::{Bind, State, ToolList};

/// A registry whose tools change while it serves.
///
/// [`ToolRegistryBuilder::build_live`] builds it. Clones share the tools. Any task or thread can
/// [`update`](Self::update) the tools.
///
/// [`registry`](Self::registry) returns the current tools. A running call keeps the tools from its start. So
/// the call finishes even if an update removes its tool.
///
/// The protocol forbids a list of tools that depends on earlier requests of the client. So update the tools
/// when a file or a database changes, for example, and not in a tool call.
///
/// ```
/// use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
///
/// /// Searches.
/// #[mcp_tool(read_only)]
/// fn search() {}
///
/// /// Deletes everything.
/// #[mcp_tool]
/// fn purge() {}
///
/// let live = ToolRegistry::builder(()).tools(tools![search]).build_live()?;
/// let before = live.registry();
/// let purge = live.build(tools![purge])?;
/// live.update(|tools| tools.extend(purge.clone()))?;
/// assert_eq!(live.registry().definitions().len(), 2);
/// assert_eq!(before.definitions().len(), 1);
///
/// // A tool of the same name exists, so nothing changes.
/// assert!(live.update(|tools| tools.extend(purge)).is_err());
/// live.update(|tools| Ok(tools.filter(|tool| tool.name != "purge")))?;
/// assert_eq!(live.registry().definitions().len(), 1);
/// # Ok::<(), mcp_tool_runtime::BuildError>(())
/// ```
pub struct LiveRegistry<S: 'static = ()> {
    state: Arc<S>,
    bind: Bind<S>,
    live: Arc<LiveTools>,
}

/// The current tools, and the settings for new ones. The type of the state is erased.
struct LiveTools {
    settings: Settings,
    services: Services,
    tools: RwLock<Arc<Tools>>,
    /// Locked during an update, so that no update is lost.
    updating: Mutex<()>,
    /// Weak, because each [`ChangeListener`] owns its function. Dropping the listener drops the function.
    listeners: Mutex<Vec<Weak<Listener>>>,
}

type Listener = dyn Fn() + Send + Sync;

impl<S> ToolRegistryBuilder<S> {
    /// Checks everything and builds a registry whose tools can change.
    ///
    /// # Errors
    ///
    /// Returns all problems at once, like [`build`](Self::build).
    pub fn build_live(self) -> Result<LiveRegistry<S>, BuildError> {
        let (bind, settings) = (self.bind, self.settings.clone());
        let services = self.services.clone();
        let registry = self.build()?;
        Ok(LiveRegistry {
            state: registry.state,
            bind,
            live: Arc::new(LiveTools {
                settings,
                services,
                tools: RwLock::new(registry.tools),
                updating: Mutex::default(),
                listeners: Mutex::default(),
            }),
        })
    }
}

impl<S> LiveRegistry<S> {
    /// Returns the current tools. This is cheap, and later updates do not affect the result.
    pub fn registry(&self) -> ToolRegistry<S> {
        ToolRegistry {
            state: Arc::clone(&self.state),
            tools: self.live.tools(),
        }
    }

    /// Builds new tools with the state and the settings of the builder that built this registry. Add them with
    /// [`update`](Self::update).
    ///
    /// # Errors
    ///
    /// Returns all problems of the new tools.
    pub fn build(&self, tools: impl ToolList<S>) -> Result<ToolRegistry<S>, BuildError> {
        ToolRegistryBuilder {
            state: Arc::clone(&self.state),
            bind: self.bind,
            tools: tools.into_tools().collect(),
            settings: self.live.settings.clone(),
            services: self.live.services.clone(),
        }
        .build()
    }

    /// Passes the current tools to `change`, and serves the tools that it returns. Clients see one change,
    /// or none if the tools are the same.
    ///
    /// `change` can return any registry. The tools keep the state and the settings of the registry that built
    /// them. To add or remove tools, use the methods of [`ToolRegistry`]: [`extend`](ToolRegistry::extend) adds
    /// tools, [`merge`](ToolRegistry::merge) also replaces those with equal names, and
    /// [`filter`](ToolRegistry::filter) removes tools.
    ///
    /// Concurrent updates wait for each other, so none is lost. `change` must not update the same registry,
    /// because that would wait for ever.
    ///
    /// # Errors
    ///
    /// Returns the error of `change`. After an error, the tools are the old ones.
    ///
    /// ```
    /// use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
    ///
    /// /// Searches.
    /// #[mcp_tool(read_only)]
    /// fn search() {}
    ///
    /// /// Deletes everything.
    /// #[mcp_tool]
    /// fn purge() {}
    ///
    /// let all = ToolRegistry::builder(()).tools(tools![search, purge]).build()?;
    /// let live = ToolRegistry::builder(()).build_live()?;
    /// // Serves some of the tools.
    /// let safe = all.clone().filter(|tool| tool.name != "purge");
    /// live.update(|_| Ok(safe))?;
    /// assert_eq!(live.registry().definitions().len(), 1);
    /// // Serves all of them.
    /// live.update(|_| Ok(all))?;
    /// assert_eq!(live.registry().definitions().len(), 2);
    /// # Ok::<(), mcp_tool_runtime::BuildError>(())
    /// ```
    pub fn update<O: State>(
        &self,
        change: impl FnOnce(ToolRegistry<S>) -> Result<ToolRegistry<O>, BuildError>,
    ) -> Result<(), BuildError> {
        let updating = lock(&self.live.updating);
        let new = change(self.registry())?.tools;
        // The result lives until the end of this function. Dropping tools can run user code, and user code can
        // take the locks.
        let old = self.live.replace(Arc::clone(&new));
        drop(updating);
        if !new.same(&old) {
            self.live.notify();
        }
        Ok(())
    }

    /// Calls a function after each update that changes the tools, until you drop the returned listener. A server uses this to notify
    /// its clients. The function runs in the task that updates the tools, so it should be fast. If the
    /// function panics, the log has an error.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use std::sync::atomic::{AtomicU32, Ordering};
    ///
    /// use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
    ///
    /// /// Searches.
    /// #[mcp_tool(read_only)]
    /// fn search() {}
    ///
    /// let live = ToolRegistry::builder(()).build_live()?;
    /// let count = Arc::new(AtomicU32::new(0));
    /// let changes = Arc::clone(&count);
    /// let listener = live.on_change(move || {
    ///     changes.fetch_add(1, Ordering::Relaxed);
    /// });
    /// let search = live.build(tools![search])?;
    /// live.update(|tools| tools.extend(search))?;
    /// drop(listener);
    /// live.update(|tools| Ok(tools.filter(|_| false)))?;
    /// assert_eq!(count.load(Ordering::Relaxed), 1);
    /// # Ok::<(), mcp_tool_runtime::BuildError>(())
    /// ```
    pub fn on_change(&self, listener: impl Fn() + Send + Sync + 'static) -> ChangeListener {
        let listener: Arc<Listener> = Arc::new(listener);
        let mut listeners = lock(&self.live.listeners);
        listeners.retain(|listener| listener.strong_count() > 0);
        listeners.push(Arc::downgrade(&listener));
        ChangeListener {
            _listener: listener,
        }
    }

    /// Serves one JSON-RPC message with the current tools, like [`ToolRegistry::handle_json`].
    pub async fn handle_json(&self, message: &[u8], context: &ToolContext) -> Option<Vec<u8>>
    where
        S: State,
    {
        self.registry().handle_json(message, context).await
    }
}

impl LiveTools {
    fn tools(&self) -> Arc<Tools> {
        Arc::clone(&self.tools.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Sets the current tools, and returns the old ones.
    fn replace(&self, tools: Arc<Tools>) -> Arc<Tools> {
        let mut current = self.tools.write().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *current, tools)
    }

    fn notify(&self) {
        // Clone the list, so that its lock is free while the listeners run. A listener can call `on_change`,
        // which takes this lock.
        let listeners = lock(&self.listeners).clone();
        for listener in listeners.iter().filter_map(Weak::upgrade) {
            if catch(|| listener()).is_err() {
                tracing::error!("a listener of a live registry panicked");
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps the function of a [`LiveRegistry::on_change`] call registered. Drop the listener to unregister the
/// function.
#[must_use = "dropping the listener unregisters the function"]
pub struct ChangeListener {
    _listener: Arc<Listener>,
}

impl fmt::Debug for ChangeListener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChangeListener").finish_non_exhaustive()
    }
}

impl<S> Clone for LiveRegistry<S> {
    fn clone(&self) -> Self {
        LiveRegistry {
            state: Arc::clone(&self.state),
            bind: self.bind,
            live: Arc::clone(&self.live),
        }
    }
}

impl<S> fmt::Debug for LiveRegistry<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LiveRegistry")
            .field(&self.registry())
            .finish()
    }
}

impl<S: State> LiveRegistry<S> {
    /// Erases the type of the state. The new registry shares its tools with all clones of this registry.
    pub(crate) fn erase(self) -> LiveRegistry<AnyState> {
        LiveRegistry {
            state: Arc::new(self.state),
            bind: crate::tool::bind::<AnyState>,
            live: self.live,
        }
    }
}
