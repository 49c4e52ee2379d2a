//! Starts calls: opens the span, restores earlier answers, and checks the principal and the scopes of the caller.
//! Then passes the call to the layers, the guards or the function.

use std::sync::Arc;
use std::time::Instant;

use serde_json::Map;

use super::call_request::{EarlierRounds, RawArguments};
use super::future::{CallFuture, State};
use super::request_state::{Binding, StateKeys};
use super::telemetry::call_span;
use super::tool_call::{RegisteredTool, ToolCall};
use crate::context::ToolContext;
use crate::error::ProtocolError;
use crate::result::CallToolResult;
use crate::return_type::Outcome;

/// Starts a call. Restores earlier answers, and checks the principal and the scopes of the caller. If the tool has neither
/// layers nor guards, starts the tool's function. Otherwise, the first poll starts the layers and guards.
pub(crate) fn start_call<'c>(
    tool: &'c Arc<RegisteredTool>,
    arguments: RawArguments<'_>,
    earlier: EarlierRounds,
    context: &'c ToolContext,
) -> CallFuture<'c> {
    let span = call_span(tool, &arguments, context);
    let is_timed = !span.is_disabled() || cfg!(feature = "metrics");
    let mut call = CallFuture {
        tool,
        context,
        span,
        began: is_timed.then(Instant::now),
        binding: None,
        state: State::Ended,
        cancelled: None,
        is_inner: false,
    };
    call.span.clone().in_scope(|| {
        call.binding = binding(tool, context, &arguments);
        call.state = begin(tool, arguments, earlier, call.binding.as_ref(), context);
    });
    call
}

fn begin<'c>(
    tool: &'c Arc<RegisteredTool>,
    arguments: RawArguments<'_>,
    earlier: EarlierRounds,
    binding: Option<&Binding>,
    context: &'c ToolContext,
) -> State<'c> {
    if let Err(error) = resume(tool, earlier, binding, context) {
        return State::failed(Err(error));
    }
    if tool.needs_principal && context.principal().is_none() {
        return State::failed(Ok(tool.result(Outcome::no_principal())));
    }
    if !tool.definition.scopes.is_empty()
        && let Some(refusal) = lacking_scopes(tool, context)
    {
        return State::failed(Ok(refusal));
    }
    if !tool.has_middleware() {
        return State::start(tool, arguments, context);
    }
    let binding = binding.cloned();
    let call = ToolCall::new(Arc::clone(tool), context.clone(), arguments, binding);
    #[cfg(feature = "tower")]
    let answer = super::layers::answer(call);
    #[cfg(not(feature = "tower"))]
    let answer = call.run();
    State::Layered(Box::pin(answer))
}

/// Returns the digest that binds sealed answers to a call. Returns `None` if the tool or the protocol
/// version does not allow sealed answers.
fn binding(
    tool: &RegisteredTool,
    context: &ToolContext,
    arguments: &RawArguments<'_>,
) -> Option<Binding> {
    let has_state = context.protocol_version().has_input_required();
    tool.state_keys().filter(|_| has_state)?;
    let name = &tool.definition.name;
    Some(StateKeys::bind(context.principal(), name, arguments))
}

/// Gives a call the answers of earlier rounds, if the protocol version has such rounds. Rejects a
/// `requestState` that was modified, has expired, belongs to another call, or was sealed with an unknown
/// key. For a tool that seals no answers, ignores the `requestState`.
fn resume(
    tool: &RegisteredTool,
    earlier: EarlierRounds,
    binding: Option<&Binding>,
    context: &ToolContext,
) -> Result<(), ProtocolError> {
    let is_first = earlier.state.is_none() && earlier.responses.is_empty();
    if is_first || !context.protocol_version().has_input_required() {
        return Ok(());
    }
    let mut answers = match (tool.state_keys(), binding, earlier.state) {
        (Some(keys), Some(binding), Some(state)) => {
            keys.open(binding, &state).ok_or_else(|| {
                let name = &tool.definition.name;
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

/// Returns an error result if the caller lacks a scope that the tool requires.
fn lacking_scopes(tool: &RegisteredTool, context: &ToolContext) -> Option<CallToolResult> {
    let scopes = &tool.definition.scopes;
    let is_lacking = |scope: &&String| {
        let principal = context.principal();
        principal.is_none_or(|principal| !principal.has_scopes([scope]))
    };
    let lacking: Vec<_> = scopes
        .iter()
        .filter(is_lacking)
        .map(String::as_str)
        .collect();
    if lacking.is_empty() {
        return None;
    }
    let (name, lacking) = (&tool.definition.name, lacking.join("`, `"));
    tracing::info!(tool = name, lacking, "the caller lacks scopes");
    let text = format!("`{name}` was not run: the caller lacks the scope `{lacking}`");
    Some(CallToolResult::error(text).with_failure_kind("insufficient_scope"))
}
