//! One span for each call, in the words of OpenTelemetry's conventions for MCP.

use std::time::Instant;

use tracing::field::Empty;
use tracing::{Instrument as _, Level, Span};

use super::call::Given;
use crate::arguments::Input;
use crate::{CallToolResult, ContentBlock, ToolContext};

/// The span of a call that has begun. One that is dropped without an answer was cancelled.
pub(super) struct CallSpan {
    span: Span,
    began: Instant,
    outcome: &'static str,
}

impl CallSpan {
    /// What was given is in it at the level of `TRACE` only, and never what is sensitive (R170).
    pub(super) fn begin(
        tool: &str,
        input: &Input,
        given: &Given<'_>,
        context: &ToolContext,
    ) -> Self {
        let text = |key| context.meta().get(key).and_then(|value| value.as_str());
        let span = tracing::info_span!(
            "tools/call",
            otel.name = %format_args!("tools/call {tool}"),
            otel.kind = "server",
            mcp.method.name = "tools/call",
            mcp.protocol.version = context.revision().as_str(),
            gen_ai.tool.name = tool,
            gen_ai.tool.call.arguments = Empty,
            traceparent = text("traceparent"),
            tracestate = text("tracestate"),
            arguments_bytes = Empty,
            outcome = Empty,
            error.r#type = Empty,
            answer_bytes = Empty,
            duration_ms = Empty,
        );
        if !span.is_disabled() {
            if let Given::Text(text) = given {
                span.record("arguments_bytes", text.len());
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
        call: impl Future<Output = CallToolResult>,
    ) -> CallToolResult {
        let result = call.instrument(self.span.clone()).await;
        if !self.span.is_disabled() {
            self.span.record("answer_bytes", size(&result));
        }
        self.outcome = match result.is_error {
            false => "ok",
            true => "error",
        };
        result
    }
}

impl Drop for CallSpan {
    fn drop(&mut self) {
        if self.span.is_disabled() {
            return;
        }
        let time = self.began.elapsed().as_secs_f64() * 1e3;
        self.span.record("duration_ms", time);
        self.span.record("outcome", self.outcome);
        match self.outcome {
            // What the conventions call a result with `isError`.
            "error" => self.span.record("error.type", "tool_error"),
            "cancelled" => self.span.record("error.type", "cancelled"),
            _ => &self.span,
        };
    }
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
