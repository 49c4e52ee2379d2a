//! The future of one call: starts the function, and polls it. Each poll also checks the time limit, questions to
//! the client and cancellation.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Instant;

use tracing::Span;

use super::call_request::RawArguments;
use super::request_state::Binding;
use super::telemetry::{CallEnd, record_end};
use super::tool_call::{CallResult, RegisteredTool, Reply};
use crate::arguments::{Accept, Arguments};
use crate::context::ToolContext;
use crate::elicit::Round;
use crate::error::{ProtocolError, catch};
use crate::result::{CallToolResponse, CallToolResult};
use crate::services::Sleep;

/// Runs a call to its end.
///
/// A panic, the time limit and a cancellation also end the call. A question also ends the call, unless the
/// client can answer during the call. After the end of the call, the client receives no progress. Dropping
/// this future early also ends the call.
pub(crate) struct CallFuture<'c> {
    pub(super) tool: &'c RegisteredTool,
    pub(super) context: &'c ToolContext,
    /// [`Span::none`] if the span is disabled, or if the call runs inside guards or layers.
    pub(super) span: Span,
    /// The start time, for the span and the metrics. `None` if both are disabled. Also `None` inside guards
    /// or layers, because an outer `CallFuture` measures the call.
    pub(super) began: Option<Instant>,
    /// The digest that binds sealed answers to the call. `None` if the tool or the protocol version does not
    /// allow sealed answers.
    pub(super) binding: Option<Binding>,
    pub(super) state: State<'c>,
    pub(super) cancelled: Option<Pin<Box<dyn Future<Output = ()> + Send + 'c>>>,
    /// Whether the call runs inside guards or layers. If so, an outer `CallFuture` finishes the result and
    /// ends the context.
    pub(super) is_inner: bool,
}

pub(super) enum State<'c> {
    Running(RunningTool<'c>),
    /// The call runs through guards or layers.
    Layered(Pin<Box<dyn Future<Output = CallResult> + Send + 'c>>),
    /// The call failed before the first poll. The first poll returns this error, or the response with this
    /// result.
    Failed(Box<Result<CallToolResult, ProtocolError>>),
    Ended,
}

impl<'c> State<'c> {
    /// Calls the function with the arguments, and starts the time limit.
    pub(super) fn start(
        tool: &'c RegisteredTool,
        arguments: RawArguments<'_>,
        context: &'c ToolContext,
    ) -> Self {
        let call = || {
            let (input, definition) = (&tool.input, &tool.definition);
            let accept = Accept {
                unknown: tool.allow_unknown,
                ignored: &tool.settings.ignored_arguments,
            };
            let mut arguments = match arguments {
                RawArguments::Map(map) => Arguments::from_map(input, definition, map, accept),
                RawArguments::Text(text) => Arguments::from_text(input, definition, text, accept),
                RawArguments::Unreadable(text) => {
                    Arguments::unreadable(input, definition, text, accept)
                }
            };
            // Decoding a parameter reports the faults of the call, such as unknown arguments. A
            // tool without parameters decodes nothing, so report the faults here.
            if input.is_empty() && arguments.is_faulty() {
                return arguments.error_reply();
            }
            tool.handler.call(context, arguments)
        };
        let panicked = |panicked| State::failed(Ok(tool.panicked(&panicked)));
        let mut running = match catch(call) {
            Ok(reply) => RunningTool::new(reply),
            Err(error) => return panicked(error),
        };
        if let Some(limit) = &tool.limit {
            match catch(|| (limit.timer)(limit.after)) {
                Ok(sleep) => running.sleep = Some(sleep),
                Err(error) => {
                    running.stop();
                    return panicked(error);
                }
            }
        }
        State::Running(running)
    }

    pub(super) fn failed(failed: Result<CallToolResult, ProtocolError>) -> Self {
        State::Failed(Box::new(failed))
    }
}

/// The function, with its time limit.
pub(super) struct RunningTool<'c> {
    reply: Reply<'c>,
    sleep: Option<Sleep>,
    /// The number of closed questions for which the time limit has already restarted.
    answered: u32,
}

impl<'c> RunningTool<'c> {
    fn new(reply: Reply<'c>) -> Self {
        RunningTool {
            reply,
            sleep: None,
            answered: 0,
        }
    }

    /// Drops the function and the timer. Catches panics, because both drops can run user code.
    fn stop(self) {
        let _ = catch(|| drop(self.reply));
        if let Some(sleep) = self.sleep {
            let _ = catch(|| drop(sleep));
        }
    }

    /// Polls the function and the timer, and converts the outcome to a result. Each step can run user code, so
    /// `poll_in_span` catches panics.
    fn poll(
        &mut self,
        tool: &RegisteredTool,
        round: impl Fn() -> Option<&'c Round>,
        task: &mut Context<'_>,
    ) -> Poll<CallToolResult> {
        if let Poll::Ready(outcome) = self.reply.as_mut().poll(task) {
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
        if round().is_some_and(|round| round.has_shown(&mut self.answered)) {
            self.sleep = tool.limit.as_ref().map(|limit| (limit.timer)(limit.after));
            // A new timer has no waker yet, so ask for another poll.
            task.waker().wake_by_ref();
            return Poll::Pending;
        }
        Poll::Ready(tool.timed_out())
    }
}

impl<'c> CallFuture<'c> {
    /// Starts the function of a call that has passed its layers and guards. The `CallFuture` around the
    /// layers holds the span and ends the context.
    pub(super) fn inside(
        tool: &'c RegisteredTool,
        arguments: RawArguments<'_>,
        binding: Option<Binding>,
        context: &'c ToolContext,
    ) -> Self {
        CallFuture {
            tool,
            context,
            span: Span::none(),
            began: None,
            binding,
            state: State::start(tool, arguments, context),
            cancelled: None,
            is_inner: true,
        }
    }
}

impl CallFuture<'_> {
    fn poll_in_span(
        &mut self,
        task: &mut Context<'_>,
    ) -> Poll<Result<CallToolResponse, ProtocolError>> {
        let (tool, context) = (self.tool, self.context);
        let running = match &mut self.state {
            State::Running(running) => running,
            State::Layered(answer) => {
                let answered = match catch(|| answer.as_mut().poll(task)) {
                    Ok(Poll::Pending) => return Poll::Pending,
                    Ok(Poll::Ready(answered)) => answered,
                    Err(panicked) => Ok(tool.panicked(&panicked).into()),
                };
                self.stop();
                return Poll::Ready(match answered {
                    Ok(CallToolResponse::Complete(result)) => tool.finish(result, context),
                    other => other,
                });
            }
            State::Failed(_) | State::Ended => {
                let State::Failed(failed) = std::mem::replace(&mut self.state, State::Ended) else {
                    return Poll::Pending;
                };
                return Poll::Ready(failed.and_then(|result| self.finish(result)));
            }
        };
        let ended = match catch(|| running.poll(tool, || context.round(), task)) {
            Ok(Poll::Ready(result)) => Ok(result),
            Err(panicked) => Ok(tool.panicked(&panicked)),
            Ok(Poll::Pending) => match context.round().and_then(|round| round.ended(task)) {
                Some(ended) => Err(ended),
                None => return Poll::Pending,
            },
        };
        self.stop();
        Poll::Ready(match ended {
            Ok(result) => self.finish(result),
            Err(ended) => tool.ended(ended, self.binding.as_ref(), context),
        })
    }

    fn finish(&self, mut result: CallToolResult) -> CallResult {
        if !self.is_inner {
            return self.tool.finish(result, self.context);
        }
        match result.take_protocol_error(self.context.protocol_version()) {
            Some(error) => Err(error),
            None => Ok(result.into()),
        }
    }

    fn is_cancelled(&mut self, task: &mut Context<'_>) -> bool {
        if self.is_inner || matches!(self.state, State::Ended) {
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

    fn stop(&mut self) {
        match std::mem::replace(&mut self.state, State::Ended) {
            State::Running(running) => running.stop(),
            State::Layered(answer) => drop(catch(|| drop(answer))),
            State::Failed(_) | State::Ended => {}
        }
    }

    /// Records the end of the call in the span and the metrics, and closes the span. Drops the function if it
    /// still runs. Then stops progress and questions.
    fn end(&mut self, answer: Option<&CallResult>) {
        let span = std::mem::replace(&mut self.span, Span::none());
        if answer.is_none() {
            span.in_scope(|| self.stop());
        }
        if let Some(began) = self.began.take() {
            let (time, ending) = (began.elapsed(), CallEnd::of(answer));
            #[cfg(feature = "metrics")]
            super::telemetry::count(&self.tool.definition.name, time, &ending);
            record_end(span, answer, &ending, time);
        }
        self.stop();
        if !self.is_inner {
            self.context.end(answer.is_some());
        }
    }
}

impl Future for CallFuture<'_> {
    type Output = Result<CallToolResponse, ProtocolError>;

    fn poll(mut self: Pin<&mut Self>, task: &mut Context<'_>) -> Poll<Self::Output> {
        let call = &mut *self;
        let polled = call.span.clone().in_scope(|| call.poll_in_span(task));
        match polled {
            Poll::Ready(answer) => {
                call.end(Some(&answer));
                Poll::Ready(answer)
            }
            Poll::Pending if call.is_cancelled(task) => {
                call.end(None);
                Poll::Ready(Err(ProtocolError::cancelled()))
            }
            Poll::Pending => Poll::Pending,
        }
    }
}

impl Drop for CallFuture<'_> {
    fn drop(&mut self) {
        if !matches!(self.state, State::Ended) {
            self.end(None);
        }
    }
}
