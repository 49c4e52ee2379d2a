//! Calls that need input from the client before they can answer.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use tracing::Level;

use super::error_id::hide;
use super::raw_call::{EarlierRounds, RawArguments};
use super::request_state::{Binding, StateKeys};
use super::tool::RegisteredTool;
use crate::elicit::{End, Ended};
use crate::{
    CallToolResponse, CallToolResult, InputRequest, InputRequired, ProtocolError, ToolContext,
};

/// The open questions of a call, and the answered ones.
type Asked = BTreeMap<String, InputRequest>;
type Used = BTreeMap<String, (InputRequest, Value)>;

/// Seals the user's answers to one call: signs them, so that the client cannot change them.
pub(super) struct Seal<'t> {
    keys: &'t StateKeys,
    pub(super) binding: Binding,
}

impl RegisteredTool {
    /// Returns the seal of a call, if the tool seals its answers.
    pub(super) fn seal(
        &self,
        context: &ToolContext,
        arguments: &RawArguments<'_>,
    ) -> Option<Seal<'_>> {
        let has_state = context.protocol_version().has_input_required();
        self.state_keys().filter(|_| has_state)?;
        let principal = context.principal().map(|user| match user.issued_by() {
            Some(issuer) => format!("{issuer} {}", user.name()),
            None => user.name().to_owned(),
        });
        let name = &self.definition.name;
        let binding = StateKeys::bind(principal.as_deref(), name, arguments);
        self.seal_with(Some(binding))
    }

    /// Returns the keys that seal the answers of the tool.
    fn state_keys(&self) -> Option<&StateKeys> {
        let keys = self.settings.state_keys.as_ref();
        keys.filter(|_| self.request_state)
    }

    pub(super) fn seal_with(&self, binding: Option<Binding>) -> Option<Seal<'_>> {
        let keys = self.state_keys()?;
        binding.map(|binding| Seal { keys, binding })
    }

    /// Gives a call the answers of earlier rounds. Rejects a `requestState` that this server did not seal
    /// for this call. A tool without a seal ignores the state.
    pub(super) fn resume(
        &self,
        earlier: EarlierRounds,
        seal: Option<&Seal<'_>>,
        context: &ToolContext,
    ) -> Result<(), ProtocolError> {
        let is_first = earlier.state.is_none() && earlier.responses.is_empty();
        if is_first || !context.protocol_version().has_input_required() {
            return Ok(());
        }
        let mut answers = match (seal, earlier.state) {
            (Some(Seal { keys, binding }), Some(state)) => {
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

    /// Returns the response to a call that ended with questions.
    pub(super) fn ended(
        &self,
        ended: Ended,
        seal: Option<&Seal<'_>>,
        context: &ToolContext,
    ) -> Result<CallToolResponse, ProtocolError> {
        match ended {
            Ended::Asks { open, used } => Ok(self.ask(open, used, seal)),
            Ended::Cannot(end) => {
                let result = self.cannot(&end, context)?;
                let result = result.project(context.protocol_version());
                Ok(CallToolResponse::Complete(result))
            }
        }
    }

    fn ask(&self, mut open: Asked, used: Used, seal: Option<&Seal<'_>>) -> CallToolResponse {
        let state = seal.and_then(|Seal { keys, binding }| {
            let answers = used.iter().map(|(key, (_, it))| (key.clone(), it.clone()));
            keys.seal(binding, answers.collect())
        });
        if state.is_none() {
            // The next request has answers to these questions only, so ask the earlier ones again.
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
