//! The name and version of a server, as clients see them.

use mcp_tool_runtime::ProtocolVersion;
use mcp_tool_runtime::content::Icon;
use serde::Serialize;

/// The server's name and version, and what people see of it. Serializes to the member `serverInfo`.
#[derive(Clone, Debug, Serialize)]
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
