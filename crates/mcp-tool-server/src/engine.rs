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
pub struct ServerParts {
    served: Arc<Served>,
    versions: Vec<ProtocolVersion>,
}

impl ServerParts {
    pub fn new(server: ToolServer) -> Self {
        ServerParts {
            versions: server.settings.versions.clone(),
            served: Served::new(server.settings),
        }
    }

    /// Returns the current tools.
    pub fn registry(&self) -> ToolRegistry<AnyState> {
        self.served.tools().snapshot()
    }

    /// Returns the offered protocol versions, oldest first.
    pub fn protocol_versions(&self) -> &[ProtocolVersion] {
        &self.versions
    }

    /// Returns whether something serves beside the tools.
    pub fn has_companion(&self) -> bool {
        self.served.companion().is_some()
    }

    /// Returns the result of `initialize`. `has_session` says whether the client can get notifications later.
    pub fn initialize_result(&self, version: ProtocolVersion, has_session: bool) -> Value {
        self.served.initialize_result(version, has_session)
    }

    /// Runs the function of `before_call`, if there is one.
    pub fn prepare(
        &self,
        context: ToolContext,
        tool: Option<&str>,
    ) -> Result<ToolContext, ProtocolError> {
        self.served.prepare(context, tool)
    }
}

// For handlers that still run on the official SDK.

#[cfg(feature = "sdk-engine")]
pub use crate::methods::{is_declared, is_served};
#[cfg(feature = "sdk-engine")]
pub use crate::sdk::arguments_text::{ArgumentsText, HALF_PAIR};
#[cfg(feature = "sdk-engine")]
pub use crate::sdk::call::{is_modern, protocol_version, signs_results};
#[cfg(feature = "sdk-engine")]
pub use crate::sdk::context::{can_notify, extension, keep_room};
#[cfg(feature = "sdk-engine")]
pub use crate::sdk::convert::error;
#[cfg(feature = "sdk-engine")]
pub use crate::sdk::request_fault::refuse_beside;
#[cfg(feature = "sdk-engine")]
pub use crate::sdk::sdk_server::{SdkServer, project_initialize, undeclared};
#[cfg(all(feature = "http", feature = "sdk-engine"))]
pub use crate::sdk_http::service::handler_service;
#[cfg(feature = "sdk-engine")]
pub use crate::server::{beside, complete_info, has_handler, tools_of};
#[cfg(feature = "sdk-engine")]
pub use crate::stream_server::{serve_handler_io, serve_handler_stdio};
