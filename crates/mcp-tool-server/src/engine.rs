//! What `mcp-tool-rmcp` needs of this crate. Nothing here is a promise to others.

#![allow(missing_docs)]

use std::sync::Arc;

use mcp_tool_runtime::embed::AnyState;
use mcp_tool_runtime::{ProtocolError, ProtocolVersion, ToolContext, ToolRegistry};
use serde_json::Value;

use crate::served::Served;
use crate::server::ToolServer;

/// The tools and the settings of a server that another crate serves.
#[derive(Clone)]
pub struct ServerParts(Arc<Served>);

impl ServerParts {
    pub fn new(server: ToolServer) -> Self {
        ServerParts(Served::new(server.settings))
    }

    /// Returns the current tools.
    pub fn registry(&self) -> ToolRegistry<AnyState> {
        self.0.settings.tools.snapshot()
    }

    /// Returns the offered protocol versions, oldest first.
    pub fn protocol_versions(&self) -> &[ProtocolVersion] {
        &self.0.settings.versions
    }

    /// Returns whether something serves beside the tools.
    pub fn has_companion(&self) -> bool {
        self.0.companion().is_some()
    }

    /// Returns the result of `initialize`. `has_session` says whether the client can get notifications later.
    pub fn initialize_result(&self, version: ProtocolVersion, has_session: bool) -> Value {
        self.0.initialize_result(version, has_session)
    }

    /// Runs the function of `before_call`, if there is one.
    pub fn prepare(
        &self,
        context: ToolContext,
        tool: Option<&str>,
    ) -> Result<ToolContext, ProtocolError> {
        self.0.prepare(context, tool)
    }
}
