//! The span and the metrics of a call. Their names follow OpenTelemetry's conventions for MCP, where these define a name.

use std::borrow::Cow;
use std::time::Duration;

use tracing::field::Empty;
use tracing::{Level, Span};

use super::call_request::RawArguments;
use super::tool_call::{CallResult, RegisteredTool};
use crate::context::{Principal, ToolContext};
use crate::error::{PanicMessage, catch};
use crate::json::exact_integers;
use crate::result::CallToolResponse;

/// Returns the span of a call. Returns [`Span::none`] if the span is disabled. Records the arguments only if
/// the level `TRACE` is enabled, and masks the values of sensitive arguments.
pub(super) fn call_span(
    tool: &RegisteredTool,
    arguments: &RawArguments<'_>,
    context: &ToolContext,
) -> Span {
    let name = &tool.definition.name;
    let text = |key| context.meta().get(key).and_then(|value| value.as_str());
    let span = tracing::info_span!(
        "tools/call",
        otel.name = %format_args!("tools/call {name}"),
        otel.kind = "server",
        otel.status_code = Empty,
        mcp.method.name = "tools/call",
        mcp.protocol.version = context.protocol_version().as_str(),
        gen_ai.operation.name = "execute_tool",
        gen_ai.tool.name = name,
        gen_ai.tool.call.arguments = Empty,
        enduser.id = Empty,
        mcp.client.name = Empty,
        traceparent = text("traceparent"),
        tracestate = text("tracestate"),
        arguments_bytes = Empty,
        outcome = Empty,
        error.r#type = Empty,
        rpc.response.status_code = Empty,
        answer_bytes = Empty,
        duration_ms = Empty,
    );
    if span.is_disabled() {
        return Span::none();
    }
    if let Some(principal) = context.extension::<Principal>() {
        span.record("enduser.id", principal.name());
    }
    if let Some(client) = context.client() {
        span.record("mcp.client.name", client.name);
    }
    if let RawArguments::Text(text) = arguments {
        span.record("arguments_bytes", number(text.len()));
    }
    if tracing::enabled!(Level::TRACE) {
        let arguments = match arguments {
            RawArguments::Text(text) | RawArguments::Unreadable(text) => {
                exact_integers::parse(text).ok()
            }
            RawArguments::Map(map) => Some(map.clone()),
        };
        let text = arguments
            .map(|map| tool.input.without_secrets(map))
            .and_then(|map| serde_json::to_string(&map).ok());
        span.record("gen_ai.tool.call.arguments", text);
    }
    if let Some(prepare) = &tool.settings.on_span
        && let Err(PanicMessage(panic)) = catch(|| prepare(&span, context))
    {
        tracing::error!(panic, "the function of `on_span` panicked");
    }
    span
}

/// Records how the call ended, and its duration.
pub(super) fn record_end(
    span: Span,
    answer: Option<&CallResult>,
    ending: &CallEnd,
    time: Duration,
) {
    if span.is_disabled() {
        return;
    }
    match answer {
        Some(Ok(CallToolResponse::Complete(result))) => {
            span.record("answer_bytes", number(result.content_size()));
        }
        Some(Err(_)) => {
            let code = ending.error.as_deref();
            span.record("rpc.response.status_code", code);
        }
        _ => {}
    }
    if let Some(kind) = ending.error.as_deref() {
        span.record("error.type", kind);
        span.record("otel.status_code", "ERROR");
    }
    let time = time.as_micros() as f64 / 1e3;
    span.record("duration_ms", time);
    span.record("outcome", ending.outcome);
}

/// How a call ended, for the span and the metrics.
pub(super) struct CallEnd {
    pub(super) outcome: &'static str,
    /// The kind of failure, or `None` if the call did not fail. For a result with `isError`, the default is
    /// `tool_error`, as in OpenTelemetry's conventions.
    pub(super) error: Option<Cow<'static, str>>,
}

impl CallEnd {
    /// Classifies the end of a call. `None` means that the call was cancelled.
    pub(super) fn of(answer: Option<&CallResult>) -> Self {
        let (outcome, error) = match answer {
            None => ("cancelled", Some("cancelled".into())),
            Some(Ok(CallToolResponse::InputRequired(_))) => ("input_required", None),
            Some(Ok(CallToolResponse::Complete(result))) => match result.failure() {
                None => ("ok", None),
                Some(kind) => ("error", Some(kind.into())),
            },
            Some(Err(error)) => ("error", Some(error.code().to_string().into())),
        };
        CallEnd { outcome, error }
    }
}

#[cfg(feature = "metrics")]
const OPERATIONS: &str = "mcp.server.operations";
#[cfg(feature = "metrics")]
const DURATION: &str = "mcp.server.operation.duration";

/// Counts a call, and records the duration of the call. No label contains text from the client.
#[cfg(feature = "metrics")]
pub(super) fn count(tool: &str, time: Duration, ending: &CallEnd) {
    use metrics::{Label, Unit};

    static DESCRIBED: std::sync::Once = std::sync::Once::new();
    DESCRIBED.call_once(|| {
        let description = "Calls of tools that ended";
        metrics::describe_counter!(OPERATIONS, Unit::Count, description);
        let description = "Time from the start to the end of a call";
        metrics::describe_histogram!(DURATION, Unit::Seconds, description);
    });
    let mut labels = vec![
        Label::from_static_parts("mcp.method.name", "tools/call"),
        Label::new("gen_ai.tool.name", tool.to_owned()),
        Label::from_static_parts("outcome", ending.outcome),
    ];
    let error = ending.error.clone();
    labels.extend(error.map(|error| Label::new("error.type", error)));
    metrics::counter!(OPERATIONS, labels.clone()).increment(1);
    metrics::histogram!(DURATION, labels).record(time);
}

/// Converts a size to a signed number, because tracing-opentelemetry records unsigned numbers as text.
fn number(size: usize) -> i64 {
    i64::try_from(size).unwrap_or(i64::MAX)
}
