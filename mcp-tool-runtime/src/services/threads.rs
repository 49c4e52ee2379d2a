//! Threads for blocking functions.

use std::cell::Cell;
use std::sync::LazyLock;
use std::thread;
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::{Semaphore, SemaphorePermit, watch};

use super::{Busy, Job};

/// The limits that all servers of the process share: 512 running functions, and 1024 waiting functions.
pub(super) static THREADS: Threads = Threads::new(512, 1024);

/// The number of functions that currently run on threads of this module.
static RUNNING: LazyLock<watch::Sender<usize>> = LazyLock::new(watch::Sender::default);

/// The maximum time that a shutdown waits for running functions to end.
const LAST_WORK: Duration = Duration::from_secs(1);

thread_local! {
    /// Whether this module started the current thread to run a blocking function.
    static IS_OURS: Cell<bool> = const { Cell::new(false) };
}

/// Limits how many functions run at a time, and how many functions wait for a thread. Functions that a running
/// function starts do not count.
pub(super) struct Threads {
    running: Semaphore,
    waiting: Semaphore,
}

impl Threads {
    const fn new(running: usize, waiting: usize) -> Self {
        Threads {
            running: Semaphore::const_new(running),
            waiting: Semaphore::const_new(waiting),
        }
    }

    /// Runs a function on a new thread, inside of the current runtime if there is one. Completes when the
    /// function has started.
    ///
    /// Rust cannot stop a running function, and a tokio runtime that ends waits for its blocking threads. So a
    /// function on those threads can delay the end of the process. No runtime waits for the threads of this
    /// module.
    ///
    /// # Errors
    ///
    /// Returns [`Busy`] and drops the function if too many functions are already waiting.
    pub(super) async fn run(&'static self, job: Job) -> Result<(), Busy> {
        // `IS_OURS` is true if a blocking function started this job and waits for it. Such a job
        // starts without a permit of `running`. If the job needed a permit, the waiting functions
        // could hold all permits, and no job could start.
        if IS_OURS.get() {
            start(job, None);
            return Ok(());
        }
        let place = match self.running.try_acquire() {
            Ok(place) => place,
            Err(_) => {
                let _waiting = self.waiting.try_acquire().map_err(|_| Busy)?;
                self.running.acquire().await.map_err(|_| Busy)?
            }
        };
        start(job, Some(place));
        Ok(())
    }
}

/// Waits until no function runs, up to a time limit.
///
/// A shutdown uses this function after it has cancelled the running calls. Their functions can then clean up
/// and return.
pub async fn wait_for_all() {
    let mut running = RUNNING.subscribe();
    let ended = running.wait_for(|running| *running == 0);
    // If the time limit passes first, return anyway. The remaining functions continue to run.
    let _ = tokio::time::timeout(LAST_WORK, ended).await;
}

struct RunningJob;

impl RunningJob {
    fn begin() -> Self {
        RUNNING.send_modify(|running| *running += 1);
        RunningJob
    }
}

impl Drop for RunningJob {
    fn drop(&mut self) {
        RUNNING.send_modify(|running| *running -= 1);
    }
}

fn start(job: Job, place: Option<SemaphorePermit<'static>>) {
    let (runtime, running) = (Handle::try_current().ok(), RunningJob::begin());
    let thread = thread::Builder::new().name("mcp-blocking".to_owned());
    let started = thread.spawn(move || {
        IS_OURS.set(true);
        let _runtime = runtime.as_ref().map(Handle::enter);
        job();
        drop((place, running));
    });
    // If the thread cannot start, `spawn` drops the job. The call that waits for the job then
    // fails.
    if let Err(error) = started {
        tracing::error!(%error, "cannot start a thread for a blocking function");
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::Pin;
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::task::{Context, Poll, Waker};

    use super::*;

    type Run = Pin<Box<dyn Future<Output = Result<(), Busy>>>>;

    fn poll(run: &mut Run) -> Poll<Result<(), Busy>> {
        run.as_mut().poll(&mut Context::from_waker(Waker::noop()))
    }

    /// Returns a sender and a job. The job reports its start, and then waits for a message from the sender, or
    /// until the sender is dropped.
    fn waits(begun: &Sender<u8>, number: u8) -> (Sender<()>, Job) {
        let (go, may_go): (_, Receiver<()>) = channel();
        let begun = begun.clone();
        let job = move || {
            begun.send(number).unwrap();
            let _ = may_go.recv();
        };
        (go, Box::new(job))
    }

    #[test]
    fn functions_wait_for_a_thread_up_to_the_limit() {
        let threads: &'static Threads = Box::leak(Box::new(Threads::new(1, 2)));
        let (begun, begins) = channel();
        let mut runs: Vec<_> = (0..4)
            .map(|number| {
                let (go, job) = waits(&begun, number);
                let run: Run = Box::pin(threads.run(job));
                (go, run)
            })
            .collect();
        let polled: Vec<_> = runs.iter_mut().map(|(_, run)| poll(run)).collect();
        assert!(matches!(
            polled[..],
            [
                Poll::Ready(Ok(())),
                Poll::Pending,
                Poll::Pending,
                Poll::Ready(Err(Busy))
            ]
        ));
        assert_eq!(begins.recv(), Ok(0));

        // A cancelled call frees its place in the queue.
        drop(runs.remove(1));
        let (go, job) = waits(&begun, 9);
        let mut last: Run = Box::pin(threads.run(job));
        assert!(poll(&mut last).is_pending());

        // End the running function. The first function in the queue then starts.
        drop(runs.remove(0));
        while poll(&mut runs[0].1).is_pending() {
            thread::yield_now();
        }
        assert_eq!(begins.recv(), Ok(2));
        assert!(poll(&mut last).is_pending());
        runs.clear();
        while poll(&mut last).is_pending() {
            thread::yield_now();
        }
        assert_eq!(begins.recv(), Ok(9));
        drop(go);
    }

    #[test]
    fn nested_functions_do_not_wait_for_a_thread() {
        let threads: &'static Threads = Box::leak(Box::new(Threads::new(1, 0)));
        let (begun, begins) = channel();
        let outer = begun.clone();
        let job: Job = Box::new(move || {
            let (go, inner) = waits(&outer, 2);
            drop(go);
            let mut run: Run = Box::pin(threads.run(inner));
            let started = matches!(poll(&mut run), Poll::Ready(Ok(())));
            outer.send(u8::from(started)).unwrap();
        });
        let mut run: Run = Box::pin(threads.run(job));
        assert!(poll(&mut run).is_ready());
        drop(begun);
        let mut said: Vec<_> = begins.iter().collect();
        said.sort_unstable();
        assert_eq!(said, [1, 2]);
    }
}
