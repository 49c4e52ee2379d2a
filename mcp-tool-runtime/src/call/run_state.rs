//! Records how far the function of a call has run. This matters because layers may start the function again,
//! or drop its future.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};

use super::request_state::Binding;
use crate::{CallToolResponse, ProtocolError};

/// The response of a tool, before the registry wraps, checks and adapts it.
pub(super) type CallResult = Result<CallToolResponse, ProtocolError>;

type CallResultFuture = Pin<Box<dyn Future<Output = CallResult> + Send>>;

/// The progress of one call's function. All clones of the call share it.
pub(super) struct Run {
    /// Binds sealed answers to the client's arguments, even if a layer has changed the arguments since then.
    pub(super) binding: Option<Binding>,
    state: Mutex<RunState>,
}

pub(super) enum RunState {
    New,
    /// The function waits for the user's answer.
    Parked(CallResultFuture),
    Started,
}

impl Run {
    pub(super) fn new(binding: Option<Binding>) -> Self {
        Run {
            binding,
            state: Mutex::new(RunState::New),
        }
    }

    pub(super) fn replace(&self, state: RunState) -> RunState {
        let mut current = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut current, state)
    }

    #[cfg(feature = "tower")]
    pub(super) fn is(&self, test: impl FnOnce(&RunState) -> bool) -> bool {
        test(&self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
