//! The services of a registry: a clock, and threads that may block. The program can set them. With the
//! feature `tokio`, this crate provides defaults.

pub(crate) mod oneshot;
#[cfg(feature = "tokio")]
mod threads;
#[cfg(feature = "tokio")]
mod timer;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

#[cfg(feature = "tokio")]
pub use threads::wait_for_all;

pub(crate) type Sleep = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A function whose future completes after a duration.
pub(crate) type Timer = Arc<dyn Fn(Duration) -> Sleep + Send + Sync>;

/// Work that may block. A pool runs it on a thread where blocking is allowed.
pub(crate) type Job = Box<dyn FnOnce() + Send>;

/// The error if too many jobs wait for a thread.
#[derive(Debug, PartialEq)]
pub(crate) struct Busy;

/// Passes work to a thread where blocking is allowed.
#[derive(Clone)]
pub(crate) enum Pool {
    /// The pool that the program sets with `blocking_pool`. It must accept every job.
    Custom(Arc<dyn Fn(Job) + Send + Sync>),
    /// The threads of this crate. All registries of the process share them.
    #[cfg(feature = "tokio")]
    Threads,
}

impl Pool {
    pub(crate) async fn run(&self, job: Job) -> Result<(), Busy> {
        match self {
            Pool::Custom(run) => {
                run(job);
                Ok(())
            }
            #[cfg(feature = "tokio")]
            Pool::Threads => threads::THREADS.run(job).await,
        }
    }
}

#[derive(Clone)]
#[cfg_attr(not(feature = "tokio"), derive(Default))]
pub(crate) struct Services {
    pub(crate) timer: Option<Timer>,
    pub(crate) pool: Option<Pool>,
}

#[cfg(feature = "tokio")]
impl Default for Services {
    /// Returns the clock and the threads of this crate. Another crate may enable the feature `tokio` in a
    /// program without tokio. So both look for a tokio runtime only during a call, and also work without a
    /// runtime.
    fn default() -> Self {
        Services {
            timer: Some(Arc::new(timer::sleep)),
            pool: Some(Pool::Threads),
        }
    }
}
