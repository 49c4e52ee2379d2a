use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::{ToolRegistry, Tools};
use crate::{ProtocolError, ProtocolVersion, ToolDefinition};

/// The tool lists of all protocol versions. Each is written when a client first asks for it.
#[derive(Default)]
pub(super) struct Lists {
    /// The definitions as they are: in most registries, all protocol versions have this list.
    neutral: OnceLock<Arc<RawValue>>,
    versions: [VersionList; ProtocolVersion::ALL.len()],
}

#[derive(Debug, Default)]
struct VersionList {
    json: OnceLock<Arc<RawValue>>,
    /// The definitions of this version; `None` where they are the neutral ones.
    tools: OnceLock<Option<Vec<ToolDefinition>>>,
}

impl Lists {
    fn json(&self, definitions: &[ToolDefinition], revision: ProtocolVersion) -> &Arc<RawValue> {
        // Definitions are text, booleans and JSON: nothing that cannot be written.
        fn write(tools: impl Serialize) -> Arc<RawValue> {
            serde_json::value::to_raw_value(&tools)
                .unwrap_or_default()
                .into()
        }
        self.of(revision)
            .json
            .get_or_init(|| match projected(definitions, revision) {
                Some(tools) => write(tools),
                None => Arc::clone(self.neutral.get_or_init(|| write(definitions))),
            })
    }

    fn of(&self, revision: ProtocolVersion) -> &VersionList {
        let position = ProtocolVersion::ALL.iter().position(|it| *it == revision);
        &self.versions[position.unwrap_or_default()]
    }
}

/// Returns the definitions in the form of a protocol version, if any of them differs there.
fn projected(
    definitions: &[ToolDefinition],
    revision: ProtocolVersion,
) -> Option<Vec<Cow<'_, ToolDefinition>>> {
    let tools = definitions.iter().map(|tool| tool.for_version(revision));
    let tools: Vec<_> = tools.collect();
    let differs = tools.iter().any(|tool| matches!(tool, Cow::Owned(_)));
    differs.then_some(tools)
}

/// The result of `tools/list`. It serialises to the form of the revision that was asked for, with
/// the same bytes every time (R136).
#[derive(Clone, Copy, Debug)]
pub struct ListToolsResult<'r> {
    revision: ProtocolVersion,
    definitions: &'r [ToolDefinition],
    list: &'r VersionList,
    json: &'r RawValue,
}

impl<'r> ListToolsResult<'r> {
    /// Returns about how many bytes the list takes.
    pub(crate) fn size(&self) -> usize {
        self.json.get().len() + 96
    }

    /// Returns the definitions for the protocol version.
    pub fn tools(&self) -> &'r [ToolDefinition] {
        let tools = self.list.tools.get_or_init(|| {
            let tools = projected(self.definitions, self.revision)?;
            Some(tools.into_iter().map(Cow::into_owned).collect())
        });
        tools.as_deref().unwrap_or(self.definitions)
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
        Ok(ListToolsResult {
            revision,
            definitions: &self.definitions,
            list: self.lists.of(revision),
            json: self.lists.json(&self.definitions, revision),
        })
    }
}
