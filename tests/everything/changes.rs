//! Tools that change the list of tools or a resource, and a tool that only announces changed prompts.
//! `ToolServer` notifies clients when the list of tools changes. This file notifies clients about the prompts
//! and the resource. Clients of protocol version 2026-07-28 receive notifications on subscription streams,
//! and older clients in their sessions.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use mcp_tool_runtime::mcp_tool;
use rmcp::RoleServer;
use rmcp::model::ResourceUpdatedNotificationParam;
use rmcp::service::{Peer, SubscriptionContext};
use tokio::sync::Notify;

use crate::resources::{Notice, WATCHED};

/// Changes the list of tools. The server then notifies all clients.
#[mcp_tool(title = "Tools have changed", destructive = false)]
pub(crate) async fn test_trigger_tool_change(#[state] change: &Notify) -> &'static str {
    // `notify_one` wakes a background task, which then changes the list of tools.
    change.notify_one();
    "The program changes its tools."
}

/// Notifies all clients that the list of prompts has changed.
#[mcp_tool(title = "Prompts have changed", destructive = false)]
pub(crate) async fn test_trigger_prompt_change(#[state] listeners: &Listeners) -> String {
    listeners.tell(Change::Prompts).await
}

/// Changes the resource that clients can watch, and notifies the clients that watch it.
#[mcp_tool(title = "A resource has changed", destructive = false)]
pub(crate) async fn test_trigger_resource_change(
    #[state] listeners: &Listeners,
    #[state] notice: &Notice,
) -> String {
    notice.change();
    listeners.tell(Change::Watched).await
}

#[derive(Clone, Copy)]
enum Change {
    Prompts,
    Watched,
}

/// The open streams and sessions to notify.
#[derive(Default)]
pub(crate) struct Listeners {
    streams: Mutex<Vec<Weak<SubscriptionContext>>>,
    sessions: Mutex<Vec<Weak<Session>>>,
}

/// A session of a client with a protocol version before 2026-07-28, and whether the session watches the
/// resource.
pub(crate) struct Session {
    peer: Peer<RoleServer>,
    watches: Mutex<bool>,
}

impl Listeners {
    /// Adds the stream that a `subscriptions/listen` request has opened.
    pub(crate) fn open(&self, stream: &Arc<SubscriptionContext>) {
        lock(&self.streams).push(Arc::downgrade(stream));
    }

    /// Adds a session.
    pub(crate) fn join(&self, peer: Peer<RoleServer>) -> Arc<Session> {
        let watches = Mutex::new(false);
        let session = Arc::new(Session { peer, watches });
        lock(&self.sessions).push(Arc::downgrade(&session));
        session
    }

    async fn tell(&self, change: Change) -> String {
        let mut told = 0;
        for stream in present(&self.streams) {
            let sent = match change {
                Change::Prompts => stream.sink().notify_prompt_list_changed().await,
                Change::Watched => stream.sink().notify_resource_updated(WATCHED).await,
            };
            // Sending fails if the stream has closed, or has not subscribed to this kind of
            // change.
            told += usize::from(sent.is_ok());
        }
        for session in present(&self.sessions) {
            let sent = match change {
                Change::Prompts => session.peer.notify_prompt_list_changed().await,
                Change::Watched if !*lock(&session.watches) => continue,
                Change::Watched => {
                    let update = ResourceUpdatedNotificationParam::new(WATCHED);
                    session.peer.notify_resource_updated(update).await
                }
            };
            told += usize::from(sent.is_ok());
        }
        format!("listeners that were told: {told}")
    }
}

impl Session {
    /// Starts or stops watching the resource `WATCHED`. Ignores any other `uri`, because the other resources
    /// never change.
    pub(crate) fn watch(&self, uri: &str, watches: bool) {
        if uri == WATCHED {
            *lock(&self.watches) = watches;
        }
    }
}

/// Returns the open listeners, and removes the closed ones.
fn present<T>(listeners: &Mutex<Vec<Weak<T>>>) -> Vec<Arc<T>> {
    let mut listeners = lock(listeners);
    listeners.retain(|listener| listener.strong_count() > 0);
    listeners.iter().filter_map(Weak::upgrade).collect()
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
