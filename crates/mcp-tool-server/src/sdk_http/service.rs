//! Makes an `HttpService` of a handler of the SDK.

use std::sync::Arc;

use rmcp::ServerHandler;

use super::endpoint::{CurrentTools, SdkEndpoint};
use super::exchange::sdk_service;
use crate::http::config::HttpConfig;
use crate::http::service::HttpService;
use crate::sdk::sdk_server::SdkServer;

/// Returns any handler of the SDK as a `tower` service.
pub fn handler_service<H: ServerHandler + Clone>(handler: H, config: HttpConfig) -> HttpService {
    let endpoint = SdkEndpoint::new(
        None,
        config,
        Box::new(|sessions, config| sdk_service(move || handler.clone(), sessions, config)),
    );
    HttpService::new(Arc::new(endpoint))
}

/// Returns a server as a `tower` service. `handler` makes a handler of the server's tools for each session, and
/// for each request without a session.
pub(crate) fn tools_service<H: ServerHandler>(
    tools: SdkServer,
    config: HttpConfig,
    handler: impl Fn(SdkServer) -> H + Send + Sync + 'static,
) -> HttpService {
    HttpService::new(Arc::new(tools_endpoint(tools, config, handler)))
}

pub(super) fn tools_endpoint<H: ServerHandler>(
    tools: SdkServer,
    config: HttpConfig,
    handler: impl Fn(SdkServer) -> H + Send + Sync + 'static,
) -> SdkEndpoint {
    let served = tools.registry.clone();
    let current: CurrentTools = Box::new(move || served.snapshot());
    SdkEndpoint::new(
        Some(current),
        config,
        Box::new(|sessions, config| sdk_service(move || handler(tools.clone()), sessions, config)),
    )
}
