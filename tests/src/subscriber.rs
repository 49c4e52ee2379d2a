//! Sets a `tracing` subscriber for one test while other tests run.

use std::sync::LazyLock;

use tracing::subscriber::DefaultGuard;
use tracing::{Dispatch, Subscriber};

/// A second subscriber, because a single one can miss spans. With only one, `tracing` asks the current
/// thread's subscriber whether a span is enabled, and caches the answer. That thread may run another test,
/// which has no subscriber. With two, `tracing` asks both on every thread.
static SECOND: LazyLock<Dispatch> = LazyLock::new(|| Dispatch::new(tracing_subscriber::registry()));

/// Sets the subscriber for this thread.
#[must_use = "it ends when it is dropped"]
pub fn set_subscriber(subscriber: impl Subscriber + Send + Sync + 'static) -> DefaultGuard {
    LazyLock::force(&SECOND);
    tracing::subscriber::set_default(subscriber)
}
