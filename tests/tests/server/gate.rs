//! The state of tools that wait for their test.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::timeout;

/// The time after which a test assumes that the server hangs.
pub(crate) const LIMIT: Duration = Duration::from_secs(60);

/// The state that the tools share with the test.
pub(crate) struct Gate {
    /// Each permit ends one wait.
    pub(crate) open: Semaphore,
    pub(crate) started: AtomicUsize,
    pub(crate) finished: AtomicUsize,
    pub(crate) dropped: AtomicUsize,
}

impl Gate {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Gate {
            open: Semaphore::new(0),
            started: AtomicUsize::new(0),
            finished: AtomicUsize::new(0),
            dropped: AtomicUsize::new(0),
        })
    }
}

/// Waits until the counter is at least `value`. Panics after `LIMIT`.
pub(crate) async fn reaches(counter: &AtomicUsize, value: usize) {
    let reached = async {
        while counter.load(Ordering::SeqCst) < value {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    timeout(LIMIT, reached).await.expect("the tool in time");
}
