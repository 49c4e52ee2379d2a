//! Methods that a protocol version removed.

use ::rmcp::model as sdk;

/// The methods that 2026-07-28 removed.
pub(super) const REMOVED: [&str; 5] = [
    "initialize",
    "ping",
    "logging/setLevel",
    "resources/subscribe",
    "resources/unsubscribe",
];

/// Returns whether `version` removed `method`. An unknown version has an error of its own.
pub(super) fn is_removed(method: &str, version: &sdk::ProtocolVersion) -> bool {
    REMOVED.contains(&method)
        && !version.has_initialize()
        && sdk::ProtocolVersion::KNOWN_VERSIONS.contains(version)
}
