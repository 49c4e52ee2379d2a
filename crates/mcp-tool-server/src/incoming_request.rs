//! The request that `before_call` can change.

use std::fmt;
use std::sync::Arc;

use mcp_tool_runtime::ToolContext;
use serde_json::{Map, Value};

/// A request of a client, before the tool runs.
///
/// [`ToolServer::before_call`](crate::ToolServer::before_call) passes it to the function of the program.
pub struct IncomingRequest(pub(crate) ToolContext);

/// A function that runs before each call.
pub(crate) type BeforeCall = Arc<dyn Fn(&mut IncomingRequest) + Send + Sync>;

impl IncomingRequest {
    /// Returns the value of type `T` among the request's extensions, if there is one. Over HTTP, these are the
    /// head of the HTTP request, as `http::request::Parts`, and what middleware inserted into the HTTP request.
    pub fn extension<T: Send + Sync + 'static>(&self) -> Option<&T> {
        self.0.extension()
    }

    /// Returns the request's `_meta`, which may be empty.
    pub fn meta(&self) -> &Map<String, Value> {
        self.0.meta()
    }

    /// Adds a value, which the tool finds with [`ToolContext::extension`]. Replaces an earlier value of the same
    /// type.
    pub fn insert<T: Send + Sync + 'static>(&mut self, value: T) {
        self.0.insert_extension(value);
    }
}

impl fmt::Debug for IncomingRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IncomingRequest").finish_non_exhaustive()
    }
}
