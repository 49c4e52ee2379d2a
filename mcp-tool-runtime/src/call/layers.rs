//! Layers of `tower` around the calls of tools.

use std::task::{Context, Poll};

use tower_layer::Layer;
use tower_service::Service;

use super::layer_stack::{BoxError, Response, Stack};
use super::tool::ToolCall;
use crate::CallToolResponse;

impl ToolCall {
    /// Sends the call through the layers from `depth` on, and then to the tool. Depth 0 includes all layers.
    pub(super) fn enter(self, depth: u8) -> Response {
        match (depth, &self.tool.settings.layers, &self.tool.layers) {
            (0, Some(stack), _) | (0 | 1, _, Some(stack)) => stack.clone().call(self),
            _ => Box::pin(async move { Ok(self.run().await?) }),
        }
    }
}

/// The service inside of a layer: the layers below it, and then the tool.
#[derive(Clone)]
pub struct ToolService(Inner);

#[derive(Clone)]
enum Inner {
    /// The stack of the layers that were added before this one.
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
    /// Puts a layer around the `earlier` layers. The first layer has none, and sends calls to `depth`
    /// instead. This is 1 for a registry's layers, and 2 for a tool's layers.
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
