//! The tools of a server, and the notifications of clients after a change.

use std::convert::Infallible;
use std::future::pending;
use std::sync::{Arc, Mutex};

use ::rmcp::RoleServer;
use ::rmcp::service::{Peer, SubscriptionSink};
use tokio::sync::watch::{self, Receiver, Sender};
use tokio::task::AbortHandle;

use super::mutex::lock;
use crate::registry::AnyState;
use crate::tool::State;
use crate::{ChangeListener, LiveRegistry, ToolRegistry};

/// The tools of a [`ToolServer`](crate::ToolServer): a [`ToolRegistry`], or a [`LiveRegistry`] whose
/// changes reach clients. Both convert into it.
pub struct ServedTools<S: 'static>(Source<S>);

enum Source<S: 'static> {
    Fixed(ToolRegistry<S>),
    Live(LiveRegistry<S>, Arc<Changes>),
}

/// The changes of a live registry.
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
    /// Returns the tools of this moment.
    pub(super) fn snapshot(&self) -> ToolRegistry<S> {
        match &self.0 {
            Source::Fixed(registry) => registry.clone(),
            Source::Live(live, _) => live.registry(),
        }
    }

    pub(super) fn is_live(&self) -> bool {
        matches!(self.0, Source::Live(..))
    }

    fn changes(&self) -> Option<Receiver<()>> {
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

/// The notifications of one connection. A client that reads slowly gets one for several changes.
#[derive(Default)]
pub(super) struct Notifications {
    session: Mutex<Session>,
    opening: Mutex<Opening>,
}

/// A client that came with `initialize`.
#[derive(Default)]
enum Session {
    #[default]
    None,
    /// The changes since the response to `initialize`.
    Initializing(Receiver<()>),
    Initialized(AbortHandle),
}

/// Streams whose acknowledgement is on its way. A client may list tools as soon as it reads that, so
/// changes count from before.
#[derive(Default)]
struct Opening {
    streams: usize,
    changes: Option<Receiver<()>>,
}

impl Notifications {
    /// Counts changes from now on for a client that sent `initialize`.
    pub(super) fn initialize<S>(&self, tools: &ServedTools<S>) {
        let mut session = lock(&self.session);
        if let (Some(changes), Session::None) = (tools.changes(), &*session) {
            *session = Session::Initializing(changes);
        }
    }

    /// Notifies the client of a session until the connection ends.
    pub(super) fn initialized(&self, peer: Peer<RoleServer>) {
        let mut session = lock(&self.session);
        match std::mem::take(&mut *session) {
            Session::Initializing(mut changes) => {
                let task = tokio::spawn(async move {
                    while changes.changed().await.is_ok()
                        && peer.notify_tool_list_changed().await.is_ok()
                    {}
                });
                *session = Session::Initialized(task.abort_handle());
            }
            earlier => *session = earlier,
        }
    }

    /// Counts changes from now on for a stream that is about to be acknowledged.
    pub(super) fn open<S>(&self, tools: &ServedTools<S>) {
        let mut opening = lock(&self.opening);
        opening.streams += 1;
        if opening.changes.is_none() {
            opening.changes = tools.changes();
        }
    }

    /// Notifies a stream of `subscriptions/listen` until its future is dropped.
    pub(super) async fn listen(&self, stream: SubscriptionSink) -> Infallible {
        if stream.accepted().tools_list_changed == Some(true)
            && let Some(mut changes) = self.take_opening()
        {
            while changes.changed().await.is_ok() && stream.notify_tool_list_changed().await.is_ok()
            {
            }
        }
        pending().await
    }

    fn take_opening(&self) -> Option<Receiver<()>> {
        let mut opening = lock(&self.opening);
        opening.streams = opening.streams.saturating_sub(1);
        match opening.streams {
            0 => opening.changes.take(),
            _ => opening.changes.clone(),
        }
    }
}

impl Drop for Notifications {
    fn drop(&mut self) {
        if let Session::Initialized(task) = &*lock(&self.session) {
            task.abort();
        }
    }
}
