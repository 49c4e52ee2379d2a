//! A call that needs something from the client before it can answer.

use std::collections::BTreeMap;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;

use serde_json::{Map, Value};

use super::request_state::{Binding, StateKeys};
use super::{Given, Registered, error_id};
use crate::elicit::{End, Ended};
use crate::{
    CallToolResponse, CallToolResult, InputRequest, InputRequired, Principal, ProtocolError,
    ToolContext,
};

/// The questions of a call, and what was answered before.
type Asked = BTreeMap<String, InputRequest>;
type Used = BTreeMap<String, (InputRequest, Value)>;

/// What the client brings of earlier rounds of a call (R197).
#[derive(Default)]
pub(crate) struct Earlier {
    pub(crate) responses: Map<String, Value>,
    pub(crate) state: Option<String>,
}

impl Registered {
    /// What the state of this call holds for, if the tool has any.
    pub(super) fn binding(&self, context: &ToolContext, given: &Given<'_>) -> Option<Binding> {
        let sealed = self.state_keys.is_some() && context.protocol_version().has_input_required();
        let principal = context.extension::<Principal>();
        sealed
            .then(|| StateKeys::bind(principal.map(Principal::name), &self.definition.name, given))
    }

    /// What earlier rounds have answered. A state that was not sealed here for this very call is
    /// refused (R193); a tool that seals none looks at none.
    pub(super) fn open(
        &self,
        binding: Option<&Binding>,
        state: Option<&str>,
    ) -> Result<Map<String, Value>, ProtocolError> {
        let (Some(keys), Some(binding), Some(state)) = (&self.state_keys, binding, state) else {
            return Ok(Map::new());
        };
        keys.open(binding, state).ok_or_else(|| {
            let name = &self.definition.name;
            tracing::warn!(tool = name, "a request state does not hold");
            ProtocolError::invalid_params(format!(
                "`requestState` is not what `{name}` has sent for these arguments, or it is too \
                 old; call again without it and without `inputResponses`"
            ))
        })
    }

    /// The answer to a call that cannot go on.
    pub(super) fn ended(
        &self,
        ended: Ended,
        binding: Option<&Binding>,
        context: &ToolContext,
    ) -> Result<CallToolResponse, ProtocolError> {
        match ended {
            Ended::Asks { open, used } => Ok(self.ask(open, used, binding)),
            Ended::Cannot(end) => {
                let result = self.cannot(&end, context)?;
                Ok(CallToolResponse::Complete(
                    result.project(context.protocol_version()),
                ))
            }
        }
    }

    fn ask(&self, mut open: Asked, used: Used, binding: Option<&Binding>) -> CallToolResponse {
        let state = match (&self.state_keys, binding) {
            (Some(keys), Some(binding)) => {
                let answers = used.iter().map(|(key, (_, it))| (key.clone(), it.clone()));
                keys.seal(binding, answers.collect())
            }
            _ => None,
        };
        if state.is_none() {
            // The client brings the answers to these questions alone: the earlier ones come with them.
            if !used.is_empty() {
                let name = &self.definition.name;
                tracing::warn!(
                    tool = name,
                    "the user is asked again for what was answered; `#[mcp_tool(request_state)]` keeps it"
                );
            }
            open.extend(used.into_iter().map(|(key, (request, _))| (key, request)));
        }
        CallToolResponse::InputRequired(InputRequired::new(open, state))
    }

    fn cannot(&self, end: &End, context: &ToolContext) -> Result<CallToolResult, ProtocolError> {
        let name = &self.definition.name;
        let explained = format!("`{name}` cannot go on: {}", end.explain());
        match end {
            End::Undeclared { required, .. } if context.protocol_version().has_input_required() => {
                Err(ProtocolError::missing_client_capability(
                    explained, required,
                ))
            }
            End::Unaskable { .. } => {
                let id = error_id();
                tracing::error!(tool = name, error_id = %id, "{}", end.explain());
                super::without_a_log(name, &id, &end.explain());
                Ok(CallToolResult::error(format!(
                    "`{name}` cannot ask the user what it has to (error {id})"
                )))
            }
            _ => Ok(CallToolResult::error(explained)),
        }
    }
}

/// The answer of a call, unless it has to ask first.
pub(super) async fn unless_it_asks<T>(
    context: &ToolContext,
    answer: impl Future<Output = T>,
) -> Result<T, Ended> {
    let mut answer = pin!(answer);
    poll_fn(|waker| match answer.as_mut().poll(waker) {
        Poll::Ready(answer) => Poll::Ready(Ok(answer)),
        Poll::Pending => {
            let ended = context.round().and_then(|round| round.ended(waker));
            ended.map_or(Poll::Pending, |ended| Poll::Ready(Err(ended)))
        }
    })
    .await
}
