//! How serving HTTP ends: what is idle at once, what is running within a limit.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};

use super::super::serve::GRACE;
use super::serve::Shutdown;
use crate::{Cancellation, services};

pub(super) type Until = Pin<Box<dyn Future<Output = ()> + Send>>;

/// How long calls have to say that they were cancelled.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// What the services of a configuration know of their end.
#[derive(Default)]
pub(super) struct End {
    until: Mutex<Option<Until>>,
    /// Set by the first request of a listener with a shutdown.
    listener: OnceLock<()>,
    /// How long calls may go on, where it is said.
    grace: Mutex<Option<Duration>>,
    running: watch::Sender<usize>,
    /// Ends streams that wait for what may never come.
    pub(super) idle: CancellationToken,
    /// Cancels calls, which are answered with an error.
    calls: CancellationToken,
    /// Ends the wait for functions that run on threads.
    threads: CancellationToken,
    /// Ends sessions, and whatever is left.
    pub(super) all: CancellationToken,
}

impl End {
    pub(super) fn after(until: impl Future<Output = ()> + Send + 'static) -> Self {
        End {
            until: Mutex::new(Some(Box::pin(until))),
            ..End::default()
        }
    }

    /// Begins to wait for the end; the first time, and if there is a runtime.
    pub(super) fn watch(self: &Arc<Self>) {
        let Ok(runtime) = Handle::try_current() else {
            return;
        };
        let mut until = self.until.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(until) = until.take() {
            runtime.spawn(Arc::clone(self).end(until));
        }
    }

    /// Begins to wait for the end of the listener, too; of the first one that has a request.
    pub(super) fn follow(self: &Arc<Self>, listener: &Shutdown) {
        self.watch();
        if self.listener.set(()).is_err() {
            return;
        }
        let grace = self.grace.lock();
        grace
            .unwrap_or_else(PoisonError::into_inner)
            .get_or_insert(listener.grace);
        listener.wait_for(self.all.clone());
        let begun = listener.begun.clone().cancelled_owned();
        *self.until.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::pin(begun));
        self.watch();
    }

    pub(super) fn set_grace(&self, grace: Duration) {
        *self.grace.lock().unwrap_or_else(PoisonError::into_inner) = Some(grace);
    }

    fn grace(&self) -> Duration {
        let grace = self.grace.lock().unwrap_or_else(PoisonError::into_inner);
        grace.unwrap_or(GRACE)
    }

    async fn end(self: Arc<Self>, until: Until) {
        until.await;
        self.idle.cancel();
        if !self.nothing_runs_within(self.grace()).await {
            let requests = *self.running.borrow();
            tracing::warn!(requests, "calls were still running: cancelled");
            self.calls.cancel();
            services::have_ended().await;
            self.threads.cancel();
            self.nothing_runs_within(LAST_WORDS).await;
        }
        self.all.cancel();
    }

    async fn nothing_runs_within(&self, limit: Duration) -> bool {
        let mut running = self.running.subscribe();
        let nothing_runs = running.wait_for(|running| *running == 0);
        tokio::time::timeout(limit, nothing_runs).await.is_ok()
    }

    /// Something runs, until this is dropped.
    pub(super) fn running(self: &Arc<Self>) -> Running {
        self.running.send_modify(|running| *running += 1);
        Running {
            end: Arc::clone(self),
            threads: None,
        }
    }

    /// How a call gets to know that its time is over.
    pub(super) fn cancellation(&self) -> Arc<dyn Cancellation> {
        Arc::new(Calls(self.calls.clone()))
    }
}

impl fmt::Debug for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("End")
            .field("running", &*self.running.borrow())
            .field("over", &self.all.is_cancelled())
            .finish_non_exhaustive()
    }
}

pub(super) struct Running {
    end: Arc<End>,
    threads: Option<Pin<Box<WaitForCancellationFutureOwned>>>,
}

impl Running {
    /// Is ready when an answer may go out. At the end, that is after functions on threads have seen
    /// that they were cancelled: once everything is answered, nothing else keeps the process.
    pub(super) fn poll_answer(&mut self, context: &mut Context<'_>) -> Poll<()> {
        if !self.end.calls.is_cancelled() {
            return Poll::Ready(());
        }
        let over = || Box::pin(self.end.threads.clone().cancelled_owned());
        self.threads.get_or_insert_with(over).as_mut().poll(context)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end.running.send_modify(|running| *running -= 1);
    }
}

struct Calls(CancellationToken);

impl Cancellation for Calls {
    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }

    fn cancelled(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.0.cancelled())
    }
}
