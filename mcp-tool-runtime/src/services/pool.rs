//! The threads for functions that may block.

use std::sync::Arc;

use super::job::{Busy, Job};
#[cfg(feature = "tokio")]
use super::threads;

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
            Pool::Threads => threads::run(job).await,
        }
    }
}
