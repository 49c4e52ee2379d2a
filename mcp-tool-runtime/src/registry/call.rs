use std::collections::hash_map::RandomState;
use std::future::{Future, poll_fn};
use std::hash::{BuildHasher as _, Hasher as _};
use std::io::{self, Write as _};
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::Poll;
use std::time::Duration;

use serde_json::{Map, Value};

use super::input_required_round::{Earlier, unless_it_asks};
use super::registered::Registered;
use super::{ToolRegistry, Tools};
use crate::arguments::{Arguments, explain, explain_misfit};
use crate::content::{Fault, fault};
use crate::guard::{Panicked, Stopped, catch, guard};
use crate::json_kind;
use crate::return_type::OutcomeKind;
use crate::schema::misfit;
use crate::suggestion::nearest;
use crate::tool::State;
use crate::{
    CallToolRequest, CallToolResponse, CallToolResult, ProtocolError, ProtocolVersion,
    StructuredContent, ToolContext,
};

/// The arguments of a call, as they came.
pub(crate) enum Given<'a> {
    Map(Map<String, Value>),
    /// The text of a JSON object.
    Text(&'a str),
}

impl<S: State> ToolRegistry<S> {
    /// Calls a tool. The answer has the form of the revision that the request names in its
    /// `_meta`, or else of the context's.
    ///
    /// Whatever a model can repair is a result with `isError`: wrong arguments, an error or a
    /// panic of the tool.
    ///
    /// # Errors
    ///
    /// -32602 for a tool that does not exist and for arguments that are no object (R146, R147), and for
    /// a `requestState` that does not hold (R193); -32021 where the tool asks for what the client has
    /// not declared (2026-07-28, R163); -32022 for a request that names a revision which is not supported (R164), -32603 for a call that
    /// was [cancelled](ToolContext::with_cancellation) before it had an answer.
    pub async fn call(
        &self,
        request: CallToolRequest,
        context: &ToolContext,
    ) -> Result<CallToolResponse, ProtocolError> {
        self.tools.call(request, context).await
    }
}

impl Tools {
    async fn call(
        &self,
        request: CallToolRequest,
        context: &ToolContext,
    ) -> Result<CallToolResponse, ProtocolError> {
        let given = match request.arguments {
            Value::Object(map) => Given::Map(map),
            Value::Null => Given::Map(Map::new()),
            other => {
                let mismatch = json_kind::mismatch("arguments", "an object", json_kind::of(&other));
                return Err(ProtocolError::invalid_params(mismatch));
            }
        };
        let revision = effective_revision(request.meta.as_ref(), context)?;
        let context = context.for_request(revision, request.meta);
        let earlier = Earlier {
            responses: request.input_responses.unwrap_or_default(),
            state: request.request_state,
        };
        self.call_tool(&request.name, given, earlier, &context)
            .await
    }

    /// Calls a tool with a context that is already the request's own.
    pub(crate) async fn call_tool(
        &self,
        name: &str,
        given: Given<'_>,
        earlier: Earlier,
        context: &ToolContext,
    ) -> Result<CallToolResponse, ProtocolError> {
        let Some(tool) = self.find(name) else {
            let known = self.definitions.iter().map(|tool| tool.name.as_str());
            return Err(ProtocolError::unknown_tool(name, nearest(name, known)));
        };
        let end = EndOfCall(context);
        let span = tool.span(&given, context);
        let call = span.around(tool.round(given, earlier, context));
        let answer = unless_cancelled(context, call).await;
        if answer.is_some() {
            end.0.end(true);
        }
        answer.unwrap_or_else(|| Err(ProtocolError::cancelled()))
    }
}

/// However a call ends, and be it that its future is dropped, nothing is sent after it.
struct EndOfCall<'c>(&'c ToolContext);

impl Drop for EndOfCall<'_> {
    fn drop(&mut self) {
        self.0.end(false);
    }
}

/// The answer, unless the request is cancelled before there is one.
async fn unless_cancelled<T>(context: &ToolContext, answer: impl Future<Output = T>) -> Option<T> {
    let mut cancelled = pin!(context.cancelled());
    let mut answer = pin!(answer);
    poll_fn(|waker| match answer.as_mut().poll(waker) {
        Poll::Ready(answer) => Poll::Ready(Some(answer)),
        Poll::Pending => cancelled.as_mut().poll(waker).map(|()| None),
    })
    .await
}

impl Registered {
    /// One round of a call: the whole of it, unless it asks the client for something.
    async fn round(
        &self,
        given: Given<'_>,
        earlier: Earlier,
        context: &ToolContext,
    ) -> Result<CallToolResponse, ProtocolError> {
        let binding = self.binding(context, &given);
        if let Some(round) = context
            .round()
            .filter(|_| context.protocol_version().has_input_required())
        {
            let mut answers = self.open(binding.as_ref(), earlier.state.as_deref())?;
            answers.extend(earlier.responses);
            round.answered(answers);
        }
        match unless_it_asks(context, self.serve(given, context)).await {
            Ok(result) => Ok(CallToolResponse::Complete(result)),
            Err(ended) => self.ended(ended, binding.as_ref(), context),
        }
    }

    async fn serve(&self, given: Given<'_>, context: &ToolContext) -> CallToolResult {
        let arguments = match given {
            Given::Map(map) => Arguments::from_map(&self.input, map, &self.accept),
            Given::Text(text) => Arguments::from_text(&self.input, text, &self.accept),
        };
        let mut result = self.run(arguments, context).await;
        if let Some(wrap) = self.wrap {
            result.wrap(wrap);
        }
        if self.promise.is_some() && !result.is_error {
            result.mirror();
        }
        if self.structured_is_no_object && context.protocol_version().structured_is_object() {
            result.structured_content = None;
        } else if self.definition.output_schema.is_some() {
            result = self.as_promised(result);
        }
        result.project(context.protocol_version())
    }

    async fn run(&self, arguments: Arguments<'_>, context: &ToolContext) -> CallToolResult {
        let call = || {
            // An unknown argument of a tool that has no slot to find it out.
            if self.input.is_empty() && arguments.is_faulty() {
                return arguments.refuse();
            }
            self.handler.call(context, arguments)
        };
        let limit = self
            .limit
            .as_ref()
            .map(|limit| || (limit.timer)(limit.after));
        // What becomes of the outcome is the user's code, too: the text of an error, and
        // dropping it.
        let mut seen = 0;
        let begins_anew = || {
            let round = context.round();
            round.is_some_and(|round| round.has_shown(&mut seen))
        };
        let result = match guard(call, limit, begins_anew).await {
            Ok(outcome) => catch(|| self.result(outcome.0)).map_err(Stopped::Panicked),
            Err(stopped) => Err(stopped),
        };
        result.unwrap_or_else(|stopped| match stopped {
            Stopped::Panicked(panicked) => self.panicked(&panicked),
            Stopped::TimedOut => self.timed_out(),
        })
    }

    fn result(&self, outcome: OutcomeKind) -> CallToolResult {
        let name = &self.definition.name;
        match outcome {
            OutcomeKind::Answer(result) => {
                for fault in result.content.iter().filter_map(fault) {
                    match fault {
                        Fault::Doubtful(fault) => {
                            tracing::warn!(
                                tool = name,
                                fault,
                                "a client may refuse a content block"
                            );
                        }
                        Fault::Forbidden(fault) => {
                            let why = format!("the address of a content block is no URI: {fault}");
                            return self
                                .withheld(&why, "answered with an address that is no URI")
                                .because("invalid_uri");
                        }
                    }
                }
                result
            }
            OutcomeKind::Failure(error) => {
                if error.is_hidden(self.mask_errors) {
                    return error.add_hints(masked(name, &error.hidden_text()));
                }
                match error.cause() {
                    Some(cause) => tracing::warn!(
                        tool = name,
                        error = error.message(),
                        cause = crate::error::chain(cause),
                        "the tool failed"
                    ),
                    None => tracing::info!(tool = name, error = error.message(), "the tool failed"),
                }
                CallToolResult::error(visible(error.to_string(), name))
            }
            OutcomeKind::OtherFailure(text) => {
                if self.mask_errors {
                    return masked(name, &text);
                }
                tracing::info!(tool = name, error = text, "the tool failed");
                CallToolResult::error(visible(text, name))
            }
            OutcomeKind::Unwritable(error) => {
                let id = error_id();
                tracing::error!(tool = name, error_id = %id, %error, "the answer is no JSON");
                without_a_log(name, &id, &error.to_string());
                CallToolResult::error(format!(
                    "the answer of `{name}` cannot be written (error {id})"
                ))
                .because("unwritable_answer")
            }
            OutcomeKind::Refused(faults) => {
                tracing::debug!(tool = name, faults = faults.len(), "wrong arguments");
                let (input, schema) = (&self.input, &self.definition.input_schema);
                CallToolResult::error(explain(name, input, schema, &faults))
                    .because("invalid_arguments")
            }
            OutcomeKind::Panicked(panicked) => self.panicked(&panicked),
            OutcomeKind::Lost => {
                tracing::error!(tool = name, "the blocking pool dropped the call");
                CallToolResult::error(format!("`{name}` was stopped before it answered"))
                    .because("stopped")
            }
            OutcomeKind::Busy => {
                tracing::warn!(tool = name, "too many blocking calls wait for a thread");
                CallToolResult::error(format!(
                    "`{name}` was not started: the server is busy with other calls; try again in a \
                     moment"
                ))
                .because("busy")
            }
        }
    }

    /// The answer of a tool whose output schema the peer knows: many clients reject one that does not
    /// conform. An answer of the type that the schema describes always does; one that is built by hand may
    /// hold anything.
    fn as_promised(&self, mut result: CallToolResult) -> CallToolResult {
        if result.is_error {
            // R102: what a failure has to say is no value of that schema.
            result.structured_content = None;
            return result;
        }
        // R100
        let broken = match &result.structured_content {
            None => {
                "the answer has no structured content, and the output schema promises some".into()
            }
            Some(content) => match self.misfit(content) {
                None => return result,
                Some(place) => format!("the answer does not fit the output schema: {place}"),
            },
        };
        self.withheld(&broken, "did not answer as its output schema promises")
            .because("broken_promise")
    }

    /// Where structured content leaves the schema that it is held against (R101).
    fn misfit(&self, content: &StructuredContent) -> Option<String> {
        let schema = self.promise.as_deref()?;
        let value = content.to_value();
        let misfit = misfit(schema, &value, schema.as_object()?)?;
        Some(explain_misfit(
            "structuredContent",
            &misfit,
            schema.as_object()?,
        ))
    }

    /// Replaces an answer that must not go out. The reason goes to the log.
    fn withheld(&self, why: &str, text: &str) -> CallToolResult {
        let (name, id) = (&self.definition.name, error_id());
        tracing::error!(tool = name, error_id = %id, why, "the answer is withheld");
        without_a_log(name, &id, why);
        CallToolResult::error(format!("`{name}` {text} (error {id})"))
    }

    fn panicked(&self, Panicked(message): &Panicked) -> CallToolResult {
        let name = &self.definition.name;
        let id = error_id();
        let panic = message.as_deref();
        tracing::error!(tool = name, error_id = %id, panic, "the tool panicked");
        without_a_log(name, &id, "panicked");
        CallToolResult::error(format!(
            "`{name}` failed unexpectedly (error {id}); other calls are not affected"
        ))
        .because("panic")
    }

    fn timed_out(&self) -> CallToolResult {
        let name = &self.definition.name;
        let after = self.limit.as_ref().map(|limit| limit.after);
        let after = in_words(after.unwrap_or_default());
        tracing::warn!(tool = name, after, "the tool took too long");
        let (end, advice) = match self.handler.outlives_its_call() {
            false => ("was stopped", "ask for less at once, or try again later"),
            // A thread cannot be stopped.
            true => (
                "may still be running",
                "look for its effects before trying again",
            ),
        };
        CallToolResult::error(format!(
            "`{name}` did not finish within its limit of {after} and {end}; {advice}"
        ))
        .because("timeout")
    }
}

/// `30 seconds`, `250 milliseconds`
fn in_words(time: Duration) -> String {
    let milliseconds = time.as_millis();
    match milliseconds {
        1 => "1 millisecond".to_owned(),
        1000 => "1 second".to_owned(),
        _ if milliseconds.is_multiple_of(1000) => format!("{} seconds", milliseconds / 1000),
        _ => format!("{milliseconds} milliseconds"),
    }
}

/// The revision of a request: its own word before the context's (R176).
pub(crate) fn effective_revision(
    meta: Option<&Map<String, Value>>,
    context: &ToolContext,
) -> Result<ProtocolVersion, ProtocolError> {
    let named = meta.map_or(Ok(None), ProtocolVersion::from_meta)?;
    Ok(named.unwrap_or(context.protocol_version()))
}

/// An error without any text would leave the model with nothing.
fn visible(text: String, tool: &str) -> String {
    if text.trim().is_empty() {
        format!("`{tool}` failed")
    } else {
        text
    }
}

fn masked(tool: &str, text: &str) -> CallToolResult {
    let id = error_id();
    tracing::warn!(tool, error_id = %id, error = text, "the tool failed");
    without_a_log(tool, &id, text);
    CallToolResult::error(format!("`{tool}` failed (error {id})"))
}

/// Where nobody listens to `tracing`, what the peer is told only by an id goes to standard error:
/// otherwise the id would lead nowhere.
pub(super) fn without_a_log(tool: &str, id: &str, text: &str) {
    if !tracing::dispatcher::has_been_set() {
        // `eprintln!` panics where nobody reads standard error.
        let _ = writeln!(io::stderr(), "tool `{tool}`, error {id}: {text}");
    }
}

/// An id that leads from what the peer saw to the log. It says nothing by itself.
pub(super) fn error_id() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let mut hasher = RandomState::new().build_hasher();
    hasher.write_u64(COUNT.fetch_add(1, Ordering::Relaxed));
    format!("{:08x}", hasher.finish() as u32)
}
