//! The future of one call: opens the span, restores earlier answers, checks the principal and the scopes of the
//! caller, and starts the function. Each poll also checks the time limit, questions to the client and
//! cancellation.

use std::future::{Future, ready};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;

use serde_json::Map;
use tracing::Span;

use super::call_request::{EarlierRounds, RawArguments};
use super::request_state::{Binding, StateKeys};
use super::telemetry::{CallEnd, call_span, record_end};
use super::tool_call::{CallResult, CallResultFuture, RegisteredTool, Reply, ToolCall};
use crate::arguments::Arguments;
use crate::context::ToolContext;
use crate::error::{ProtocolError, catch};
use crate::result::{CallToolResponse, CallToolResult};
use crate::return_type::Outcome;
use crate::services::Sleep;

/// Runs a call to its end.
///
/// A panic, the time limit and a cancellation also end the call. A question also ends the call, unless the
/// client can answer during the call. After the end of the call, the client receives no progress. Dropping
/// this future early also ends the call.
pub(crate) struct CallFuture<'c> {
    tool: &'c RegisteredTool,
    context: &'c ToolContext,
    /// [`Span::none`] if the span is disabled.
    span: Span,
    /// The start time, for the span and the metrics. `None` if both are disabled.
    began: Option<Instant>,
    state: State<'c>,
    cancelled: Option<Pin<Box<dyn Future<Output = ()> + Send + 'c>>>,
}

enum State<'c> {
    Running(RunningTool<'c>),
    /// The call runs through guards or layers, or has failed before the function started.
    Boxed(CallResultFuture),
    Ended,
}

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
    let began = is_timed.then(Instant::now);
    // A closure for `in_scope` would copy the arguments.
    let entered = span.enter();
    let state = begin(tool, arguments, earlier, context);
    drop(entered);
    CallFuture {
        tool,
        context,
        span,
        began,
        state,
        cancelled: None,
    }
}

fn begin<'c>(
    tool: &'c Arc<RegisteredTool>,
    arguments: RawArguments<'_>,
    earlier: EarlierRounds,
    context: &'c ToolContext,
) -> State<'c> {
    let failed = |failed: CallResult| State::Boxed(Box::pin(ready(failed)));
    let binding = binding(tool, context, &arguments);
    if let Err(error) = resume(tool, earlier, binding.as_ref(), context) {
        return failed(Err(error));
    }
    if tool.needs_principal && context.principal().is_none() {
        return failed(Ok(tool.result(Outcome::NoPrincipal).into()));
    }
    if !tool.definition.scopes.is_empty()
        && let Some(refusal) = lacking_scopes(tool, context)
    {
        return failed(Ok(refusal.into()));
    }
    if !tool.has_middleware() {
        return State::Running(RunningTool::start(tool, arguments, binding, context));
    }
    let call = ToolCall::new(Arc::clone(tool), context.clone(), arguments, binding);
    #[cfg(feature = "tower")]
    let answer = super::layers::answer(call);
    #[cfg(not(feature = "tower"))]
    let answer = call.run();
    State::Boxed(Box::pin(answer))
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
    let responses = earlier.responses.filter(|responses| !responses.is_empty());
    let is_first = earlier.state.is_none() && responses.is_none();
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
    answers.extend(responses.unwrap_or_default());
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

/// The function with its time limit, as a future of the call's response. The registry has not yet wrapped, checked
/// or adapted this response.
pub(super) struct RunningTool<'c> {
    tool: &'c RegisteredTool,
    context: &'c ToolContext,
    /// The digest that binds sealed answers to the call. `None` if the tool or the protocol version does not
    /// allow sealed answers.
    binding: Option<Binding>,
    /// `None` if the function has been dropped.
    reply: Option<Reply<'c>>,
    sleep: Option<Sleep>,
    /// The number of closed questions for which the time limit has already restarted.
    answered: u32,
}

impl<'c> RunningTool<'c> {
    /// Calls the function with the arguments, and starts the time limit.
    pub(super) fn start(
        tool: &'c RegisteredTool,
        arguments: RawArguments<'_>,
        binding: Option<Binding>,
        context: &'c ToolContext,
    ) -> Self {
        let call = || {
            let (input, definition) = (&tool.input, &tool.definition);
            let mut arguments = match arguments {
                RawArguments::Map(map) => Arguments::from_map(input, definition, map),
                RawArguments::Text(text) => Arguments::from_text(input, definition, text),
                RawArguments::Unreadable(text) => Arguments::unreadable(input, definition, text),
            };
            // Decoding a parameter reports the faults of the call, such as unknown arguments. A
            // tool without parameters decodes nothing, so report the faults here.
            let reply = if input.is_empty() && arguments.has_unknown() {
                arguments.error_reply()
            } else {
                tool.handler.call(context, &mut arguments)
            };
            let limit = tool.limit.as_ref();
            (reply, limit.map(|limit| (limit.timer)(limit.after)))
        };
        let (reply, sleep) = catch(call)
            .unwrap_or_else(|panicked| (Box::pin(ready(Outcome::Panicked(panicked))), None));
        RunningTool {
            tool,
            context,
            binding,
            reply: Some(reply),
            sleep,
            answered: 0,
        }
    }

    /// Polls the function and the timer, and converts the outcome to a result. Each step can run user code, so
    /// the caller catches panics.
    fn poll_function(&mut self, task: &mut Context<'_>) -> Poll<CallToolResult> {
        let tool = self.tool;
        if let Some(reply) = &mut self.reply
            && let Poll::Ready(outcome) = reply.as_mut().poll(task)
        {
            self.reply = None;
            return Poll::Ready(tool.result(outcome));
        }
        let Some(sleep) = &mut self.sleep else {
            return Poll::Pending;
        };
        if sleep.as_mut().poll(task).is_pending() {
            return Poll::Pending;
        }
        // The time that the user takes to answer a question does not count towards the time
        // limit. So restart the limit if a question to the user is open. Also restart the limit
        // if such a question has closed since the limit last started.
        let round = self.context.round();
        if round.is_some_and(|round| round.has_shown(&mut self.answered)) {
            self.sleep = tool.limit.as_ref().map(|limit| (limit.timer)(limit.after));
            // A new timer has no waker yet, so ask for another poll.
            task.waker().wake_by_ref();
            return Poll::Pending;
        }
        Poll::Ready(tool.timed_out())
    }
}

impl Future for RunningTool<'_> {
    type Output = CallResult;

    fn poll(mut self: Pin<&mut Self>, task: &mut Context<'_>) -> Poll<CallResult> {
        let (tool, context) = (self.tool, self.context);
        match catch(|| self.poll_function(task)) {
            Ok(Poll::Ready(result)) => Poll::Ready(Ok(result.into())),
            Err(panicked) => Poll::Ready(Ok(tool.panicked(&panicked).into())),
            Ok(Poll::Pending) => {
                let Some(round) = context.round() else {
                    return Poll::Pending;
                };
                let end = round.poll_end(task);
                end.map(|end| tool.ended(end, self.binding.as_ref(), context))
            }
        }
    }
}

impl Drop for RunningTool<'_> {
    /// Drops the function and the timer. Catches panics, because both drops can run user code.
    fn drop(&mut self) {
        if self.reply.is_some() {
            let _ = catch(|| drop(self.reply.take()));
        }
        if self.sleep.is_some() {
            let _ = catch(|| drop(self.sleep.take()));
        }
    }
}

impl CallFuture<'_> {
    fn poll_state(&mut self, task: &mut Context<'_>) -> Poll<CallResult> {
        match &mut self.state {
            State::Running(running) => Pin::new(running).poll(task),
            State::Boxed(answer) => catch(|| answer.as_mut().poll(task))
                .unwrap_or_else(|panicked| Poll::Ready(Ok(self.tool.panicked(&panicked).into()))),
            State::Ended => Poll::Pending,
        }
    }

    /// Drops the function, and finishes its result.
    fn finish(&mut self, answer: &mut CallResult) {
        self.stop();
        if let Ok(CallToolResponse::Complete(result)) = answer
            && let Err(error) = self.tool.finish(result, self.context)
        {
            *answer = Err(error);
        }
    }

    fn is_cancelled(&mut self, task: &mut Context<'_>) -> bool {
        if matches!(self.state, State::Ended) {
            return false;
        }
        let Some(cancellation) = self.context.cancellation() else {
            return false;
        };
        let cancelled = self
            .cancelled
            .get_or_insert_with(|| cancellation.cancelled());
        cancelled.as_mut().poll(task).is_ready()
    }

    /// Drops the function, if it still runs.
    fn stop(&mut self) {
        if matches!(self.state, State::Boxed(_)) {
            let _ = catch(|| self.state = State::Ended);
        }
        self.state = State::Ended;
    }

    /// Records the end of the call in the span and the metrics, and closes the span. Drops the function if it
    /// still runs. Then stops progress and questions.
    fn end(&mut self, answer: Option<&CallResult>) {
        if answer.is_none() {
            self.span.clone().in_scope(|| self.stop());
        }
        if let Some(began) = self.began.take() {
            let span = std::mem::replace(&mut self.span, Span::none());
            let (time, ending) = (began.elapsed(), CallEnd::of(answer));
            #[cfg(feature = "metrics")]
            super::telemetry::count(&self.tool.definition.name, time, &ending);
            record_end(span, answer, &ending, time);
        }
        self.context.end(answer.is_some());
    }
}

impl Future for CallFuture<'_> {
    type Output = CallResult;

    fn poll(mut self: Pin<&mut Self>, task: &mut Context<'_>) -> Poll<Self::Output> {
        let call = &mut *self;
        let span = (!call.span.is_none()).then(|| call.span.clone());
        let entered = span.as_ref().map(Span::enter);
        // The steps change the answer in place, because each move of it costs as much as a step.
        let mut polled = call.poll_state(task);
        if let Poll::Ready(answer) = &mut polled {
            call.finish(answer);
        }
        drop(entered);
        match &polled {
            Poll::Ready(answer) => call.end(Some(answer)),
            Poll::Pending if call.is_cancelled(task) => {
                call.end(None);
                polled = Poll::Ready(Err(ProtocolError::cancelled()));
            }
            Poll::Pending => {}
        }
        polled
    }
}

impl Drop for CallFuture<'_> {
    fn drop(&mut self) {
        if !matches!(self.state, State::Ended) {
            self.end(None);
        }
    }
}
