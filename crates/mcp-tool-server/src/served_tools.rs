//! The tools of a server.

use std::future::pending;
use std::sync::Arc;

use mcp_tool_runtime::embed::{AnyState, erase, erase_live};
use mcp_tool_runtime::registry::ChangeListener;
use mcp_tool_runtime::{LiveRegistry, ToolRegistry};
use tokio::sync::watch;
use tokio::sync::watch::Receiver;

/// The tools of a [`ToolServer`](crate::ToolServer): a [`ToolRegistry`], or a [`LiveRegistry`] whose changes
/// reach clients. Both types convert into `ServedTools`.
#[derive(Clone)]
pub struct ServedTools(Source);

/// The argument of [`ToolServer::new`](crate::ToolServer::new): a [`ToolRegistry`] or a [`LiveRegistry`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool registry",
    label = "is not a `ToolRegistry` or a `LiveRegistry`",
    note = "on a registry builder, call `.build()?`, or `.build_live()?` for tools that change; on a `Result` with a registry, write `?`",
    note = "in a function that is generic over the state `S` of a registry, write `S: Send + Sync + 'static`"
)]
#[doc(hidden)]
pub trait ServedRegistry: Into<ServedTools> {}

#[diagnostic::do_not_recommend]
impl<T: Into<ServedTools>> ServedRegistry for T {}

#[derive(Clone)]
enum Source {
    Fixed(ToolRegistry<AnyState>),
    /// The tools, what receives their changes, and what reports them as long as it exists.
    Live(LiveRegistry<AnyState>, Arc<(Receiver<()>, ChangeListener)>),
}

impl<S: Send + Sync + 'static> From<ToolRegistry<S>> for ServedTools {
    fn from(registry: ToolRegistry<S>) -> Self {
        ServedTools(Source::Fixed(erase(registry)))
    }
}

impl<S: Send + Sync + 'static> From<LiveRegistry<S>> for ServedTools {
    fn from(live: LiveRegistry<S>) -> Self {
        let tools = erase_live(live);
        let (sender, changes) = watch::channel(());
        let listener = tools.on_change(move || {
            sender.send_replace(());
        });
        ServedTools(Source::Live(tools, Arc::new((changes, listener))))
    }
}

impl ServedTools {
    /// Returns the current tools.
    pub(crate) fn snapshot(&self) -> ToolRegistry<AnyState> {
        match &self.0 {
            Source::Fixed(registry) => registry.clone(),
            Source::Live(tools, _) => tools.registry(),
        }
    }

    pub(crate) fn is_live(&self) -> bool {
        matches!(self.0, Source::Live(..))
    }

    /// Returns a receiver of future changes, or `None` if the registry never changes.
    pub(crate) fn changes(&self) -> Option<Receiver<()>> {
        match &self.0 {
            Source::Fixed(_) => None,
            Source::Live(_, changes) => {
                let mut changes = changes.0.clone();
                changes.mark_unchanged();
                Some(changes)
            }
        }
    }
}

/// Waits for a change of the tools.
pub(crate) async fn changed(changes: &mut Option<Receiver<()>>) {
    if let Some(receiver) = changes
        && receiver.changed().await.is_ok()
    {
        return;
    }
    pending().await
}
