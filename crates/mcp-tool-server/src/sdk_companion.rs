//! A handler of the SDK that serves beside the tools.

use std::sync::Arc;

use rmcp::service::{DynService, ServiceExt as _};
use rmcp::{RoleServer, ServerHandler};

#[cfg(feature = "http")]
use crate::http::{config::HttpConfig, service::HttpService};
use crate::sdk::sdk_server::SdkServer;
#[cfg(feature = "http")]
use crate::sdk_http::service::tools_service;

/// Makes a handler for each client: for the streams of stdio, and for each session and each request without a
/// session over HTTP.
pub(crate) trait SdkCompanion: Send + Sync {
    fn service(&self, tools: SdkServer) -> Box<dyn DynService<RoleServer>>;

    #[cfg(feature = "http")]
    fn http_service(self: Arc<Self>, tools: SdkServer, config: HttpConfig) -> HttpService;
}

struct HandlerOfTools<F>(F);

impl<H, F> SdkCompanion for HandlerOfTools<F>
where
    H: ServerHandler,
    F: Fn(SdkServer) -> H + Send + Sync + 'static,
{
    fn service(&self, tools: SdkServer) -> Box<dyn DynService<RoleServer>> {
        (self.0)(tools).into_dyn()
    }

    #[cfg(feature = "http")]
    fn http_service(self: Arc<Self>, tools: SdkServer, config: HttpConfig) -> HttpService {
        tools_service(tools, config, move |tools| (self.0)(tools))
    }
}

/// Returns a companion that makes a handler of the server's tools.
pub(crate) fn companion<H: ServerHandler>(
    handler: impl Fn(SdkServer) -> H + Send + Sync + 'static,
) -> Arc<dyn SdkCompanion> {
    Arc::new(HandlerOfTools(handler))
}
