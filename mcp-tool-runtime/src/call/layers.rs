//! Layers of `tower` around the calls of tools.

use std::sync::Arc;
use std::task::{Context, Poll};

use tower_layer::Layer;
use tower_service::Service;

use super::layer_stack::{BoxError, Response, Stack};
use super::tool::{Layers, ToolCall};
use crate::CallToolResponse;

impl Layers {
    pub(super) fn is_empty(&self) -> bool {
        self.of_registry.is_none() && self.of_tool.is_none()
    }

    /// Sends a call through the layers below a depth, and then to the tool.
    pub(super) fn enter(&self, call: ToolCall, depth: u8) -> Response {
        match (depth, &self.of_registry, &self.of_tool) {
            (0, Some(stack), _) | (0 | 1, _, Some(stack)) => stack.clone().call(call),
            _ => Box::pin(async move { Ok(call.run().await?) }),
        }
    }
}

/// The service inside of a layer: the layers below it, and then the tool.
#[derive(Clone)]
pub struct ToolService(Inner);

#[derive(Clone)]
enum Inner {
    /// An earlier stack of layers.
    Stack(Stack<ToolCall>),
    /// The layers from this depth on. Depth 1 is below the registry's layers, depth 2 below the
    /// tool's.
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
            Inner::Depth(depth) => {
                let tool = Arc::clone(&call.tool);
                tool.middleware().layers.enter(call, *depth)
            }
        }
    }
}

impl Stack<ToolCall> {
    /// Puts a layer around the earlier ones. The first layer of a registry has `depth` 1, the first
    /// layer of a tool has `depth` 2.
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
