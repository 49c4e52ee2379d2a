//! Sets a `tracing` subscriber for one test while other tests run.

use std::sync::LazyLock;

use tracing::subscriber::DefaultGuard;
use tracing::{Dispatch, Subscriber};

/// A second subscriber. With only one, `tracing` caches for each span whether it is enabled. It may compute
/// this on the thread of another test that has no subscriber. Two subscribers prevent the cache.
static SECOND: LazyLock<Dispatch> = LazyLock::new(|| Dispatch::new(tracing_subscriber::registry()));

/// Sets the subscriber for this thread.
#[must_use = "it ends when it is dropped"]
pub fn set_subscriber(subscriber: impl Subscriber + Send + Sync + 'static) -> DefaultGuard {
    LazyLock::force(&SECOND);
    tracing::subscriber::set_default(subscriber)
}
