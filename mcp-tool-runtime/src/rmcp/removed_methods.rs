//! Methods that a revision has removed, whoever still serves them to older peers.

use ::rmcp::model as sdk;

/// What 2026-07-28 has no more (R155).
pub(super) const REMOVED: [&str; 5] = [
    "initialize",
    "ping",
    "logging/setLevel",
    "resources/subscribe",
    "resources/unsubscribe",
];

/// Whether peers of `version` know nothing of `method` any more. A version that nobody knows has an
/// error of its own.
pub(super) fn is_removed(method: &str, version: &sdk::ProtocolVersion) -> bool {
    REMOVED.contains(&method)
        && !version.has_initialize()
        && sdk::ProtocolVersion::KNOWN_VERSIONS.contains(version)
}
