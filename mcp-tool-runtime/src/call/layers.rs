//! Layers of `tower` around the calls of tools: sends a call through its layers, and again after the user has
//! answered the tool's questions.

use std::future::{poll_fn, ready};
use std::task::{Context, Poll};

use tower_layer::Layer;
use tower_service::Service;

use super::layer_stack::{BoxError, Response, Stack};
use super::tool_call::{CallResult, RunState, ToolCall};
use crate::error::{ProtocolError, ToolError};
use crate::result::CallToolResponse;
use crate::return_type::Outcome;

/// Sends the call through the layers. With a client older than protocol version 2026-07-28, a question to
/// the user makes the call leave the layers. After the user's answer, the call enters the layers again.
pub(super) async fn answer(call: ToolCall) -> CallResult {
    loop {
        let answered = enter(call.clone(), 0).await;
        let is_parked = call.run.is(|state| matches!(state, RunState::Parked(_)));
        match answered {
            Ok(CallToolResponse::InputRequired(_)) if is_parked => wait_for_user(&call).await,
            Ok(response) => return Ok(response),
            Err(error) => return failed(&call, error),
        }
    }
}

/// Polls the parked function until the user has answered or the function has ended.
async fn wait_for_user(call: &ToolCall) {
    poll_fn(|task| {
        let RunState::Parked(mut function) = call.run.replace(RunState::Started) else {
            return Poll::Ready(());
        };
        let polled = function.as_mut().poll(task);
        let has_answered = polled.is_ready() || !is_asking(call);
        call.run.replace(RunState::Parked(match polled {
            Poll::Ready(answer) => Box::pin(ready(answer)),
            Poll::Pending => function,
        }));
        if has_answered {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    })
    .await;
}

fn is_asking(call: &ToolCall) -> bool {
    call.context.round().is_some_and(|round| round.is_asking())
}

/// Returns the result of a call whose layer returned an error.
fn failed(call: &ToolCall, error: BoxError) -> CallResult {
    let version = call.context.protocol_version();
    let error: BoxError = match error.downcast::<ProtocolError>() {
        Ok(error) if version.has_error(&error) => return Err(*error),
        Ok(error) => error,
        Err(error) => error,
    };
    let for_client = ProtocolError::for_client(&*error);
    if let Some(error) = for_client.filter(|error| version.has_error(error)) {
        return Err(error);
    }
    let outcome = match error.downcast::<LayerError>() {
        Ok(error) => Outcome::Failure(Box::new(error.0)),
        Err(error) => {
            let name = &call.tool.definition.name;
            let is_new = call.run.is(|state| matches!(state, RunState::New));
            let end = if is_new { "was not run" } else { "was stopped" };
            let text = ProtocolError::text_of(&*error);
            Outcome::OtherFailure(format!("`{name}` {end}: {text}"))
        }
    };
    let result = call.tool.result(outcome);
    Ok(result.with_failure_kind("layer").into())
}

/// Sends the call through the layers from `depth` on, and then to the tool. Depth 0 includes the layers
/// of the registry and of the tool, depth 1 only those of the tool.
fn enter(call: ToolCall, depth: u8) -> Response {
    match (depth, &call.tool.settings.layers, &call.tool.layers) {
        (0, Some(stack), _) | (0 | 1, _, Some(stack)) => stack.clone().call(call),
        _ => Box::pin(async move { Ok(call.run().await?) }),
    }
}

/// The service that a layer wraps: the inner layers, and then the tool.
#[derive(Clone)]
pub struct ToolService(Inner);

#[derive(Clone)]
enum Inner {
    /// The stack of the layers that were added before the wrapping layer.
    Stack(Stack<ToolCall>),
    /// The layers from this depth on. Depth 1 has only the tool's layers. Depth 2 has no layers, only the
    /// tool.
    Depth(u8),
}

impl Service<ToolCall> for ToolService {
    type Response = CallToolResponse;
    type Error = BoxError;
    type Future = Response;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, call: ToolCall) -> Self::Future {
        match &self.0 {
            Inner::Stack(stack) => stack.clone().call(call),
            Inner::Depth(depth) => enter(call, *depth),
        }
    }
}

impl Stack<ToolCall> {
    /// Puts a layer around the `earlier` layers. If there are none, the layer sends calls to the layers from
    /// `depth` on. `depth` is 1 for a registry's layers, and 2 for a tool's layers.
    pub(crate) fn around<L>(earlier: Option<Self>, layer: &L, depth: u8) -> Self
    where
        L: Layer<ToolService>,
        L::Service: Service<ToolCall, Response = CallToolResponse> + Send + 'static,
        <L::Service as Service<ToolCall>>::Error: Into<BoxError>,
        <L::Service as Service<ToolCall>>::Future: Send + 'static,
    {
        let inner = earlier.map_or(Inner::Depth(depth), Inner::Stack);
        Stack::new(layer.layer(ToolService(inner)))
    }
}

/// Rejects a call in a layer, with a text for the model.
///
/// A `ProtocolError` from a layer becomes the error response. For an error that is neither a `LayerError` nor
/// a `ProtocolError`, the model reads its text after the tool's name and "was not run" or "was stopped". With
/// [`mask_errors`](crate::registry::ToolRegistryBuilder::mask_errors), the model reads an id instead of this text.
///
/// ```
/// use std::time::Duration;
///
/// use mcp_tool_runtime::ToolError;
/// use mcp_tool_runtime::middleware::{BoxError, LayerError};
///
/// let refusal = ToolError::new("too many searches").retry_after(Duration::from_secs(30));
/// let error: BoxError = LayerError::from(refusal).into();
/// assert_eq!(error.to_string(), "too many searches\ntry again in 30 seconds");
/// ```
#[derive(Debug)]
pub struct LayerError(ToolError);

impl From<ToolError> for LayerError {
    fn from(error: ToolError) -> Self {
        LayerError(error)
    }
}

impl std::fmt::Display for LayerError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for LayerError {}
