//! Layers of `tower` around the calls of tools.

use std::task::{Context, Poll};

use tower_layer::Layer;
use tower_service::Service;

use super::layer_stack::{BoxError, Response, Stack};
use super::tool::ToolCall;
use crate::result::CallToolResponse;

impl ToolCall {
    /// Sends the call through the layers from `depth` on, and then to the tool. Depth 0 includes the layers
    /// of the registry and of the tool, depth 1 only those of the tool.
    pub(super) fn enter(self, depth: u8) -> Response {
        match (depth, &self.tool.settings.layers, &self.tool.layers) {
            (0, Some(stack), _) | (0 | 1, _, Some(stack)) => stack.clone().call(self),
            _ => Box::pin(async move { Ok(self.run().await?) }),
        }
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
            Inner::Depth(depth) => call.enter(*depth),
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
