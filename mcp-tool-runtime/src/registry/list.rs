use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::{ToolRegistry, Tools};
use crate::{ProtocolError, ProtocolVersion, ToolDefinition};

/// The tool lists of all protocol versions, written once.
pub(super) struct Lists(Vec<VersionList>);

struct VersionList {
    revision: ProtocolVersion,
    tools: Vec<ToolDefinition>,
    json: Box<RawValue>,
}

impl Lists {
    pub(super) fn new(definitions: &[ToolDefinition]) -> Self {
        let list = |revision: &ProtocolVersion| {
            let tools: Vec<_> = definitions
                .iter()
                .map(|definition| definition.project(*revision))
                .collect();
            VersionList {
                revision: *revision,
                // Definitions hold text, booleans and JSON, which can always be written.
                json: serde_json::value::to_raw_value(&tools).unwrap_or_default(),
                tools,
            }
        };
        Lists(ProtocolVersion::ALL.iter().map(list).collect())
    }

    fn of(&self, revision: ProtocolVersion) -> Option<&VersionList> {
        self.0.iter().find(|list| list.revision == revision)
    }
}

/// The result of `tools/list`. Serializes for the requested protocol version, always to the same bytes.
#[derive(Clone, Copy, Debug)]
pub struct ListToolsResult<'r> {
    revision: ProtocolVersion,
    tools: &'r [ToolDefinition],
    json: &'r RawValue,
}

impl<'r> ListToolsResult<'r> {
    /// Returns about how many bytes the list takes.
    pub(crate) fn size(&self) -> usize {
        self.json.get().len() + 96
    }

    /// Returns the definitions for the protocol version.
    pub fn tools(&self) -> &'r [ToolDefinition] {
        self.tools
    }

    /// Returns the cursor of the next page: `None`, because all tools are on one page.
    pub fn next_cursor(&self) -> Option<&str> {
        None
    }

    /// Returns for how many milliseconds a client may cache the list (2026-07-28).
    pub fn ttl_ms(&self) -> u64 {
        0
    }

    /// Returns which clients may share a cached list (2026-07-28).
    pub fn cache_scope(&self) -> CacheScope {
        CacheScope::Private
    }
}

impl Serialize for ListToolsResult<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if self.revision.has_result_type() {
            map.serialize_entry("resultType", "complete")?;
        }
        map.serialize_entry("tools", self.json)?;
        if self.revision.has_result_type() {
            map.serialize_entry("ttlMs", &self.ttl_ms())?;
            map.serialize_entry("cacheScope", &self.cache_scope())?;
        }
        map.end()
    }
}

/// The clients that may share a cached list of tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum CacheScope {
    /// All clients.
    Public,
    /// Only the client that requested it.
    Private,
}

impl<S> ToolRegistry<S> {
    /// Returns the tools in the order of registration, for a protocol version.
    ///
    /// # Errors
    ///
    /// Returns -32602 for every cursor, because there is only one page.
    pub fn list(
        &self,
        revision: ProtocolVersion,
        cursor: Option<&str>,
    ) -> Result<ListToolsResult<'_>, ProtocolError> {
        self.tools().list(revision, cursor)
    }
}

impl Tools {
    pub(crate) fn list(
        &self,
        revision: ProtocolVersion,
        cursor: Option<&str>,
    ) -> Result<ListToolsResult<'_>, ProtocolError> {
        if cursor.is_some() {
            return Err(ProtocolError::invalid_params(
                "unknown cursor; ask for the list again without one",
            ));
        }
        let list = self
            .lists
            .of(revision)
            .ok_or_else(|| ProtocolError::internal_error("no list for this revision"))?;
        Ok(ListToolsResult {
            revision,
            tools: &list.tools,
            json: &list.json,
        })
    }
}
