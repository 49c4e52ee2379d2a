//! Notifies clients after a change of the tools.

use std::convert::Infallible;
use std::future::pending;
use std::sync::Mutex;

use rmcp::RoleServer;
use rmcp::service::{Peer, SubscriptionSink};
use tokio::sync::watch::Receiver;
use tokio::task::JoinSet;

use crate::mutex::lock;
use crate::served_tools::ServedTools;

/// The notifications of one connection. A client that reads slowly gets one notification for several changes.
#[derive(Default)]
pub(crate) struct Notifications {
    session: Mutex<Session>,
    opening: Mutex<OpeningStreams>,
}

/// The session that a client began with `initialize`, if any.
#[derive(Default)]
struct Session {
    /// Receives the changes since the `initialize` request. Once the client has sent
    /// `notifications/initialized`, the receiver moves to `task`. `None` if the tools never change.
    changes: Option<Receiver<()>>,
    /// The task that notifies the client. Dropping the `JoinSet` ends the task.
    task: JoinSet<()>,
}

/// Streams of `subscriptions/listen` that the server is about to acknowledge. A client may list the tools as
/// soon as it reads the acknowledgement. So the server starts to watch for changes before it sends the
/// acknowledgement.
#[derive(Default)]
struct OpeningStreams {
    streams: usize,
    changes: Option<Receiver<()>>,
}

impl Notifications {
    /// Starts to watch for changes of the tools, for a client that sent `initialize`.
    pub(crate) fn initialize(&self, tools: &ServedTools) {
        let mut session = lock(&self.session);
        if session.changes.is_none() && session.task.is_empty() {
            session.changes = tools.changes();
        }
    }

    /// Starts a task that notifies the session's client after changes of the tools, until the connection ends.
    pub(crate) fn initialized(&self, peer: Peer<RoleServer>) {
        let mut session = lock(&self.session);
        if let Some(mut changes) = session.changes.take() {
            session.task.spawn(async move {
                while changes.changed().await.is_ok()
                    && peer.notify_tool_list_changed().await.is_ok()
                {}
            });
        }
    }

    /// Starts to watch for changes of the tools, for a stream that the server is about to acknowledge.
    pub(crate) fn open(&self, tools: &ServedTools) {
        let mut opening = lock(&self.opening);
        opening.streams += 1;
        if opening.changes.is_none() {
            opening.changes = tools.changes();
        }
    }

    /// Sends notifications of changes to a `subscriptions/listen` stream, if the stream requests them. The
    /// returned future never completes.
    pub(crate) async fn listen(&self, stream: SubscriptionSink) -> Infallible {
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
