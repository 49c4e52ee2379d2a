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

/// The services of a registry.
#[derive(Clone)]
#[cfg_attr(not(feature = "rmcp3"), derive(Default))]
pub(crate) struct Services {
    pub(crate) timer: Option<Timer>,
    pub(crate) pool: Option<Pool>,
}

#[cfg(feature = "rmcp3")]
impl Default for Services {
    /// Returns tokio's clock and threads of this crate. They look for a tokio runtime when a call needs
    /// one: another crate in the tree may have enabled the feature.
    fn default() -> Self {
        Services {
            timer: Some(Arc::new(timer::sleep)),
            pool: Some(Pool::Threads),
        }
    }
}
