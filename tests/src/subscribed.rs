//! A subscriber for one test among others that run at the same time.

use std::sync::LazyLock;

use tracing::subscriber::DefaultGuard;
use tracing::{Dispatch, Subscriber};

/// Where there is but one subscriber, `tracing` asks that of whichever thread comes by a span first
/// whether anybody wants it, and keeps the answer: no, on the thread of another test.
static SECOND: LazyLock<Dispatch> = LazyLock::new(|| Dispatch::new(tracing_subscriber::registry()));

/// Subscribes to what happens on this thread.
#[must_use = "it ends when it is dropped"]
pub fn subscribed(subscriber: impl Subscriber + Send + Sync + 'static) -> DefaultGuard {
    LazyLock::force(&SECOND);
    tracing::subscriber::set_default(subscriber)
}
