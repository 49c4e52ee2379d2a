//! The request that `before_call` can change.

use std::fmt;

use rmcp::RoleServer;
use rmcp::service::RequestContext;
use serde_json::{Map, Value};

use super::context::extension;

/// A request of a client, before the tool runs.
///
/// [`ToolServer::before_call`](crate::ToolServer::before_call) passes it to the function of the program.
pub struct IncomingRequest(pub(crate) RequestContext<RoleServer>);

impl IncomingRequest {
    /// Returns the value of type `T` among the request's extensions, if there is one. Over HTTP, these are the
    /// head of the HTTP request, as `http::request::Parts`, and what middleware inserted into the HTTP request.
    pub fn extension<T: Send + Sync + 'static>(&self) -> Option<&T> {
        extension(&self.0)
    }

    /// Returns the request's `_meta`, which may be empty.
    pub fn meta(&self) -> &Map<String, Value> {
        &self.0.meta.0.0
    }

    /// Adds a value, which the tool finds with
    /// [`ToolContext::extension`](mcp_tool_runtime::ToolContext::extension). Replaces an earlier value of the
    /// same type.
    pub fn insert<T: Clone + Send + Sync + 'static>(&mut self, value: T) {
        self.0.extensions.insert(value);
    }
}

impl fmt::Debug for IncomingRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IncomingRequest").finish_non_exhaustive()
    }
}
