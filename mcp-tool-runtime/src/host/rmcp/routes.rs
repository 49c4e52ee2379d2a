//! Tools among those that a server has from elsewhere: as routes of the SDK's router.

use ::rmcp::handler::server::router::tool::ToolRoute;
use ::rmcp::handler::server::tool::ToolCallContext;
use ::rmcp::model::CallToolRequestParams;

use super::{call, convert};
use crate::{Revision, ToolRegistry};

impl<S: Send + Sync + 'static> ToolRegistry<S> {
    /// Each tool as a route of the SDK's `ToolRouter`, with the feature `rmcp3`: for a server that has
    /// tools of the SDK's own attribute already, which can be taken over one at a time.
    ///
    /// ```
    /// use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
    /// use rmcp::handler::server::router::tool::ToolRouter;
    ///
    /// /// Adds two numbers.
    /// #[mcp_tool(read_only)]
    /// async fn add(
    ///     /// The first number
    ///     a: i64,
    ///     /// The second number
    ///     b: i64,
    /// ) -> i64 {
    ///     a + b
    /// }
    ///
    /// struct Server;
    ///
    /// fn router() -> Result<ToolRouter<Server>, Box<dyn std::error::Error>> {
    ///     let registry = ToolRegistry::builder(()).tools(tools![add]).build()?;
    ///     let mut router = ToolRouter::new(); // or what `#[tool_router]` makes
    ///     for route in registry.rmcp_routes() {
    ///         router.add_route(route);
    ///     }
    ///     Ok(router)
    /// }
    /// assert!(router().unwrap().has_route("add"));
    /// ```
    ///
    /// The router has one definition for peers of all revisions. So what only 2026-07-28 has is left
    /// out of it, which is the output schema of what is no object. It replaces a tool of the same name
    /// that it has already, without a word.
    pub fn rmcp_routes<H: Send + Sync + 'static>(&self) -> Vec<ToolRoute<H>> {
        let definitions = self.definitions().iter();
        let tools = definitions.filter_map(|definition| {
            convert::tool(&definition.project(Revision::V2025_11_25)).ok()
        });
        let route = |tool: ::rmcp::model::Tool| {
            let (registry, name) = (self.clone(), tool.name.clone());
            ToolRoute::new_dyn(tool, move |call: ToolCallContext<'_, H>| {
                let (registry, name) = (registry.clone(), name.clone());
                Box::pin(async move {
                    let mut request = CallToolRequestParams::new(name);
                    request.arguments = call.arguments;
                    request.input_responses = call.input_responses;
                    request.request_state = call.request_state;
                    call::answer(&registry, request, &call.request_context).await
                })
            })
        };
        tools.map(route).collect()
    }
}
