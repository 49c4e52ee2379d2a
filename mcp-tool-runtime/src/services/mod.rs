//! The services that a registry needs from the program around it: a clock, and threads that may block.

#[cfg(feature = "rmcp3")]
mod threads;
#[cfg(feature = "rmcp3")]
mod timer;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

#[cfg(feature = "rmcp3")]
pub(crate) use threads::have_ended;

pub(crate) type Sleep = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Makes a future that completes after a duration.
pub(crate) type Timer = Arc<dyn Fn(Duration) -> Sleep + Send + Sync>;

/// Work for a thread that may block.
pub(crate) type Job = Box<dyn FnOnce() + Send>;

/// Hands work to a thread that may block.
#[derive(Clone)]
pub(crate) enum Pool {
    /// The author's pool, which accepts all work.
    Custom(Arc<dyn Fn(Job) + Send + Sync>),
    /// The threads of the process.
    #[cfg(feature = "rmcp3")]
    Threads,
}

/// The error of a pool with too much waiting work.
#[derive(Debug, PartialEq)]
pub(crate) struct Busy;

impl Pool {
    pub(crate) async fn run(&self, job: Job) -> Result<(), Busy> {
        match self {
            Pool::Custom(run) => {
                run(job);
                Ok(())
            }
            #[cfg(feature = "rmcp3")]
            Pool::Threads => threads::run(job).await,
        }
    }
}

#[derive(Clone)]
pub(crate) struct Services {
    pub(crate) timer: Option<Timer>,
    pub(crate) pool: Option<Pool>,
}

impl Services {
    pub(crate) fn set_timer<F, Fut>(&mut self, timer: F)
    where
        F: Fn(Duration) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = ()> + Send + 'static,
    {
        self.timer = Some(Arc::new(move |after| Box::pin(timer(after))));
    }

    pub(crate) fn set_pool(&mut self, pool: impl Fn(Job) + Send + Sync + 'static) {
        self.pool = Some(Pool::Custom(Arc::new(pool)));
    }
}

impl Default for Services {
    /// Returns tokio's clock and threads of this crate, where the feature `rmcp3` is on. They look for a
    /// tokio runtime when a call needs one: another crate in the tree may have enabled the feature.
    fn default() -> Self {
        Services {
            #[cfg(feature = "rmcp3")]
            timer: Some(Arc::new(timer::sleep)),
            #[cfg(feature = "rmcp3")]
            pool: Some(Pool::Threads),
            #[cfg(not(feature = "rmcp3"))]
            timer: None,
            #[cfg(not(feature = "rmcp3"))]
            pool: None,
        }
    }
}
