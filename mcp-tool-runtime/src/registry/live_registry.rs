//! A registry whose tools change while it serves.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, Weak};

use super::assemble::{assemble, check};
use super::builder::ToolRegistryBuilder;
use super::compose::{changed, unknown_tool};
use super::settings::Settings;
use super::tool_registry::AnyState;
use super::tool_registry::ToolRegistry;
use super::tools::Tools;
use crate::call::RegisteredTool;
use crate::context::ToolContext;
use crate::error::{BuildError, catch};
use crate::services::Services;
use crate::tool::{Bind, State, Tool, ToolList};

/// A registry whose tools change while it serves.
///
/// [`ToolRegistryBuilder::build_live`] builds it. Clones share the tools. A change either succeeds as a
/// whole, or leaves the tools unchanged. Any task or thread can change the tools.
///
/// [`registry`](Self::registry) returns the current tools. A running call keeps the tools from its start. So
/// the call finishes even if you remove its tool.
///
/// The protocol forbids a list of tools that depends on earlier requests of the client. So change the tools
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
/// live.add(tools![purge])?;
/// assert_eq!(live.registry().definitions().len(), 2);
/// assert_eq!(before.definitions().len(), 1);
///
/// // A tool of the same name exists, so nothing changes.
/// assert!(live.add(tools![purge]).is_err());
/// assert!(live.disable("purge"));
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
    current: RwLock<Current>,
    /// Weak, because each [`ChangeListener`] owns its function. Dropping the listener drops the function.
    listeners: Mutex<Vec<Weak<Listener>>>,
}

#[derive(Clone)]
struct Current {
    /// All tools, also the disabled ones.
    all: Arc<Tools>,
    disabled: BTreeSet<String>,
    enabled: Arc<Tools>,
}

type Listener = dyn Fn() + Send + Sync;

impl<S> ToolRegistryBuilder<S> {
    /// Checks everything and builds a registry whose tools can change.
    ///
    /// # Errors
    ///
    /// Returns all problems at once, like [`build`](Self::build).
    pub fn build_live(self) -> Result<LiveRegistry<S>, BuildError> {
        let none = Arc::new(Tools::new(Vec::new()));
        let current = Current {
            all: Arc::clone(&none),
            disabled: BTreeSet::new(),
            enabled: none,
        };
        let live = LiveRegistry {
            state: self.state,
            bind: self.bind,
            live: Arc::new(LiveTools {
                settings: self.settings,
                services: self.services,
                current: RwLock::new(current),
                listeners: Mutex::default(),
            }),
        };
        live.add(self.tools)?;
        Ok(live)
    }
}

impl<S> LiveRegistry<S> {
    /// Returns the current tools, without the disabled ones. This is cheap, and later changes do not
    /// affect the result.
    pub fn registry(&self) -> ToolRegistry<S> {
        ToolRegistry {
            state: Arc::clone(&self.state),
            tools: self.live.enabled(),
        }
    }

    /// Adds tools at the end of the list. They get the state and the settings of the builder that built this
    /// registry.
    ///
    /// # Errors
    ///
    /// Returns all problems of the new tools. If there are none, returns each new name that an existing tool
    /// has, even a disabled one. After an error, the registry's tools are unchanged.
    pub fn add(&self, tools: impl ToolList<S>) -> Result<(), BuildError> {
        let tools = self.assemble(tools)?;
        self.live.change(|current| {
            let all = changed(&current.all, |entries| entries.extend_from_slice(&tools))?;
            current.all = Arc::new(all);
            Ok(true)
        })?;
        Ok(())
    }

    /// Replaces existing tools with new tools of the same names. Each new tool takes the old tool's position
    /// in the list.
    ///
    /// # Errors
    ///
    /// Returns all problems of the new tools. If there are none, returns each new name that the registry does
    /// not have. After an error, the registry's tools are unchanged.
    pub fn replace(&self, tools: impl ToolList<S>) -> Result<(), BuildError> {
        let tools = self.assemble(tools)?;
        self.live.change(|current| {
            let mut entries = current.all.entries.clone();
            let mut unknown = Vec::new();
            for tool in &tools {
                match current.all.position(&tool.definition.name) {
                    Some(position) => entries[position] = Arc::clone(tool),
                    None => unknown.push(unknown_tool(&current.all, &tool.definition.name)),
                }
            }
            check(unknown)?;
            current.all = Arc::new(Tools::new(entries));
            Ok(true)
        })?;
        Ok(())
    }

    /// Replaces all tools with the tools of another registry. The new tools keep the state and the settings
    /// of that registry. Use this to reload a configuration: clients see one change. A new tool is disabled
    /// if its name was disabled before.
    pub fn replace_all<O: State>(&self, registry: ToolRegistry<O>) {
        let tools = registry.tools;
        self.live.always(|current| {
            current.all = Arc::clone(&tools);
            true
        });
    }

    /// Removes a tool. Returns whether there was a tool with this name.
    pub fn remove(&self, name: &str) -> bool {
        self.live.always(|current| {
            current.disabled.remove(name);
            let Some(position) = current.all.position(name) else {
                return false;
            };
            let mut entries = current.all.entries.clone();
            entries.remove(position);
            current.all = Arc::new(Tools::new(entries));
            true
        })
    }

    /// Enables a disabled tool. The tool keeps its position in the list. Returns whether the name was
    /// disabled.
    pub fn enable(&self, name: &str) -> bool {
        self.live.always(|current| current.disabled.remove(name))
    }

    /// Hides a tool from lists and calls until you [`enable`](Self::enable) it. Returns `false` if the tool
    /// does not exist, or is already disabled.
    pub fn disable(&self, name: &str) -> bool {
        self.live.always(|current| {
            current.all.position(name).is_some() && current.disabled.insert(name.to_owned())
        })
    }

    /// Calls a function after each change, until you drop the returned listener. A server uses this to notify
    /// its clients. The function runs in the task that changes the tools, so it should be fast. If the
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
    /// live.add(tools![search])?;
    /// drop(listener);
    /// live.remove("search");
    /// assert_eq!(count.load(Ordering::Relaxed), 1);
    /// # Ok::<(), mcp_tool_runtime::BuildError>(())
    /// ```
    pub fn on_change(&self, listener: impl Fn() + Send + Sync + 'static) -> ChangeListener {
        let listener: Arc<Listener> = Arc::new(listener);
        let mut listeners = self.live.listeners();
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

    fn assemble(&self, tools: impl ToolList<S>) -> Result<Vec<Arc<RegisteredTool>>, BuildError> {
        let LiveTools {
            settings, services, ..
        } = &*self.live;
        let threads = settings.threads(services);
        let bind = |tool: Tool<S>| tool.bind(self.bind, &self.state, threads);
        assemble(tools.into_tools().map(bind).collect(), settings, services)
    }
}

impl LiveTools {
    fn enabled(&self) -> Arc<Tools> {
        let current = self.current.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&current.enabled)
    }

    fn listeners(&self) -> MutexGuard<'_, Vec<Weak<Listener>>> {
        self.listeners
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs the closure `change` under the write lock, then calls the listeners if the tools changed. The
    /// closure returns whether it changed the tools. It must neither run user code nor drop a tool, because a
    /// drop can run user code. User code could take the same lock.
    fn change(
        &self,
        change: impl FnOnce(&mut Current) -> Result<bool, BuildError>,
    ) -> Result<bool, BuildError> {
        let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
        let mut next = current.clone();
        let changed = change(&mut next);
        if let Ok(true) = changed {
            next.show();
            std::mem::swap(&mut *current, &mut next);
        }
        // Dropping `next` can drop tools, and dropping a tool can run user code. The user code
        // can take the same lock, so drop the lock guard `current` first.
        drop(current);
        drop(next);
        let has_changed = changed?;
        if has_changed {
            // Clone the list, so that its lock is free while the listeners run. A listener can
            // call `on_change`, which takes this lock.
            let listeners = self.listeners().clone();
            for listener in listeners.iter().filter_map(Weak::upgrade) {
                if catch(|| listener()).is_err() {
                    tracing::error!("a listener of a live registry panicked");
                }
            }
        }
        Ok(has_changed)
    }

    /// Applies a change that cannot fail.
    fn always(&self, change: impl FnOnce(&mut Current) -> bool) -> bool {
        self.change(|current| Ok(change(current))).unwrap_or(false)
    }
}

impl Current {
    /// Updates the list of enabled tools.
    fn show(&mut self) {
        if self.disabled.is_empty() {
            self.enabled = Arc::clone(&self.all);
            return;
        }
        let all = self.all.entries.iter();
        let enabled = all.filter(|tool| !self.disabled.contains(&tool.definition.name));
        self.enabled = Arc::new(Tools::new(enabled.cloned().collect()));
    }
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
