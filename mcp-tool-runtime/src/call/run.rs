//! The run of a tool behind guards and layers.
//!
//! A layer may start the innermost service again, or drop its future. The run knows whether the function
//! has started, and keeps it while it waits for the user.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use std::task::Poll;

use super::guard::Guard;
#[cfg(feature = "tower")]
use super::layers::Layers;
use super::request_state::Binding;
use super::{RegisteredTool, ToolCall};
use crate::return_type::Outcome;
use crate::{CallToolResponse, CallToolResult, InputRequired, ProtocolError, ToolContext};

/// The response of a tool, before the registry wraps, checks and projects it.
pub(super) type Answer = Result<CallToolResponse, ProtocolError>;

type AnswerFuture = Pin<Box<dyn Future<Output = Answer> + Send>>;

/// The guards and layers of a tool.
#[derive(Clone, Default)]
pub(crate) struct Middleware {
    pub(crate) guards: Vec<Guard>,
    #[cfg(feature = "tower")]
    pub(crate) layers: Layers,
}

impl Middleware {
    pub(super) const NONE: Middleware = Middleware {
        guards: Vec::new(),
        #[cfg(feature = "tower")]
        layers: Layers {
            of_registry: None,
            of_tool: None,
        },
    };

    pub(crate) fn is_empty(&self) -> bool {
        #[cfg(feature = "tower")]
        if !self.layers.is_empty() {
            return false;
        }
        self.guards.is_empty()
    }
}

/// The run of the function of one call.
pub(super) struct Run {
    /// Binds sealed answers to the arguments that the client sent.
    binding: Option<Binding>,
    state: Mutex<RunState>,
}

pub(super) enum RunState {
    New,
    /// The function waits for an answer of the user.
    Parked(AnswerFuture),
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

impl ToolCall {
    /// Runs the guards and the function: the innermost service.
    pub(super) async fn run(mut self) -> Answer {
        let running = match self.run.replace(RunState::Started) {
            RunState::Parked(running) => {
                if let Some(round) = self.context.round() {
                    round.go_on();
                }
                running
            }
            RunState::Started if !self.is_repeatable() => {
                let name = &self.tool.definition.name;
                let refusal = format!(
                    "`{name}` was not run again, because its first run may have changed something; \
                     look for its effects before you try again"
                );
                return Ok(CallToolResult::error(refusal).because("second_run").into());
            }
            state => {
                if let Some(refusal) = self.refusal().await {
                    self.run.replace(state);
                    return Ok(refusal.into());
                }
                let call = self.clone();
                self.raw_arguments();
                Box::pin(call.start())
            }
        };
        let mut running = Some(running);
        poll_fn(move |task| {
            let Some(function) = &mut running else {
                return Poll::Pending;
            };
            if let Poll::Ready(answer) = function.as_mut().poll(task) {
                running = None;
                return Poll::Ready(answer);
            }
            let round = self.context.round().filter(|_| self.has_layers());
            let Some(questions) = round.and_then(|round| round.park()) else {
                return Poll::Pending;
            };
            if let Some(function) = running.take() {
                self.run.replace(RunState::Parked(function));
            }
            Poll::Ready(Ok(InputRequired::new(questions, None).into()))
        })
        .await
    }

    async fn start(mut self) -> Answer {
        let (tool, context) = (self.tool.clone(), self.context.clone());
        let seal = tool.seal_with(self.run.binding.clone());
        let call = tool.call_inside(self.raw_arguments(), seal, &context);
        call.await
    }

    /// Asks the guards. Returns the result of a refused call.
    async fn refusal(&self) -> Option<CallToolResult> {
        for guard in &self.tool.middleware().guards {
            if let Err(error) = guard(self.clone()).await {
                let result = self.tool.result(Outcome::failure(error));
                return Some(result.because("refused"));
            }
        }
        None
    }

    /// Returns whether anything counts how long the call takes.
    fn has_layers(&self) -> bool {
        #[cfg(feature = "tower")]
        let has_layers = !self.tool.middleware().layers.is_empty();
        #[cfg(not(feature = "tower"))]
        let has_layers = false;
        has_layers
    }

    fn is_repeatable(&self) -> bool {
        let annotations = self.tool().annotations.as_ref();
        annotations.is_some_and(|hints| {
            hints.read_only_hint == Some(true) || hints.idempotent_hint == Some(true)
        })
    }
}

impl RegisteredTool {
    /// Returns why the caller lacks the right to call the tool.
    pub(super) fn lacking_scopes(&self, context: &ToolContext) -> Option<CallToolResult> {
        let scopes = &self.definition.scopes;
        let granted = |scope: &&String| {
            let principal = context.principal();
            !principal.is_some_and(|principal| principal.has_scopes(&[scope]))
        };
        let lacking: Vec<_> = scopes.iter().filter(granted).map(String::as_str).collect();
        if lacking.is_empty() {
            return None;
        }
        let (name, lacking) = (&self.definition.name, lacking.join("`, `"));
        tracing::info!(tool = name, lacking, "the caller lacks scopes");
        let text = format!("`{name}` was not run: the caller lacks the scope `{lacking}`");
        Some(CallToolResult::error(text).because("insufficient_scope"))
    }
}
