//! The client and its capabilities.

use mcp_tool_schema::keywords::Keywords as _;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::protocol_version::ProtocolVersion;
use crate::error::ProtocolError;
use crate::json::json_kind;

/// The name and version that a client claims. The server cannot verify them, so do not use them for security
/// decisions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ClientInfo {
    /// The client's name, for use by programs.
    pub name: String,
    /// The client's version, in any format.
    pub version: String,
    /// The client's name for users.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

impl ClientInfo {
    /// Reads the object that a client sends.
    pub(crate) fn read(info: &Value) -> Option<Self> {
        let title = match info.get("title") {
            None | Some(Value::Null) => None,
            Some(title) => Some(title.as_str()?.to_owned()),
        };
        Some(ClientInfo {
            name: info.text("name")?.to_owned(),
            version: info.text("version")?.to_owned(),
            title,
        })
    }

    /// Creates a `ClientInfo` with this name and version, without a title.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        ClientInfo {
            name: name.into(),
            version: version.into(),
            title: None,
        }
    }
}

/// The capabilities that a client declares, as the members of a JSON object.
///
/// ```
/// use mcp_tool_runtime::context::ClientCapabilities;
/// use serde_json::json;
///
/// let capabilities = json!({ "elicitation": { "form": {} } });
/// let capabilities = ClientCapabilities::new(capabilities.as_object().unwrap().clone());
/// assert!(capabilities.has("elicitation"));
/// assert!(!capabilities.has("sampling"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClientCapabilities(Map<String, Value>);

impl ClientCapabilities {
    pub(crate) const META_KEY: &str = "io.modelcontextprotocol/clientCapabilities";

    /// Checks that `_meta` contains the client's capabilities. Protocol versions since 2026-07-28 require
    /// them in each request. For older versions, returns `Ok` without a check.
    pub(crate) fn check(
        meta: &Map<String, Value>,
        version: ProtocolVersion,
    ) -> Result<(), ProtocolError> {
        let name = Self::META_KEY;
        match meta.get(name) {
            _ if !version.has_result_type() => Ok(()),
            Some(Value::Object(_)) => Ok(()),
            Some(other) => {
                let mismatch = json_kind::mismatch(name, "an object", json_kind::of(other));
                Err(ProtocolError::invalid_params(mismatch))
            }
            None => Err(ProtocolError::invalid_params(format!(
                "`_meta` must have `{name}`; write `{{}}` if the client has no capabilities"
            ))),
        }
    }

    /// Creates capabilities from the members of the client's JSON object.
    pub fn new(members: Map<String, Value>) -> Self {
        ClientCapabilities(members)
    }

    /// Returns whether the client declares the capability `name`, such as `elicitation`, as a JSON object.
    pub fn has(&self, name: &str) -> bool {
        self.0.get(name).is_some_and(Value::is_object)
    }

    /// Returns whether both the client and the protocol version support forms. A client that declares
    /// `elicitation` without a mode can show forms.
    pub(crate) fn has_forms(&self, version: ProtocolVersion) -> bool {
        let modes = self.0.get("elicitation").and_then(Value::as_object);
        version.has_forms()
            && modes.is_some_and(|modes| modes.contains_key("form") || !modes.contains_key("url"))
    }

    /// Returns whether both the client and the protocol version support opening web pages.
    pub(crate) fn has_pages(&self, version: ProtocolVersion) -> bool {
        let modes = self.0.get("elicitation").and_then(Value::as_object);
        version.has_pages() && modes.is_some_and(|modes| modes.contains_key("url"))
    }

    /// Returns all members of the client's JSON object.
    pub fn members(&self) -> &Map<String, Value> {
        &self.0
    }
}
