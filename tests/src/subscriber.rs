//! Sets a `tracing` subscriber for one test while other tests run.

use std::sync::LazyLock;

use tracing::subscriber::DefaultGuard;
use tracing::{Dispatch, Subscriber};

/// A second subscriber, because a test can miss spans if only its own subscriber exists. `tracing` then asks
/// only the current subscriber of the thread that first reaches a span whether the span is enabled. `tracing`
/// caches the answer for all threads. If that thread has no subscriber, the cached answer is no. If two
/// subscribers exist, `tracing` asks both, on any thread.
static SECOND: LazyLock<Dispatch> = LazyLock::new(|| Dispatch::new(tracing_subscriber::registry()));

/// Sets the subscriber for this thread, until the returned guard is dropped.
#[must_use = "it ends when it is dropped"]
pub fn set_subscriber(subscriber: impl Subscriber + Send + Sync + 'static) -> DefaultGuard {
    LazyLock::force(&SECOND);
    tracing::subscriber::set_default(subscriber)
}
