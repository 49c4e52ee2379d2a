//! Runs a tool inside its guards and layers.
//!
//! Inside all layers, the innermost service runs the guards and the function. A layer may call this service
//! again, so [`RunState`] records whether the function has started. A layer may also drop the service's
//! future. So [`RunState`] keeps the function's future while the function waits for the user.

use std::future::poll_fn;
use std::task::Poll;

use super::future::RunningTool;
use super::tool_call::{CallResult, RunState, ToolCall};
#[cfg(feature = "tower")]
use crate::content::ContentBlock;
#[cfg(feature = "tower")]
use crate::result::InputRequired;
use crate::result::{CallToolResponse, CallToolResult};
use crate::return_type::Outcome;

impl ToolCall {
    /// Runs the guards and then the function. If the function is parked, continues it without the guards.
    /// Rejects a second run, unless the tool is read-only or idempotent. If the first run has failed, its failure
    /// is the answer to the second run. This method is the service inside all layers.
    pub(super) async fn run(mut self) -> CallResult {
        let function = match self.run.replace(RunState::Started) {
            #[cfg(feature = "tower")]
            RunState::Parked(running) => {
                if let Some(round) = self.context.round() {
                    round.go_on();
                }
                running
            }
            #[cfg(feature = "tower")]
            RunState::Started if !self.is_repeatable() => {
                let refusal = CallToolResult::error(self.second_run());
                return Ok(refusal.with_failure_kind("second_run").into());
            }
            #[cfg(feature = "tower")]
            RunState::Failed(failure) if !self.is_repeatable() => {
                self.run.replace(RunState::Failed(failure.clone()));
                return self.with_second_run(failure);
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
        let mut running = Some(function);
        poll_fn(move |task| {
            let Some(function) = &mut running else {
                return Poll::Pending;
            };
            if let Poll::Ready(answer) = function.as_mut().poll(task) {
                running = None;
                #[cfg(feature = "tower")]
                self.keep_failure(&answer);
                return Poll::Ready(answer);
            }
            #[cfg(feature = "tower")]
            if self.tool.has_layers()
                && let Some(questions) = self.context.round().and_then(|round| round.park())
            {
                if let Some(function) = running.take() {
                    self.run.replace(RunState::Parked(function));
                }
                return Poll::Ready(Ok(InputRequired::new(questions, None).into()));
            }
            Poll::Pending
        })
        .await
    }

    async fn start(mut self) -> CallResult {
        let (tool, context) = (self.tool.clone(), self.context.clone());
        let binding = self.run.binding.clone();
        let mut answer = RunningTool::start(&tool, self.raw_arguments(), binding, &context).await;
        if let Ok(CallToolResponse::Complete(result)) = &mut answer
            && let Some(error) = result.take_protocol_error(context.protocol_version())
        {
            answer = Err(error);
        }
        answer
    }

    /// Asks the guards. Returns a result with `isError` if a guard rejects the call.
    async fn refusal(&self) -> Option<CallToolResult> {
        for guard in &self.tool.settings.guards {
            if let Err(error) = guard(self.clone()).await {
                let result = self.tool.result(Outcome::Failure(Box::new(error)));
                return Some(result.with_failure_kind("refused"));
            }
        }
        None
    }
}

/// A layer may call the tool again.
#[cfg(feature = "tower")]
impl ToolCall {
    /// Keeps a failure for a layer that calls the tool again.
    fn keep_failure(&self, answer: &CallResult) {
        let has_failed = match answer {
            Ok(CallToolResponse::Complete(result)) => result.is_error,
            Ok(CallToolResponse::InputRequired(_)) => false,
            Err(_) => true,
        };
        if has_failed && self.tool.has_layers() && !self.is_repeatable() {
            self.run.replace(RunState::Failed(answer.clone()));
        }
    }

    /// Returns the text for a layer that calls the tool again.
    fn second_run(&self) -> String {
        let name = &self.tool.definition.name;
        format!(
            "`{name}` was not run again, because its first run may have changed something; look for \
             its effects before you try again"
        )
    }

    /// Adds to a failure that the tool was not run again.
    fn with_second_run(&self, failure: CallResult) -> CallResult {
        let line = self.second_run();
        let mut result = match failure {
            Ok(CallToolResponse::Complete(result)) => result,
            Ok(other) => return Ok(other),
            Err(error) => return Err(error.with_line(&line)),
        };
        result.map_protocol_error(|error| error.with_line(&line));
        result.content_mut().push(ContentBlock::text(line));
        Ok(result.into())
    }

    fn is_repeatable(&self) -> bool {
        let annotations = self.tool().annotations.as_ref();
        annotations.is_some_and(|hints| {
            hints.read_only_hint == Some(true) || hints.idempotent_hint == Some(true)
        })
    }
}
