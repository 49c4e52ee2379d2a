//! A stack of layers whose types are erased.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::sync::Mutex;
use tower_service::Service;

use crate::result::CallToolResponse;

/// The error type that every layer's error converts into.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

pub(super) type Response = Pin<Box<dyn Future<Output = Result<CallToolResponse, BoxError>> + Send>>;

/// A stack of layers. All calls share one stack, because a layer's service need not implement `Clone`.
#[derive(Clone)]
pub(crate) struct Stack<C>(Arc<Mutex<dyn SharedLayer<C>>>);

impl<C: Send + 'static> Stack<C> {
    pub(super) fn new<S>(service: S) -> Self
    where
        S: Service<C, Response = CallToolResponse> + Send + 'static,
        S::Error: Into<BoxError>,
        S::Future: Send + 'static,
    {
        Stack(Arc::new(Mutex::new(service)))
    }

    /// Waits until the stack is ready, and calls it. Calls wait in order of arrival. Releases the lock on the
    /// stack before it awaits the response.
    pub(super) fn call(self, call: C) -> Response {
        Box::pin(async move {
            let mut service = self.0.lock().await;
            poll_fn(|task| service.poll_until_ready(task)).await?;
            let response = service.start(call);
            drop(service);
            response.await
        })
    }
}

/// Erases the type of a service, so that a [`Stack`] can hold any service.
trait SharedLayer<C>: Send {
    fn poll_until_ready(&mut self, task: &mut Context<'_>) -> Poll<Result<(), BoxError>>;

    fn start(&mut self, call: C) -> Response;
}

impl<C, S> SharedLayer<C> for S
where
    S: Service<C, Response = CallToolResponse> + Send,
    S::Error: Into<BoxError>,
    S::Future: Send + 'static,
{
    fn poll_until_ready(&mut self, task: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.poll_ready(task).map_err(Into::into)
    }

    fn start(&mut self, call: C) -> Response {
        let response = self.call(call);
        Box::pin(async move { response.await.map_err(Into::into) })
    }
}
