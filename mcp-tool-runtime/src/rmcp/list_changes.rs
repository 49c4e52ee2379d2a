//! Notifications about a list of tools that has changed.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, Weak};

use ::rmcp::RoleServer;
use ::rmcp::service::{Peer, SubscriptionContext, SubscriptionSink};
use tokio::runtime::Handle;

use super::mutex::lock;
use crate::LiveRegistry;
use crate::registry::ChangeListener;

/// The clients that hear of changes.
pub(super) struct ListChanges {
    clients: Mutex<Vec<Arc<Client>>>,
    _listener: ChangeListener,
}

struct Client {
    address: Address,
    /// The runtime of its connection. The tools may change outside of it.
    runtime: Handle,
    state: AtomicU8,
}

enum Address {
    /// A session of the versions with `initialize`.
    Session(Peer<RoleServer>),
    /// A stream of `subscriptions/listen`, while somebody holds it open.
    Stream(SubscriptionSink, Weak<()>),
}

// The state of a client.
const IDLE: u8 = 0;
const SENDING: u8 = 1;
/// The list has changed again while a notification is on its way.
const BEHIND: u8 = 2;

/// Marks a request over a connection that carries no notifications.
#[derive(Clone)]
pub(super) struct NoNotifications;

impl ListChanges {
    /// Starts to listen to a registry.
    pub(super) fn of<S: 'static>(registry: &LiveRegistry<S>) -> Arc<Self> {
        Arc::new_cyclic(|changes: &Weak<Self>| {
            let changes = changes.clone();
            ListChanges {
                clients: Mutex::default(),
                _listener: registry.on_change(move || {
                    if let Some(changes) = changes.upgrade() {
                        changes.tell();
                    }
                }),
            }
        })
    }

    /// Adds a session that is initialized.
    pub(super) fn join(&self, peer: Peer<RoleServer>) {
        self.add(Address::Session(peer));
    }

    /// Adds a stream. It hears of changes until the returned value is dropped.
    pub(super) fn open(&self, stream: &SubscriptionContext) -> Arc<()> {
        let open = Arc::new(());
        if stream.accepted().tools_list_changed == Some(true) {
            self.add(Address::Stream(
                stream.sink().clone(),
                Arc::downgrade(&open),
            ));
        }
        open
    }

    fn add(&self, address: Address) {
        let mut clients = lock(&self.clients);
        clients.retain(|client| !client.is_gone());
        clients.push(Arc::new(Client {
            address,
            runtime: Handle::current(),
            state: AtomicU8::new(IDLE),
        }));
    }

    /// Notifies each client. A client that reads slowly gets one notification for several changes.
    fn tell(&self) {
        let clients = lock(&self.clients).clone();
        for client in clients.into_iter().filter(|client| !client.is_gone()) {
            let next = |state| Some(if state == IDLE { SENDING } else { BEHIND });
            let before = client
                .state
                .fetch_update(Ordering::AcqRel, Ordering::Acquire, next);
            if before == Ok(IDLE) {
                let runtime = client.runtime.clone();
                runtime.spawn(client.notify());
            }
        }
    }
}

impl Client {
    fn is_gone(&self) -> bool {
        match &self.address {
            Address::Session(peer) => peer.is_transport_closed(),
            Address::Stream(_, open) => open.strong_count() == 0,
        }
    }

    async fn notify(self: Arc<Self>) {
        loop {
            // Fails if the client has just gone.
            match &self.address {
                Address::Session(peer) => drop(peer.notify_tool_list_changed().await),
                Address::Stream(sink, _) => drop(sink.notify_tool_list_changed().await),
            }
            let idle =
                self.state
                    .compare_exchange(SENDING, IDLE, Ordering::AcqRel, Ordering::Acquire);
            if idle.is_ok() {
                return;
            }
            self.state.store(SENDING, Ordering::Release);
        }
    }
}
