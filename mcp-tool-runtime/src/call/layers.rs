//! Layers of `tower` around the calls of tools.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::sync::Mutex;
use tower_layer::Layer;
use tower_service::Service;

use super::tool::ToolCall;
use crate::CallToolResponse;

/// The error type that every layer's error converts into.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

type Response = Pin<Box<dyn Future<Output = Result<CallToolResponse, BoxError>> + Send>>;

/// The layers around all tools of a registry, then those around one tool.
#[derive(Clone, Default)]
pub(crate) struct Layers {
    pub(crate) of_registry: Option<Stack>,
    pub(crate) of_tool: Option<Stack>,
}

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
    Stack(Stack),
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

/// One stack of layers. All calls share it, because not every service is `Clone`.
#[derive(Clone)]
pub(crate) struct Stack(Arc<Mutex<dyn Shared>>);

impl Stack {
    /// Puts a layer around the earlier ones. The first layer of a registry has `depth` 1, the first
    /// layer of a tool has `depth` 2.
    pub(crate) fn around<L>(earlier: Option<Stack>, layer: &L, depth: u8) -> Self
    where
        L: Layer<ToolService>,
        L::Service: Service<ToolCall, Response = CallToolResponse> + Send + 'static,
        <L::Service as Service<ToolCall>>::Error: Into<BoxError>,
        <L::Service as Service<ToolCall>>::Future: Send + 'static,
    {
        let inner = earlier.map_or(Inner::Depth(depth), Inner::Stack);
        Stack(Arc::new(Mutex::new(layer.layer(ToolService(inner)))))
    }

    /// Waits until the stack is ready, and calls it. Calls wait in order of arrival. The call itself
    /// runs without the lock.
    fn call(self, call: ToolCall) -> Response {
        Box::pin(async move {
            let mut service = self.0.lock().await;
            poll_fn(|task| service.poll_until_ready(task)).await?;
            let response = service.start(call);
            drop(service);
            response.await
        })
    }
}

/// A service whose type does not name its layers.
trait Shared: Send {
    fn poll_until_ready(&mut self, task: &mut Context<'_>) -> Poll<Result<(), BoxError>>;

    fn start(&mut self, call: ToolCall) -> Response;
}

impl<S> Shared for S
where
    S: Service<ToolCall, Response = CallToolResponse> + Send,
    S::Error: Into<BoxError>,
    S::Future: Send + 'static,
{
    fn poll_until_ready(&mut self, task: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.poll_ready(task).map_err(Into::into)
    }

    fn start(&mut self, call: ToolCall) -> Response {
        let response = self.call(call);
        Box::pin(async move { response.await.map_err(Into::into) })
    }
}
