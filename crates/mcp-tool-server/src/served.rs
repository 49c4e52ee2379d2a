//! What one serving `ToolServer` tells all its clients.

use std::fmt;
use std::sync::Arc;

use mcp_tool_runtime::content::Icon;
use mcp_tool_runtime::embed::{AnyState, cache_hint, catch_panic, unsupported_version};
use mcp_tool_runtime::registry::CacheScope;
use mcp_tool_runtime::{ProtocolError, ProtocolVersion, ToolContext, ToolRegistry};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::companion::Companion;
use crate::served_tools::ServedTools;

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
    pub(crate) settings: Settings,
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

    pub(crate) fn companion(&self) -> Option<&dyn Companion> {
        self.settings.companion.as_deref()
    }

    /// Returns how many milliseconds clients may at most cache a list of tools that starts with the server's own, and the
    /// least strict scope of it. Returns `None` if the companion alone decides, because the server's own list is the same
    /// for all callers at all times.
    pub(crate) fn cache_limit(
        &self,
        tools: &ToolRegistry<AnyState>,
        context: &ToolContext,
    ) -> Option<(u64, CacheScope)> {
        let is_fixed = !self.settings.tools.is_live() && self.settings.before_call.is_none();
        let limit = cache_hint(tools, context);
        limit.or((!is_fixed).then_some((0, CacheScope::Private)))
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
        self.with_instructions(json!({
            "protocolVersion": version.as_str(),
            "capabilities": self.capabilities(has_session),
            "serverInfo": self.settings.info.project(version),
        }))
    }

    /// Returns the result of `server/discover`.
    pub(crate) fn discover_result(&self) -> Value {
        let versions = self.settings.versions.iter();
        self.with_instructions(json!({
            "resultType": "complete",
            "supportedVersions": versions.map(|version| version.as_str()).collect::<Vec<_>>(),
            "capabilities": self.capabilities(true),
            "ttlMs": 0,
            "cacheScope": "private",
            "_meta": { "io.modelcontextprotocol/serverInfo": self.settings.info },
        }))
    }

    fn with_instructions(&self, mut result: Value) -> Value {
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
        let Some(before_call) = &self.settings.before_call else {
            return Ok(context);
        };
        let mut request = IncomingRequest(context);
        catch_panic(|| before_call(&mut request)).map_err(|panic| {
            tracing::error!(tool, panic, "`before_call` panicked");
            ProtocolError::internal_error("the call could not be started")
        })?;
        Ok(request.0)
    }
}

/// The server's name and version, and what people see of it. Serializes to the member `serverInfo`.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ServerInfo {
    pub(crate) name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) title: Option<String>,
    pub(crate) version: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) icons: Option<Vec<Icon>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) website_url: Option<String>,
}

impl ServerInfo {
    /// Returns the information without the members that a protocol version lacks.
    pub(crate) fn project(&self, version: ProtocolVersion) -> Self {
        let mut info = self.clone();
        if version < ProtocolVersion::V2025_11_25 {
            info.description = None;
            info.icons = None;
            info.website_url = None;
        }
        if version < ProtocolVersion::V2025_06_18 {
            info.title = None;
        }
        info
    }

    /// Returns the information as JSON.
    pub(crate) fn to_json(&self) -> String {
        // The information consists of texts, so serializing it never fails.
        serde_json::to_string(self).unwrap_or_default()
    }
}

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
