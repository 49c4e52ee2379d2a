//! Calls a tool for a request that the SDK has received.

use mcp_tool_runtime::embed::AnyState;
use mcp_tool_runtime::embed::sdk_engine::call_with_text;
use mcp_tool_runtime::{
    CallToolRequest, ProtocolError, ProtocolVersion, ToolContext, ToolRegistry,
};
use rmcp::RoleServer;
use rmcp::model::{CallToolRequestParams, CallToolResponse, ErrorData};
use rmcp::service::RequestContext;
use serde_json::Value;
use tracing::{Instrument as _, Span};

use super::arguments_text::ArgumentsText;
#[cfg(feature = "http")]
use super::request_limit::RoomOfCall;
use super::{context, convert};

/// The span of a call's HTTP request. In a session, the SDK runs the call in another task, so the call must
/// enter this span itself.
#[derive(Clone)]
pub(crate) struct RequestSpan(pub(crate) Span);

/// Calls a tool. Returns the response in the form of the request's protocol version.
pub(crate) async fn answer(
    registry: &ToolRegistry<AnyState>,
    request: CallToolRequestParams,
    context: &RequestContext<RoleServer>,
    prepare: impl FnOnce(ToolContext) -> Result<ToolContext, ErrorData>,
) -> Result<CallToolResponse, ErrorData> {
    let protocol_version = protocol_version(context)?;
    #[cfg(feature = "http")]
    let _room = context::extension::<RoomOfCall>(context).and_then(RoomOfCall::keep);
    let mut call = CallToolRequest::new(request.name);
    call.arguments = request.arguments.map_or(Value::Null, Value::Object);
    let mut meta = request.meta.unwrap_or_default().0;
    meta.extend(context.meta.0.clone());
    call.meta = (!meta.is_empty()).then_some(meta.0);
    let responses = request
        .input_responses
        .map(|responses| responses.into_iter().collect());
    call.input_responses = responses;
    call.request_state = request.request_state;

    let (tool_context, progress) = context::of(context, protocol_version);
    let tool_context = match &call.meta {
        Some(meta) => tool_context.with_meta(meta.clone()),
        None => tool_context,
    };
    let tool_context = prepare(tool_context)?;
    // The future of the call takes several kilobytes. A box keeps the outer futures small.
    let text = context::extension::<ArgumentsText>(context).map(ArgumentsText::as_str);
    let call = Box::pin(call_with_text(registry, call, text, &tool_context));
    let span = context::extension::<RequestSpan>(context);
    let call = call.instrument(span.map_or_else(Span::none, |span| span.0.clone()));
    let response = context::reporting(call, progress, &context.peer).await;
    // If the request is cancelled by now, the SDK drops the response.
    convert::response(response.map_err(convert::error)?)
}

/// Returns the protocol version of a request: the one in its `_meta`, or else the one that `initialize`
/// negotiated. Over HTTP without sessions, this is the version in the header, or else 2025-03-26. Returns an
/// error for an unsupported version, and if there is no version.
pub fn protocol_version(
    context: &RequestContext<RoleServer>,
) -> Result<ProtocolVersion, ErrorData> {
    let Some(version) = context.protocol_version() else {
        return Err(convert::error(unknown_version()));
    };
    let parsed = version.as_str().parse::<ProtocolVersion>();
    parsed.map_err(|unsupported| convert::error(unsupported.into()))
}

/// Returns whether results name the server in their `_meta`, and tool lists have cache hints.
pub fn signs_results(version: ProtocolVersion) -> bool {
    version >= ProtocolVersion::V2026_07_28
}

/// Returns the error for a request that comes before `initialize` and names no protocol version.
pub(crate) fn unknown_version() -> ProtocolError {
    ProtocolError::invalid_params(
        "`_meta` must have `io.modelcontextprotocol/protocolVersion`, unless `initialize` came before",
    )
}

/// Returns whether the request's protocol version has no `initialize`. Without `initialize`, each result
/// contains the server information.
pub fn is_modern(context: &RequestContext<RoleServer>) -> bool {
    let version = context.protocol_version();
    version.is_some_and(|version| !version.has_initialize())
}
