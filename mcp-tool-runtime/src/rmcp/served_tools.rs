//! The tools of a server.

use std::sync::Arc;

use tokio::sync::watch::{self, Receiver, Sender};

use crate::registry::{AnyState, ChangeListener, LiveRegistry, ToolRegistry};
use crate::tool::State;

/// The tools of a [`ToolServer`](crate::ToolServer): a [`ToolRegistry`], or a [`LiveRegistry`] whose changes
/// reach clients. Both types convert into `ServedTools`.
pub struct ServedTools<S: 'static>(Source<S>);

/// The argument of [`ToolServer::new`](crate::ToolServer::new): a [`ToolRegistry`] or a [`LiveRegistry`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool registry",
    label = "is not a `ToolRegistry` or a `LiveRegistry`",
    note = "on a registry builder, call `.build()?`, or `.build_live()?` for tools that change; on a `Result` with a registry, write `?`"
)]
#[doc(hidden)]
pub trait ServedRegistry<S: 'static>: Into<ServedTools<S>> {}

#[diagnostic::do_not_recommend]
impl<S: 'static, T: Into<ServedTools<S>>> ServedRegistry<S> for T {}

enum Source<S: 'static> {
    Fixed(ToolRegistry<S>),
    Live(LiveRegistry<S>, Arc<Changes>),
}

/// The channel that reports the changes of a live registry.
struct Changes {
    sender: Arc<Sender<()>>,
    _listener: ChangeListener,
}

impl<S> From<ToolRegistry<S>> for ServedTools<S> {
    fn from(registry: ToolRegistry<S>) -> Self {
        ServedTools(Source::Fixed(registry))
    }
}

impl<S> From<LiveRegistry<S>> for ServedTools<S> {
    fn from(live: LiveRegistry<S>) -> Self {
        let sender = Arc::new(watch::channel(()).0);
        let changed = Arc::clone(&sender);
        let listener = live.on_change(move || {
            changed.send_replace(());
        });
        let changes = Changes {
            sender,
            _listener: listener,
        };
        ServedTools(Source::Live(live, Arc::new(changes)))
    }
}

impl<S> ServedTools<S> {
    /// Returns the current tools.
    pub(super) fn snapshot(&self) -> ToolRegistry<S> {
        match &self.0 {
            Source::Fixed(registry) => registry.clone(),
            Source::Live(live, _) => live.registry(),
        }
    }

    pub(super) fn is_live(&self) -> bool {
        matches!(self.0, Source::Live(..))
    }

    /// Returns a receiver of future changes, or `None` if the registry never changes.
    pub(super) fn changes(&self) -> Option<Receiver<()>> {
        match &self.0 {
            Source::Fixed(_) => None,
            Source::Live(_, changes) => Some(changes.sender.subscribe()),
        }
    }
}

impl<S: State> ServedTools<S> {
    /// Erases the type of the state.
    pub(super) fn erase(self) -> ServedTools<AnyState> {
        ServedTools(match self.0 {
            Source::Fixed(registry) => Source::Fixed(registry.erase()),
            Source::Live(live, changes) => Source::Live(live.erase(), changes),
        })
    }
}

impl<S> Clone for ServedTools<S> {
    fn clone(&self) -> Self {
        ServedTools(match &self.0 {
            Source::Fixed(registry) => Source::Fixed(registry.clone()),
            Source::Live(live, changes) => Source::Live(live.clone(), Arc::clone(changes)),
        })
    }
}
