//! The services of a registry: a clock, and threads that may block. The program can set them. With the
//! feature `tokio`, this crate provides defaults.

mod job;
mod pool;
#[cfg(feature = "tokio")]
mod threads;
#[cfg(feature = "tokio")]
mod timer;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

pub(crate) use job::Busy;
pub(crate) use pool::Pool;
#[cfg(feature = "tokio")]
pub use threads::wait_for_all;

pub(crate) type Sleep = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A function whose future completes after a duration.
pub(crate) type Timer = Arc<dyn Fn(Duration) -> Sleep + Send + Sync>;

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
