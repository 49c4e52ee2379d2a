//! Layers of `tower` around the calls of tools.

use std::future::{Future, poll_fn, ready};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::sync::Mutex;
use tower_layer::Layer;
use tower_service::Service;

use super::ToolCall;
use super::run::{Answer, RunState};
use crate::return_type::{Outcome, OutcomeKind};
use crate::{CallToolResponse, ProtocolError, ToolError};

/// An error of a layer.
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
    /// The layers from this depth.
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

/// One stack of layers, which all calls share. Not every service is `Clone`.
#[derive(Clone)]
pub(crate) struct Stack(Arc<Mutex<dyn Shared>>);

impl Stack {
    /// Puts a layer around earlier ones, or around the tool: `depth` is 1 for the layers of a registry,
    /// and 2 for those of a tool.
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

    /// Waits until the stack is ready, and calls it. Calls wait in turn. The lock is free while the call
    /// runs.
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

/// A service with a type that does not name its layers.
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

impl ToolCall {
    /// Sends the call through the layers. A question to the user ends its way through them, and the
    /// answer begins another one.
    pub(super) async fn answer(self) -> Answer {
        loop {
            let answered = self.tool.middleware().layers.enter(self.clone(), 0).await;
            let is_parked = self.run.is(|state| matches!(state, RunState::Parked(_)));
            match answered {
                Ok(CallToolResponse::InputRequired(_)) if is_parked => self.wait_for_user().await,
                Ok(response) => return Ok(response),
                Err(error) => return self.failed(error),
            }
        }
    }

    /// Polls the parked function until the user has answered.
    async fn wait_for_user(&self) {
        poll_fn(|task| {
            let RunState::Parked(mut function) = self.run.replace(RunState::Started) else {
                return Poll::Ready(());
            };
            let polled = function.as_mut().poll(task);
            let has_answered = polled.is_ready() || !self.is_asking();
            self.run.replace(RunState::Parked(match polled {
                Poll::Ready(answer) => Box::pin(ready(answer)),
                Poll::Pending => function,
            }));
            match has_answered {
                true => Poll::Ready(()),
                false => Poll::Pending,
            }
        })
        .await;
    }

    fn is_asking(&self) -> bool {
        self.context.round().is_some_and(|round| round.is_asking())
    }

    /// Returns the answer to a call that a layer has failed.
    fn failed(&self, error: BoxError) -> Answer {
        let error = match error.downcast::<ProtocolError>() {
            Ok(error) => return Err(*error),
            Err(error) => error,
        };
        let outcome = match error.downcast::<LayerError>() {
            Ok(error) => Outcome::failure(error.0),
            Err(error) => {
                let name = &self.tool.definition.name;
                let end = match self.run.is(|state| matches!(state, RunState::New)) {
                    true => "was not run",
                    false => "was stopped",
                };
                Outcome(OutcomeKind::OtherFailure(format!(
                    "`{name}` {end}: {error}"
                )))
            }
        };
        let result = self.tool.result(outcome);
        Ok(result.because("layer").into())
    }
}

/// Refuses a call in a layer, in words for the model.
///
/// The text of any other error follows the name of the tool, after "was not run" or "was stopped".
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
pub struct LayerError(pub(super) ToolError);

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
