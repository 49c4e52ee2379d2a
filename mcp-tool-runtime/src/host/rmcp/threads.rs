//! Threads for functions that wait.

use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::{Semaphore, SemaphorePermit, watch};

use crate::tool::Job;

/// How many there are at a time; further functions wait for one that ends.
static PLACES: Semaphore = Semaphore::const_new(512);

/// How many run, of all servers of the process.
static RUNNING: LazyLock<watch::Sender<usize>> = LazyLock::new(watch::Sender::default);

/// How long functions have once their calls were cancelled because a server ends.
const LAST_WORK: Duration = Duration::from_secs(1);

/// Runs a function on a thread of its own, inside of the current runtime.
///
/// A function cannot be stopped. Tokio's own threads would keep the process from ending for as long as
/// one of them runs, and signals do not end it any more.
pub(crate) fn run(job: Job) {
    if let Ok(place) = PLACES.try_acquire() {
        return start(job, place);
    }
    tokio::spawn(async move {
        // Nobody closes it.
        if let Ok(place) = PLACES.acquire().await {
            start(job, place);
        }
    });
}

/// Waits until no function runs any more, for a while.
///
/// Nothing can stop them, but they may ask whether their call was cancelled, and tidy up.
pub(super) async fn have_ended() {
    let mut running = RUNNING.subscribe();
    let ended = running.wait_for(|running| *running == 0);
    // Those that have not by then end with the process.
    let _ = tokio::time::timeout(LAST_WORK, ended).await;
}

struct Running;

impl Running {
    fn begin() -> Self {
        RUNNING.send_modify(|running| *running += 1);
        Running
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        RUNNING.send_modify(|running| *running -= 1);
    }
}

fn start(job: Job, place: SemaphorePermit<'static>) {
    let (runtime, running) = (Handle::current(), Running::begin());
    let thread = thread::Builder::new().name("mcp-blocking".to_owned());
    let started = thread.spawn(move || {
        let _runtime = runtime.enter();
        job();
        drop((place, running));
    });
    // The call is told, by the job that is gone.
    if let Err(error) = started {
        tracing::error!(%error, "no thread for a blocking function");
    }
}
