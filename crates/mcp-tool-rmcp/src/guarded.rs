//! A handler whose panics are answered, and whose requests that the SDK cannot read get a helpful error.

use std::borrow::Cow;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

use mcp_tool_runtime::embed::catch_panic;
use rmcp::model::{
    ClientNotification, ClientRequest, ErrorCode, ErrorData, InitializeRequestParams,
    ProtocolVersion, ServerConfig, ServerResult,
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
                    return introduced(handler, initialize.params.clone(), request, context).await;
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
        caught(async { Service::handle_notification(&*self.0, notification, context).await }).await
    }

    fn get_info(&self) -> ServerConfig {
        ServerHandler::get_info(&*self.0)
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        ServerHandler::supported_protocol_versions(&*self.0)
    }
}

/// Initializes the handler. Stores the client in the peer before, and again afterwards, as the SDK's own server does,
/// because the handler's `initialize` may not store it.
async fn introduced<H: ServerHandler>(
    handler: &H,
    client: InitializeRequestParams,
    request: ClientRequest,
    context: RequestContext<RoleServer>,
) -> Result<ServerResult, ErrorData> {
    let peer = context.peer.clone();
    peer.set_peer_info(client.clone());
    let answer = Service::handle_request(handler, request, context).await;
    if answer.is_ok() {
        peer.set_peer_info(client);
    }
    answer
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
