//! A handler whose panics are answered, and whose requests that the SDK cannot read get a helpful error.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

use mcp_tool_runtime::embed::catch_panic;
use rmcp::model::{
    ClientNotification, ClientRequest, ErrorCode, ErrorData, ServerConfig, ServerResult,
};
use rmcp::service::{NotificationContext, RequestContext, Service};
use rmcp::{RoleServer, ServerHandler};

use crate::misfits;

pub(crate) struct Guarded<H>(pub(crate) Arc<H>);

impl<H: ServerHandler> Service<RoleServer> for Guarded<H> {
    async fn handle_request(
        &self,
        request: ClientRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<ServerResult, ErrorData> {
        let handler = &*self.0;
        caught(async {
            let custom = match &request {
                ClientRequest::CustomRequest(custom) => Some(custom.clone()),
                ClientRequest::InitializeRequest(initialize) => {
                    // As the SDK's own server does. The handler's `initialize` may not store the client.
                    context.peer.set_peer_info(initialize.params.clone());
                    None
                }
                _ => None,
            };
            let error = match Service::handle_request(handler, request, context).await {
                Err(error) if error.code == ErrorCode::METHOD_NOT_FOUND => error,
                answer => return answer,
            };
            let misfit = custom.and_then(|custom| {
                misfits::explain(&custom, &ServerHandler::get_info(handler).capabilities)
            });
            Err(misfit.unwrap_or(error))
        })
        .await
    }

    async fn handle_notification(
        &self,
        notification: ClientNotification,
        context: NotificationContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        let handler = &*self.0;
        caught(Service::handle_notification(handler, notification, context)).await
    }

    fn get_info(&self) -> ServerConfig {
        ServerHandler::get_info(&*self.0)
    }
}

/// Returns an error if the handler panics. Without it, the SDK would send no response, and the client would wait for
/// ever.
async fn caught<T>(run: impl Future<Output = Result<T, ErrorData>>) -> Result<T, ErrorData> {
    let mut run = pin!(run);
    poll_fn(|context| {
        catch_panic(|| run.as_mut().poll(context)).unwrap_or_else(|panic| {
            tracing::error!(panic, "the handler beside the tools panicked");
            let message = "the request failed unexpectedly";
            Poll::Ready(Err(ErrorData::internal_error(message, None)))
        })
    })
    .await
}
