//! Records how far the function of a call has run. This matters because layers may start the function again,
//! or drop its future.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};

use super::request_state::Binding;
use crate::error::ProtocolError;
use crate::result::CallToolResponse;

/// The outcome of a call: a response or a protocol error. Inside the layers, the registry has not yet
/// wrapped, checked or adapted the response.
pub(super) type CallResult = Result<CallToolResponse, ProtocolError>;

type CallResultFuture = Pin<Box<dyn Future<Output = CallResult> + Send>>;

/// The state of one call's function. All clones of a `ToolCall` share one `Run`.
pub(super) struct Run {
    /// The digest that binds sealed answers to the call. It covers the arguments from the client, even if a
    /// layer changes the arguments. `None` if the call seals no answers.
    pub(super) binding: Option<Binding>,
    state: Mutex<RunState>,
}

pub(super) enum RunState {
    New,
    /// The function waits for the user's answer. The next run continues this future.
    Parked(CallResultFuture),
    Started,
    /// The function has failed with this error result or protocol error.
    Failed(CallResult),
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
