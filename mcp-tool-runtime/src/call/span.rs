//! One span for each call, in the words of OpenTelemetry's conventions for MCP.

use std::sync::Arc;
use std::time::Instant;

use tracing::field::Empty;
use tracing::{Instrument as _, Level, Span};

use super::{Given, Registered};
use crate::arguments::Input;
use crate::error::{Panicked, catch};
use crate::{
    CallToolResponse, CallToolResult, ContentBlock, Principal, ProtocolError, ToolContext,
};

/// What else is done with a span, before it is entered.
pub(crate) type OnSpan = Arc<dyn Fn(&Span, &ToolContext) + Send + Sync>;

impl Registered {
    /// The span of a call of this tool.
    pub(super) fn span(&self, given: &Given<'_>, context: &ToolContext) -> CallSpan {
        let call = CallSpan::begin(&self.definition.name, &self.input, given, context);
        if let Some(prepare) = &self.on_span
            && !call.span.is_disabled()
            && let Err(Panicked(panic)) = catch(|| prepare(&call.span, context))
        {
            tracing::error!(panic, "what is done with the span of a call panicked");
        }
        call
    }
}

/// The span of a call that has begun. One that is dropped without an answer was cancelled.
pub(super) struct CallSpan {
    span: Span,
    began: Instant,
    outcome: &'static str,
}

impl CallSpan {
    /// What was given is in it at the level of `TRACE` only, and never what is sensitive (R170).
    fn begin(tool: &str, input: &Input, given: &Given<'_>, context: &ToolContext) -> Self {
        let text = |key| context.meta().get(key).and_then(|value| value.as_str());
        let span = tracing::info_span!(
            "tools/call",
            otel.name = %format_args!("tools/call {tool}"),
            otel.kind = "server",
            otel.status_code = Empty,
            mcp.method.name = "tools/call",
            mcp.protocol.version = context.protocol_version().as_str(),
            gen_ai.operation.name = "execute_tool",
            gen_ai.tool.name = tool,
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
        if !span.is_disabled() {
            if let Some(principal) = context.extension::<Principal>() {
                span.record("enduser.id", principal.name());
            }
            if let Some(client) = context.client() {
                span.record("mcp.client.name", client.name);
            }
            if let Given::Text(text) = given {
                span.record("arguments_bytes", number(text.len()));
            }
            if tracing::enabled!(Level::TRACE) {
                let arguments = match given {
                    Given::Text(text) => serde_json::from_str(text).ok(),
                    Given::Map(map) => Some(map.clone()),
                };
                let arguments = arguments.map(|map| input.without_secrets(map));
                let arguments = arguments.and_then(|map| serde_json::to_string(&map).ok());
                span.record("gen_ai.tool.call.arguments", arguments);
            }
        }
        CallSpan {
            span,
            began: Instant::now(),
            outcome: "cancelled",
        }
    }

    /// Runs a call in its span.
    pub(super) async fn around(
        mut self,
        call: impl Future<Output = Result<CallToolResponse, ProtocolError>>,
    ) -> Result<CallToolResponse, ProtocolError> {
        let answer = call.instrument(self.span.clone()).await;
        self.outcome = match &answer {
            Ok(CallToolResponse::Complete(result)) => {
                if !self.span.is_disabled() {
                    self.span.record("answer_bytes", number(size(result)));
                }
                match result.failure() {
                    None => "ok",
                    // `tool_error` is what the conventions call a result with `isError`.
                    Some(failure) => {
                        self.failed(failure);
                        "error"
                    }
                }
            }
            Ok(CallToolResponse::InputRequired(_)) => "input_required",
            Err(error) => {
                let code = error.code().to_string();
                self.span.record("rpc.response.status_code", &*code);
                self.failed(&code);
                "error"
            }
        };
        answer
    }

    /// To the conventions, a result with `isError` is a failure like any other.
    fn failed(&self, kind: &str) {
        self.span.record("error.type", kind);
        self.span.record("otel.status_code", "ERROR");
    }
}

impl Drop for CallSpan {
    fn drop(&mut self) {
        if self.span.is_disabled() {
            return;
        }
        // To the microsecond; the rest is noise.
        let time = self.began.elapsed().as_micros() as f64 / 1e3;
        self.span.record("duration_ms", time);
        self.span.record("outcome", self.outcome);
        if self.outcome == "cancelled" {
            self.failed("cancelled");
        }
    }
}

/// Of unsigned numbers, what makes traces of spans makes texts.
fn number(size: usize) -> i64 {
    i64::try_from(size).unwrap_or(i64::MAX)
}

/// How many bytes of text and data there are; what stands around them is not counted.
fn size(result: &CallToolResult) -> usize {
    let of_block = |block: &ContentBlock| match block {
        ContentBlock::Text(text) => text.text.len(),
        ContentBlock::Image(image) => image.data.len(),
        ContentBlock::Audio(audio) => audio.data.len(),
        ContentBlock::ResourceLink(link) => link.uri.len(),
        ContentBlock::Resource(resource) => match &resource.resource {
            crate::ResourceContents::Text(text) => text.text.len(),
            crate::ResourceContents::Blob(blob) => blob.blob.len(),
        },
    };
    let structured = result.structured_content.as_ref();
    let structured = structured.map_or(0, |structured| structured.as_str().len());
    result.content.iter().map(of_block).sum::<usize>() + structured
}
