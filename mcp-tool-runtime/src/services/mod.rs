//! The services of a registry: a clock, and threads that may block. The program can set them. With the
//! feature `rmcp3`, this crate provides defaults.

mod job;
mod pool;
#[cfg(feature = "rmcp3")]
mod threads;
#[cfg(feature = "rmcp3")]
mod timer;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

pub(crate) use job::Busy;
pub(crate) use pool::Pool;
#[cfg(feature = "rmcp3")]
pub(crate) use threads::wait_for_all;

pub(crate) type Sleep = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A function whose future completes after a duration.
pub(crate) type Timer = Arc<dyn Fn(Duration) -> Sleep + Send + Sync>;

#[derive(Clone)]
#[cfg_attr(not(feature = "rmcp3"), derive(Default))]
pub(crate) struct Services {
    pub(crate) timer: Option<Timer>,
    pub(crate) pool: Option<Pool>,
}

#[cfg(feature = "rmcp3")]
impl Default for Services {
    /// Returns the clock and the threads of this crate. Another crate may enable the feature `rmcp3` in a
    /// program without tokio. So both look for a tokio runtime only during a call, and also work without a
    /// runtime.
    fn default() -> Self {
        Services {
            timer: Some(Arc::new(timer::sleep)),
            pool: Some(Pool::Threads),
        }
    }
}
