//! Sends a call through its layers, and again after the user has answered the tool's questions.

use std::future::{poll_fn, ready};
use std::task::Poll;

use super::layer_error::LayerError;
use super::layer_stack::BoxError;
use super::run_state::{CallResult, RunState};
use super::tool::ToolCall;
use crate::error::ProtocolError;
use crate::result::CallToolResponse;
use crate::return_type::{Outcome, OutcomeKind};

impl ToolCall {
    /// Sends the call through the layers. With a client older than protocol version 2026-07-28, a question to
    /// the user makes the call leave the layers. After the user's answer, the call enters the layers again.
    pub(super) async fn answer(self) -> CallResult {
        loop {
            let answered = self.clone().enter(0).await;
            let is_parked = self.run.is(|state| matches!(state, RunState::Parked(_)));
            match answered {
                Ok(CallToolResponse::InputRequired(_)) if is_parked => self.wait_for_user().await,
                Ok(response) => return Ok(response),
                Err(error) => return self.failed(error),
            }
        }
    }

    /// Polls the parked function until the user has answered or the function has ended.
    async fn wait_for_user(&self) {
        poll_fn(|task| {
            let RunState::Parked(mut function) = self.run.replace(RunState::Started) else {
                return Poll::Ready(());
            };
            let polled = function.as_mut().poll(task);
            let has_answered = polled.is_ready() || !self.is_asking();
            self.run.replace(RunState::Parked(match polled {
                Poll::Ready(answer) => Box::pin(ready(answer)),
                Poll::Pending => function,
            }));
            match has_answered {
                true => Poll::Ready(()),
                false => Poll::Pending,
            }
        })
        .await;
    }

    fn is_asking(&self) -> bool {
        self.context.round().is_some_and(|round| round.is_asking())
    }

    /// Returns the result of a call whose layer returned an error.
    fn failed(&self, error: BoxError) -> CallResult {
        let version = self.context.protocol_version();
        let error: BoxError = match error.downcast::<ProtocolError>() {
            Ok(error) if version.has_error(&error) => return Err(*error),
            Ok(error) => error,
            Err(error) => error,
        };
        let for_client = ProtocolError::for_client(&*error);
        if let Some(error) = for_client.filter(|error| version.has_error(error)) {
            return Err(error);
        }
        let outcome = match error.downcast::<LayerError>() {
            Ok(error) => Outcome::failure(error.0),
            Err(error) => {
                let name = &self.tool.definition.name;
                let end = match self.run.is(|state| matches!(state, RunState::New)) {
                    true => "was not run",
                    false => "was stopped",
                };
                let text = ProtocolError::text_of(&*error);
                Outcome(OutcomeKind::OtherFailure(format!("`{name}` {end}: {text}")))
            }
        };
        let result = self.tool.result(outcome);
        Ok(result.with_failure_kind("layer").into())
    }
}
