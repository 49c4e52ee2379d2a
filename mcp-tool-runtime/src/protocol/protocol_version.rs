//! The versions of the protocol, and the differences between them.

use std::fmt;
use std::str::FromStr;

use serde_json::{Map, Value};

use crate::error::{ProtocolError, shorten};

/// A supported version of the Model Context Protocol.
///
/// You declare a tool once for all versions. The version determines the JSON of definitions and results: a
/// member that a version does not have is left out, or moves to another place. Servers read the version from
/// `initialize` (2024-11-05 to 2025-11-25) or from each request's `_meta` (2026-07-28).
///
/// ```
/// use mcp_tool_runtime::ProtocolVersion;
///
/// let version: ProtocolVersion = "2025-11-25".parse()?;
/// assert_eq!(version, ProtocolVersion::V2025_11_25);
/// assert!(version < ProtocolVersion::LATEST);
/// # Ok::<(), mcp_tool_runtime::UnsupportedProtocolVersion>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ProtocolVersion {
    /// 2024-11-05: a definition has only a name, a description and an input schema. Results have text, images
    /// and embedded resources. A sound becomes an embedded resource. Progress has no message.
    V2024_11_05,
    /// 2025-03-26: adds the hints of tools, sounds, and the message of progress. A definition has its title in
    /// `annotations`. Structured content is sent only as the JSON in a text block, a resource link becomes text,
    /// and tools cannot ask the user.
    V2025_03_26,
    /// 2025-06-18: adds titles, structured content, output schemas, resource links, and questions to the user.
    V2025_06_18,
    /// 2025-11-25: adds icons, guidance on tool names, and the rule that servers report wrong arguments in
    /// results with `isError`.
    V2025_11_25,
    /// 2026-07-28: removes the handshake, allows any JSON value as structured content, and adds cache hints.
    V2026_07_28,
}

impl ProtocolVersion {
    /// All supported protocol versions, oldest first.
    pub const ALL: &'static [ProtocolVersion] = &[
        ProtocolVersion::V2024_11_05,
        ProtocolVersion::V2025_03_26,
        ProtocolVersion::V2025_06_18,
        ProtocolVersion::V2025_11_25,
        ProtocolVersion::V2026_07_28,
    ];

    /// The member of a request's `_meta` that contains the protocol version.
    pub(crate) const META_KEY: &str = "io.modelcontextprotocol/protocolVersion";

    /// The newest supported protocol version.
    pub const LATEST: ProtocolVersion = ProtocolVersion::V2026_07_28;

    /// Returns the version in the protocol's spelling, for example `2025-11-25`.
    pub const fn as_str(self) -> &'static str {
        match self {
            ProtocolVersion::V2024_11_05 => "2024-11-05",
            ProtocolVersion::V2025_03_26 => "2025-03-26",
            ProtocolVersion::V2025_06_18 => "2025-06-18",
            ProtocolVersion::V2025_11_25 => "2025-11-25",
            ProtocolVersion::V2026_07_28 => "2026-07-28",
        }
    }

    /// Returns the version in the `_meta` of a request. Returns `None` if `_meta` has no version, which is
    /// usual before 2026-07-28.
    ///
    /// [`ToolRegistry::call`] and [`ToolRegistry::handle_json`] call this function. If your own server has
    /// other methods, call this function for their requests.
    ///
    /// ```
    /// use mcp_tool_runtime::ProtocolVersion;
    /// use serde_json::json;
    ///
    /// let meta = json!({ "io.modelcontextprotocol/protocolVersion": "2026-07-28" });
    /// let version = ProtocolVersion::from_meta(meta.as_object().unwrap())?;
    /// assert_eq!(version, Some(ProtocolVersion::V2026_07_28));
    /// # Ok::<(), mcp_tool_runtime::ProtocolError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns -32022 for an unsupported version, and -32602 for a version that is not a string.
    ///
    /// [`ToolRegistry::call`]: crate::ToolRegistry::call
    /// [`ToolRegistry::handle_json`]: crate::ToolRegistry::handle_json
    pub fn from_meta(meta: &Map<String, Value>) -> Result<Option<ProtocolVersion>, ProtocolError> {
        let key = ProtocolVersion::META_KEY;
        match meta.get(key) {
            None => Ok(None),
            Some(Value::String(version)) => Ok(Some(version.parse()?)),
            Some(_) => Err(ProtocolError::invalid_params(format!(
                "`{key}` in `_meta` must be a string"
            ))),
        }
    }

    /// Returns whether this version is at least as new as `other`.
    const fn is_since(self, other: ProtocolVersion) -> bool {
        self as u8 >= other as u8
    }

    /// Returns whether definitions can have `annotations`: hints and a title.
    pub(crate) const fn has_hints(self) -> bool {
        self.is_since(ProtocolVersion::V2025_03_26)
    }

    /// Returns whether results can have sounds.
    pub(crate) const fn has_audio(self) -> bool {
        self.is_since(ProtocolVersion::V2025_03_26)
    }

    /// Returns whether progress can have a message.
    pub(crate) const fn has_progress_message(self) -> bool {
        self.is_since(ProtocolVersion::V2025_03_26)
    }

    /// Returns whether results can have structured content and resource links, definitions can have an output
    /// schema and a title, and both definitions and content blocks can have `_meta`.
    pub(crate) const fn has_structured_content(self) -> bool {
        self.is_since(ProtocolVersion::V2025_06_18)
    }

    /// Returns whether a tool can ask the user to fill in a form.
    pub(crate) const fn has_forms(self) -> bool {
        self.is_since(ProtocolVersion::V2025_06_18)
    }

    /// Returns whether a tool can ask the user to open a web page. Since the same version, forms have a mode,
    /// lists of choices, and defaults of every type.
    pub(crate) const fn has_pages(self) -> bool {
        self.is_since(ProtocolVersion::V2025_11_25)
    }

    /// Returns whether `structuredContent` must be a JSON object, and `outputSchema` must describe one.
    pub(crate) const fn structured_is_object(self) -> bool {
        !self.is_since(ProtocolVersion::V2026_07_28)
    }

    /// Returns whether results have `resultType` and `serverInfo`, tool lists have cache hints, and requests
    /// must declare the client's capabilities.
    pub(crate) const fn has_result_type(self) -> bool {
        self.is_since(ProtocolVersion::V2026_07_28)
    }

    /// Returns whether a tool's question to the user ends the call. The client then calls again with the
    /// answer. In older versions, the server sends each question as a request during the call.
    pub(crate) const fn has_input_required(self) -> bool {
        self.is_since(ProtocolVersion::V2026_07_28)
    }

    /// Returns whether a client sets the level of log messages in the `_meta` of each request. In older versions, it
    /// sets the level of the session.
    pub(crate) const fn has_log_level_in_meta(self) -> bool {
        self.is_since(ProtocolVersion::V2026_07_28)
    }

    /// Returns whether an error response omits `id` if the request's id is unknown.
    pub(crate) const fn omits_unknown_id(self) -> bool {
        self.is_since(ProtocolVersion::V2025_11_25)
    }

    /// Returns whether this version has the code of an error. A tool's error with another code becomes a result
    /// with `isError`.
    pub(crate) fn has_error(self, error: &ProtocolError) -> bool {
        match error.code() {
            ProtocolError::MISSING_CLIENT_CAPABILITY => self.has_input_required(),
            ProtocolError::URL_ELICITATION_REQUIRED => self == ProtocolVersion::V2025_11_25,
            ProtocolError::RESOURCE_NOT_FOUND => !self.has_input_required(),
            _ => true,
        }
    }

    /// Returns whether definitions and links can have icons.
    pub(crate) const fn has_icons(self) -> bool {
        self.is_since(ProtocolVersion::V2025_11_25)
    }
}

const _: () = assert!(
    ProtocolVersion::LATEST as usize + 1 == ProtocolVersion::ALL.len(),
    "`ALL` lists each version, and `LATEST` is the last one"
);

impl fmt::Display for ProtocolVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for ProtocolVersion {
    type Err = UnsupportedProtocolVersion;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        ProtocolVersion::ALL
            .iter()
            .copied()
            .find(|version| version.as_str() == text)
            .ok_or_else(|| UnsupportedProtocolVersion::new(text))
    }
}

/// An unsupported protocol version.
///
/// Converts into a [`ProtocolError`](crate::ProtocolError) with code -32022.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsupportedProtocolVersion {
    requested: String,
}

impl UnsupportedProtocolVersion {
    pub(crate) fn new(requested: &str) -> Self {
        UnsupportedProtocolVersion {
            requested: shorten(requested, 64),
        }
    }

    /// Returns the error of a server that offers these versions.
    pub(crate) fn error(&self, offered: &[ProtocolVersion]) -> ProtocolError {
        let offered: Vec<_> = offered.iter().map(|version| version.as_str()).collect();
        let message = format!(
            "unsupported protocol version `{}`; supported are {}",
            self.requested,
            offered.join(", ")
        );
        ProtocolError::unsupported_protocol_version(message, &self.requested, &offered)
    }

    /// Returns the requested version. A version of more than 64 characters is truncated and ends with `…`.
    pub fn requested(&self) -> &str {
        &self.requested
    }
}

impl fmt::Display for UnsupportedProtocolVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.error(ProtocolVersion::ALL).message())
    }
}

impl std::error::Error for UnsupportedProtocolVersion {}

impl From<UnsupportedProtocolVersion> for ProtocolError {
    fn from(error: UnsupportedProtocolVersion) -> Self {
        error.error(ProtocolVersion::ALL)
    }
}
