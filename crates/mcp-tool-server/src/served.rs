//! What one serving `ToolServer` tells all its clients.

use std::sync::Arc;

use mcp_tool_runtime::embed::{catch_panic, hides_tools, unsupported_version};
use mcp_tool_runtime::{ProtocolError, ProtocolVersion, ToolContext};
use serde_json::{Value, json};

use crate::companion::Companion;
use crate::incoming_request::{BeforeCall, IncomingRequest};
use crate::served_tools::ServedTools;
use crate::server_info::ServerInfo;

/// The information, the tools and the settings of a server.
#[derive(Clone)]
pub(crate) struct Settings {
    pub(crate) info: ServerInfo,
    pub(crate) instructions: Option<String>,
    pub(crate) tools: ServedTools,
    pub(crate) before_call: Option<BeforeCall>,
    /// The offered protocol versions, oldest first.
    pub(crate) versions: Vec<ProtocolVersion>,
    /// Whether the server offers log messages.
    pub(crate) logs: bool,
    pub(crate) companion: Option<Arc<dyn Companion>>,
}

/// The settings of a serving server, and what follows from them.
pub(crate) struct Served {
    settings: Settings,
    /// The JSON of the server's information.
    pub(crate) info: Arc<str>,
    /// The context for requests that describe their client themselves.
    pub(crate) modern: ToolContext,
}

impl Served {
    pub(crate) fn new(mut settings: Settings) -> Arc<Self> {
        if let Some(companion) = &settings.companion {
            let theirs = companion.protocol_versions();
            settings.versions.retain(|version| theirs.contains(version));
        }
        Arc::new(Served {
            info: settings.info.to_json().into(),
            modern: ToolContext::new(ProtocolVersion::LATEST),
            settings,
        })
    }

    pub(crate) fn tools(&self) -> &ServedTools {
        &self.settings.tools
    }

    pub(crate) fn companion(&self) -> Option<&dyn Companion> {
        self.settings.companion.as_deref()
    }

    /// Returns whether the list of tools is the same for all callers at all times.
    pub(crate) fn has_fixed_list(&self) -> bool {
        !self.settings.tools.is_live()
            && self.settings.before_call.is_none()
            && !hides_tools(&self.settings.tools.snapshot())
    }

    pub(crate) fn offers_logs(&self) -> bool {
        self.settings.logs
    }

    /// Checks that the server offers a protocol version.
    pub(crate) fn check_offered(&self, version: ProtocolVersion) -> Result<(), ProtocolError> {
        if self.settings.versions.contains(&version) {
            return Ok(());
        }
        Err(self.unsupported(version.as_str()))
    }

    /// Returns the error for a protocol version that the server does not offer.
    pub(crate) fn unsupported(&self, requested: &str) -> ProtocolError {
        unsupported_version(requested, &self.settings.versions)
    }

    /// Replaces the list of versions in an error by those that the server offers.
    pub(crate) fn with_offered(&self, error: ProtocolError) -> ProtocolError {
        const UNSUPPORTED_PROTOCOL_VERSION: i32 = -32022;

        let data = error
            .data()
            .filter(|_| error.code() == UNSUPPORTED_PROTOCOL_VERSION);
        match data.and_then(|data| data["requested"].as_str()) {
            Some(requested) => self.unsupported(requested),
            None => error,
        }
    }

    /// Chooses the protocol version of a session: the requested one, or else the newest with `initialize`. Returns
    /// an error if the server offers no version with `initialize`.
    pub(crate) fn negotiate(&self, requested: &str) -> Result<ProtocolVersion, ProtocolError> {
        let versions = self.settings.versions.iter().copied();
        let mut with_sessions = versions.filter(|version| *version < ProtocolVersion::V2026_07_28);
        let newest = with_sessions.clone().next_back();
        let same = with_sessions.find(|version| version.as_str() == requested);
        same.or(newest).ok_or_else(|| self.unsupported(requested))
    }

    /// Returns the result of `initialize`. `has_session` says whether the client can get notifications later.
    pub(crate) fn initialize_result(&self, version: ProtocolVersion, has_session: bool) -> Value {
        let mut result = json!({
            "protocolVersion": version.as_str(),
            "capabilities": self.capabilities(has_session),
            "serverInfo": self.settings.info.project(version),
        });
        if let Some(instructions) = &self.settings.instructions {
            result["instructions"] = instructions.as_str().into();
        }
        result
    }

    /// Returns the result of `server/discover`.
    pub(crate) fn discover_result(&self) -> Value {
        let versions = self.settings.versions.iter();
        let mut result = json!({
            "resultType": "complete",
            "supportedVersions": versions.map(|version| version.as_str()).collect::<Vec<_>>(),
            "capabilities": self.capabilities(true),
            "ttlMs": 0,
            "cacheScope": "private",
            "_meta": { "io.modelcontextprotocol/serverInfo": self.settings.info },
        });
        if let Some(instructions) = &self.settings.instructions {
            result["instructions"] = instructions.as_str().into();
        }
        result
    }

    fn capabilities(&self, can_notify: bool) -> Value {
        let mut capabilities = json!({ "tools": {} });
        if can_notify && self.settings.tools.is_live() {
            capabilities["tools"]["listChanged"] = true.into();
        }
        if self.settings.logs {
            capabilities["logging"] = json!({});
        }
        capabilities
    }

    /// Runs `before_call`, if it is set.
    ///
    /// # Errors
    ///
    /// Returns -32603 if `before_call` panics.
    pub(crate) fn prepare(
        &self,
        context: ToolContext,
        tool: Option<&str>,
    ) -> Result<ToolContext, ProtocolError> {
        match &self.settings.before_call {
            Some(before_call) => run_before_call(before_call, context, tool),
            None => Ok(context),
        }
    }
}

/// Runs `before_call`. Returns -32603 if it panics.
pub(crate) fn run_before_call(
    before_call: &BeforeCall,
    context: ToolContext,
    tool: Option<&str>,
) -> Result<ToolContext, ProtocolError> {
    let mut request = IncomingRequest(context);
    catch_panic(|| before_call(&mut request)).map_err(|panic| {
        tracing::error!(tool, panic, "`before_call` panicked");
        ProtocolError::internal_error("the call could not be started")
    })?;
    Ok(request.0)
}
