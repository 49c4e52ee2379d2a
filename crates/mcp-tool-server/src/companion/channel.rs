//! The messages of one client to the companion, and the companion's own.

use std::any::Any;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Weak};

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::mutex::lock;

/// The head of the HTTP request of a message. Without the feature `http`, there is none.
#[cfg(feature = "http")]
pub(crate) type Head = http::request::Parts;
#[cfg(not(feature = "http"))]
pub(crate) type Head = std::convert::Infallible;

/// A message of a client to a [`Companion`](crate::Companion).
pub struct ClientMessage {
    json: String,
    head: Option<Arc<Head>>,
    /// About the memory that the message takes, in bytes.
    size: usize,
}

impl ClientMessage {
    fn new(json: String, head: Option<Arc<Head>>) -> Self {
        let size = json.len() + 128;
        #[cfg(feature = "http")]
        let size = size + head.as_deref().map_or(0, head_size);
        ClientMessage { json, head, size }
    }

    /// Returns the message: a JSON-RPC request, notification or response.
    pub fn json(&self) -> &str {
        &self.json
    }

    /// Returns the value of type `T` that came with the message, if there is one. Over HTTP, this is the head of the
    /// request, as `http::request::Parts`, or a value among its extensions, such as the
    /// [`Principal`](mcp_tool_runtime::context::Principal).
    pub fn extension<T: Send + Sync + 'static>(&self) -> Option<&T> {
        let head = self.head.as_deref()?;
        #[cfg(feature = "http")]
        if let Some(value) = head.extensions.get() {
            return Some(value);
        }
        (head as &dyn Any).downcast_ref()
    }
}

/// Returns about the memory that the head of an HTTP request takes, in bytes.
#[cfg(feature = "http")]
fn head_size(head: &Head) -> usize {
    let headers = head.headers.iter();
    headers
        .map(|(name, value)| name.as_str().len() + value.len() + 128)
        .sum()
}

impl fmt::Debug for ClientMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientMessage").finish_non_exhaustive()
    }
}

/// The companion's end of the channel to one client. If a companion drops it, the client's open and later requests to the
/// companion fail with -32603. The tools of the server go on.
#[derive(Debug)]
pub struct CompanionChannel {
    receiver: UnboundedReceiver<ClientMessage>,
    unread: Arc<AtomicUsize>,
    lent: Arc<Mutex<Vec<Lent>>>,
    sender: CompanionSender,
}

/// A value that a companion lends to the tools of a client.
pub(crate) type Lent = Box<dyn Any + Send + Sync>;

impl CompanionChannel {
    /// Waits for the next message of the client. Returns `None` when the client is gone: its streams or its session have
    /// ended, or its request has its response. Is cancel safe.
    pub async fn receive(&mut self) -> Option<ClientMessage> {
        let message = self.receiver.recv().await?;
        self.unread.fetch_sub(message.size, Ordering::Relaxed);
        Some(message)
    }

    /// Returns what sends messages to the client.
    pub fn sender(&self) -> CompanionSender {
        self.sender.clone()
    }

    /// Lends a value to the server's tools: a tool that this client calls finds it with `cx.extension::<T>()`. Call this
    /// in [`open`](crate::Companion::open), because tools do not find later values.
    pub fn lend<T: Send + Sync + 'static>(&self, value: T) {
        lock(&self.lent).push(Box::new(value));
    }

    /// Returns the values that the companion lends.
    pub(crate) fn lent(&self) -> Arc<Mutex<Vec<Lent>>> {
        Arc::clone(&self.lent)
    }
}

impl Drop for CompanionChannel {
    fn drop(&mut self) {
        if let Some(client) = self.sender.0.upgrade() {
            client.stopped();
        }
    }
}

/// Sends messages of a companion to one client. Clones send to the same client.
#[derive(Clone, Debug)]
pub struct CompanionSender(Weak<dyn Client>);

impl CompanionSender {
    /// Sends a JSON-RPC message: a response, a notification, or a request to the client. Messages arrive in the order of
    /// these calls. A notification of progress goes to its request. Other notifications, and requests to the client, go
    /// to the stream for messages outside of requests.
    ///
    /// Does not wait. If a client reads too slowly, the server drops notifications, and answers requests with an error. It
    /// also drops, and logs, what is not a valid message. Does nothing when the client is gone.
    pub fn send(&self, json: impl Into<String>) {
        self.send_about(None, json.into());
    }

    /// Sends a request or a notification on the stream of the client's request with the id `request`, as the companion
    /// knows it.
    pub fn send_during(&self, request: u64, json: impl Into<String>) {
        self.send_about(Some(request), json.into());
    }

    fn send_about(&self, request: Option<u64>, mut json: String) {
        if let Some(client) = self.0.upgrade() {
            // JSON has line breaks only between its tokens. A message must be one line.
            if json.contains(['\n', '\r']) {
                json.retain(|letter| !matches!(letter, '\n' | '\r'));
            }
            client.receive(request, &json);
        }
    }
}

/// What a channel knows of the client.
pub(crate) trait Client: Send + Sync {
    /// Handles a message of the companion. `request` is the request of the client to which it belongs.
    fn receive(self: Arc<Self>, request: Option<u64>, json: &str);

    /// Handles the end of the companion.
    fn stopped(&self);
}

/// The server's end of the channel.
pub(crate) struct ToCompanion {
    sender: UnboundedSender<ClientMessage>,
    /// The number of bytes that the companion has not received.
    unread: Arc<AtomicUsize>,
}

impl ToCompanion {
    /// The number of unread bytes from which notifications are dropped.
    pub(crate) const FULL: usize = 1024 * 1024;

    /// The number of unread bytes from which requests fail. Open requests alone do not reach it soon, but the client may
    /// cancel them before the companion reads them.
    pub(crate) const STUCK: usize = 32 * Self::FULL;

    /// Creates a channel. `client` gets the companion's messages.
    pub(crate) fn new(client: Weak<dyn Client>) -> (Self, CompanionChannel) {
        let (sender, receiver) = unbounded_channel();
        let unread = Arc::<AtomicUsize>::default();
        let channel = CompanionChannel {
            receiver,
            unread: Arc::clone(&unread),
            lent: Arc::default(),
            sender: CompanionSender(client),
        };
        (ToCompanion { sender, unread }, channel)
    }

    /// Sends a message. Returns `false` if the companion has stopped, or has left more than `limit` bytes unread.
    pub(crate) fn send(&self, json: String, head: Option<Arc<Head>>, limit: usize) -> bool {
        if self.unread.load(Ordering::Relaxed) > limit {
            return false;
        }
        let message = ClientMessage::new(json, head);
        self.unread.fetch_add(message.size, Ordering::Relaxed);
        self.sender.send(message).is_ok()
    }
}
