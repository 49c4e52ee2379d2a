//! Determines the methods of a server, from its capabilities and the protocol version.

use rmcp::model as sdk;
use rmcp::model::ServerCapabilities;

/// Returns whether every tool server serves `method`.
pub fn is_served(method: &str) -> bool {
    matches!(
        method,
        "tools/call" | "tools/list" | "initialize" | "ping" | "server/discover"
    )
}

/// Returns whether `capabilities` include the capability that `method` needs. Returns `true` for a method
/// that this function does not list.
pub fn is_declared(method: &str, capabilities: &ServerCapabilities) -> bool {
    let resources = capabilities.resources.as_ref();
    match method {
        "completion/complete" => capabilities.completions.is_some(),
        "logging/setLevel" => capabilities.logging.is_some(),
        "prompts/get" | "prompts/list" => capabilities.prompts.is_some(),
        "resources/list" | "resources/read" | "resources/templates/list" => resources.is_some(),
        "resources/subscribe" | "resources/unsubscribe" => {
            resources.and_then(|resources| resources.subscribe) == Some(true)
        }
        _ => true,
    }
}

/// The methods that protocol version 2026-07-28 removed.
pub(crate) const REMOVED: [&str; 5] = [
    "initialize",
    "ping",
    "logging/setLevel",
    "resources/subscribe",
    "resources/unsubscribe",
];

/// Returns whether `version` removed `method`. Returns `false` for an unknown version, because the server
/// rejects such a version with a different error.
pub(crate) fn is_removed(method: &str, version: &sdk::ProtocolVersion) -> bool {
    REMOVED.contains(&method)
        && !version.has_initialize()
        && sdk::ProtocolVersion::KNOWN_VERSIONS.contains(version)
}
