//! The tools and servers of the benchmark that use the official SDK.

use std::sync::Arc;

use rmcp::handler::server::common::schema_for_type;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ClientJsonRpcMessage, GetExtensions as _,
    GetMeta as _, InitializeRequestParams, JsonObject, RequestId, ServerJsonRpcMessage, Tool,
};
use rmcp::service::{RequestContext, RunningService, Service as _, serve_directly};
use rmcp::{Json, RoleServer, ServerHandler, tool, tool_handler, tool_router};
use tokio::runtime::{Builder, Runtime};

use crate::tools;
use crate::tools::{Forecast, Place, Sum, Terms, Tools, forecast_of};

/// A server with its tools. Over HTTP without sessions, the SDK needs a new server for each request, so clones share
/// the tools.
#[derive(Clone)]
pub(crate) struct Server {
    router: Arc<ToolRouter<Server>>,
}

#[tool_router]
impl Server {
    /// Adds two numbers.
    #[tool(annotations(read_only_hint = true))]
    async fn add(&self, Parameters(terms): Parameters<Terms>) -> Json<Sum> {
        Json(Sum {
            sum: terms.a + terms.b,
        })
    }

    /// Forecasts the weather.
    #[tool(annotations(read_only_hint = true))]
    async fn weather(&self, Parameters(place): Parameters<Place>) -> Json<Forecast> {
        Json(forecast_of(&place.city, place.days))
    }
}

#[tool_handler(router = self.router)]
impl ServerHandler for Server {}

pub(crate) fn server(tools: Tools) -> Server {
    let router = match tools {
        Tools::Declared => Server::tool_router(),
        Tools::ByValue(count) => tools::names(count).fold(ToolRouter::new(), |router, name| {
            // `schema_for_type` returns a shared schema. In a real server, each tool has its own
            // schema, so clone the shared one.
            let schema = Arc::new(JsonObject::clone(&schema_for_type::<Terms>()));
            let add = |Parameters(terms): Parameters<Terms>| async move {
                (terms.a + terms.b).to_string()
            };
            router.with_route((Tool::new(name, "Adds two numbers.", schema), add))
        }),
    };
    Server {
        router: Arc::new(router),
    }
}

pub(crate) fn runtime() -> Runtime {
    let runtime = Builder::new_current_thread().enable_time().build();
    runtime.expect("a runtime starts")
}

impl Server {
    /// Returns the number of tools.
    pub(crate) fn len(&self) -> usize {
        self.router.list_all().len()
    }
}

/// A server with a connection. The SDK's request context needs the peer of a connection.
pub(crate) struct ConnectedServer {
    service: RunningService<RoleServer, Server>,
    _runtime: Runtime,
}

impl ConnectedServer {
    pub(crate) fn new(server: Server) -> Self {
        let runtime = runtime();
        let _entered = runtime.enter();
        let (_, stream) = tokio::io::duplex(64);
        let client = InitializeRequestParams::default();
        let service = serve_directly(server, tokio::io::split(stream), Some(client));
        ConnectedServer {
            service,
            _runtime: runtime,
        }
    }

    fn context(&self, id: RequestId) -> RequestContext<RoleServer> {
        RequestContext::new(id, self.service.peer().clone())
    }

    /// Handles one request with the same steps as the SDK's message loop.
    pub(crate) async fn handle(&self, request: &[u8]) -> Vec<u8> {
        let message = serde_json::from_slice(request).expect("a message");
        let ClientJsonRpcMessage::Request(mut message) = message else {
            panic!("a request");
        };
        let mut context = self.context(message.id.clone());
        std::mem::swap(&mut context.meta, message.request.get_meta_mut());
        std::mem::swap(&mut context.extensions, message.request.extensions_mut());
        let server = self.service.service();
        let result = server.handle_request(message.request, context).await;
        let response = ServerJsonRpcMessage::response(result.expect("a result"), message.id);
        serde_json::to_vec(&response).expect("a response is JSON")
    }

    pub(crate) async fn call(&self, params: CallToolRequestParams) -> CallToolResponse {
        let context = self.context(RequestId::Number(7));
        let result = self.service.service().call_tool(params, context).await;
        result.expect("a result")
    }
}
