//! Calls that need input from the client before they can return a result.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use tracing::Level;

use super::error_id::hide;
use super::raw_call::{EarlierRounds, RawArguments};
use super::request_state::{Binding, StateKeys};
use super::tool::RegisteredTool;
use crate::context::ToolContext;
use crate::elicit::{End, InputRequest, RoundEnd};
use crate::error::ProtocolError;
use crate::input_required::InputRequired;
use crate::result::{CallToolResponse, CallToolResult};

/// The questions of a call that have no answer yet. `UsedAnswers` holds the answered questions.
type OpenQuestions = BTreeMap<String, InputRequest>;
type UsedAnswers = BTreeMap<String, (InputRequest, Value)>;

impl RegisteredTool {
    /// Returns the digest that binds sealed answers to a call. Returns `None` if the tool or the protocol
    /// version does not allow sealed answers.
    pub(super) fn binding(
        &self,
        context: &ToolContext,
        arguments: &RawArguments<'_>,
    ) -> Option<Binding> {
        let has_state = context.protocol_version().has_input_required();
        self.state_keys().filter(|_| has_state)?;
        let name = &self.definition.name;
        Some(StateKeys::bind(context.principal(), name, arguments))
    }

    /// Returns the keys that seal the user's answers, if the tool seals answers.
    fn state_keys(&self) -> Option<&StateKeys> {
        self.request_state.then_some(&self.settings.state_keys)
    }

    /// Gives a call the answers of earlier rounds, if the protocol version has such rounds. Rejects a
    /// `requestState` that was modified, has expired, belongs to another call, or was sealed with an unknown
    /// key. For a tool that seals no answers, ignores the `requestState`.
    pub(super) fn resume(
        &self,
        earlier: EarlierRounds,
        binding: Option<&Binding>,
        context: &ToolContext,
    ) -> Result<(), ProtocolError> {
        let is_first = earlier.state.is_none() && earlier.responses.is_empty();
        if is_first || !context.protocol_version().has_input_required() {
            return Ok(());
        }
        let mut answers = match (self.state_keys(), binding, earlier.state) {
            (Some(keys), Some(binding), Some(state)) => {
                keys.open(binding, &state).ok_or_else(|| {
                    let name = &self.definition.name;
                    tracing::warn!(tool = name, "rejected a request state");
                    ProtocolError::invalid_params(format!(
                        "`requestState` has expired, or `{name}` did not issue it for these \
                         arguments; call again without it and without `inputResponses`"
                    ))
                })?
            }
            _ => Map::new(),
        };
        answers.extend(earlier.responses);
        context.set_answers(answers);
        Ok(())
    }

    /// Returns the response to a call that a question has ended. The response has the open questions, or
    /// explains why the tool cannot ask. Since protocol version 2026-07-28, a missing client capability is a
    /// protocol error.
    pub(super) fn ended(
        &self,
        ended: RoundEnd,
        binding: Option<&Binding>,
        context: &ToolContext,
    ) -> Result<CallToolResponse, ProtocolError> {
        match ended {
            RoundEnd::Asks { open, used } => Ok(self.ask(open, used, binding)),
            RoundEnd::Cannot(end) => {
                let result = self.cannot(&end, context)?;
                let result = result.project(context.protocol_version());
                Ok(CallToolResponse::Complete(result))
            }
        }
    }

    fn ask(
        &self,
        mut open: OpenQuestions,
        used: UsedAnswers,
        binding: Option<&Binding>,
    ) -> CallToolResponse {
        let state = binding.and_then(|binding| {
            let answers = used.iter().map(|(key, (_, it))| (key.clone(), it.clone()));
            self.state_keys()?.seal(binding, answers.collect())
        });
        if state.is_none() {
            // `state` carries the earlier answers to the client and back. Without `state`, the
            // client's next request contains only the answers to the questions in this response.
            // So also ask the answered questions again.
            if !used.is_empty() {
                let name = &self.definition.name;
                tracing::warn!(
                    tool = name,
                    "asking the user an answered question again; `#[mcp_tool(request_state)]` keeps the answers"
                );
            }
            open.extend(used.into_iter().map(|(key, (request, _))| (key, request)));
        }
        CallToolResponse::InputRequired(InputRequired::new(open, state))
    }

    fn cannot(&self, end: &End, context: &ToolContext) -> Result<CallToolResult, ProtocolError> {
        let name = &self.definition.name;
        let explained = format!("`{name}` cannot continue: {}", end.explain());
        match end {
            End::Undeclared { required, .. } if context.protocol_version().has_input_required() => {
                Err(ProtocolError::missing_client_capability(
                    explained, required,
                ))
            }
            End::Unaskable { .. } => {
                let id = hide(
                    Level::ERROR,
                    name,
                    "the tool cannot ask",
                    Some(&end.explain()),
                );
                Ok(CallToolResult::error(format!(
                    "`{name}` cannot ask the user a required question (error {id})"
                )))
            }
            _ => Ok(CallToolResult::error(explained)),
        }
    }
}
