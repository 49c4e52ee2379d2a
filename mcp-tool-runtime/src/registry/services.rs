//! What a registry needs from the program around it: a clock and threads that may wait.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use crate::tool::{Job, Pool};

pub(crate) type Sleep = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Makes a future that is ready after a while.
pub(super) type Timer = Arc<dyn Fn(Duration) -> Sleep + Send + Sync>;

#[derive(Clone)]
pub(super) struct Services {
    pub(super) timer: Option<Timer>,
    pub(super) pool: Option<Pool>,
}

impl Services {
    pub(super) fn set_timer<F, Fut>(&mut self, timer: F)
    where
        F: Fn(Duration) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = ()> + Send + 'static,
    {
        self.timer = Some(Arc::new(move |after| Box::pin(timer(after))));
    }

    pub(super) fn set_pool(&mut self, pool: impl Fn(Job) + Send + Sync + 'static) {
        self.pool = Some(Pool::Custom(Arc::new(pool)));
    }
}

impl Default for Services {
    /// Those of the host, where one is part of this build. They ask for the runtime when a call needs
    /// it: who has switched the feature on need not be who makes this registry.
    fn default() -> Self {
        Services {
            #[cfg(feature = "rmcp3")]
            timer: Some(Arc::new(crate::rmcp::sleep)),
            #[cfg(feature = "rmcp3")]
            pool: Some(Pool::Threads),
            #[cfg(not(feature = "rmcp3"))]
            timer: None,
            #[cfg(not(feature = "rmcp3"))]
            pool: None,
        }
    }
}
