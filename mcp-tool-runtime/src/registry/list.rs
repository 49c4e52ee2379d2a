use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::{ToolRegistry, Tools};
use crate::{ProtocolError, ProtocolVersion, ToolContext, ToolDefinition};

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
    tools: OnceLock<Option<Vec<Arc<ToolDefinition>>>>,
}

impl Lists {
    fn json(&self, definitions: &[Arc<ToolDefinition>], version: ProtocolVersion) -> &RawValue {
        let list = self.of(version);
        list.json
            .get_or_init(|| match list.tools(definitions, version) {
                Some(tools) => write(tools),
                None => Arc::clone(self.neutral.get_or_init(|| write(definitions))),
            })
    }

    fn of(&self, version: ProtocolVersion) -> &VersionList {
        let position = ProtocolVersion::ALL.iter().position(|it| *it == version);
        &self.versions[position.unwrap_or_default()]
    }
}

impl VersionList {
    fn tools(
        &self,
        definitions: &[Arc<ToolDefinition>],
        version: ProtocolVersion,
    ) -> Option<&[Arc<ToolDefinition>]> {
        let tools = self.tools.get_or_init(|| projected(definitions, version));
        tools.as_deref()
    }
}

/// Writes definitions. They are text, booleans and JSON: nothing that cannot be written.
fn write(tools: &[Arc<ToolDefinition>]) -> Arc<RawValue> {
    let tools: Vec<_> = tools.iter().map(|tool| &**tool).collect();
    serde_json::value::to_raw_value(&tools)
        .unwrap_or_default()
        .into()
}

/// Returns the definitions in the form of a protocol version, if any of them differs there.
fn projected(
    definitions: &[Arc<ToolDefinition>],
    version: ProtocolVersion,
) -> Option<Vec<Arc<ToolDefinition>>> {
    let mut differs = false;
    let mut project = |tool: &Arc<ToolDefinition>| match tool.for_version(version) {
        Cow::Borrowed(_) => Arc::clone(tool),
        Cow::Owned(projected) => {
            differs = true;
            Arc::new(projected)
        }
    };
    let tools = definitions.iter().map(&mut project).collect();
    differs.then_some(tools)
}

/// The result of `tools/list`. It serializes to the form of its protocol version, with the same
/// bytes every time.
// R136
#[derive(Clone, Debug)]
pub struct ListToolsResult<'r> {
    version: ProtocolVersion,
    tools: Cow<'r, [Arc<ToolDefinition>]>,
    json: Cow<'r, RawValue>,
}

impl ListToolsResult<'_> {
    /// Returns about how many bytes the list takes.
    pub(crate) fn size(&self) -> usize {
        self.json.get().len() + 96
    }

    /// Returns the definitions for the protocol version.
    pub fn tools(&self) -> &[Arc<ToolDefinition>] {
        &self.tools
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
        if self.version.has_result_type() {
            map.serialize_entry("resultType", "complete")?;
        }
        map.serialize_entry("tools", &*self.json)?;
        if self.version.has_result_type() {
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
    /// Returns all tools in the order of registration, for a protocol version. Use
    /// [`list_for`](Self::list_for) to list what a caller sees.
    ///
    /// # Errors
    ///
    /// Returns -32602 for every cursor, because there is only one page.
    pub fn list(
        &self,
        version: ProtocolVersion,
        cursor: Option<&str>,
    ) -> Result<ListToolsResult<'_>, ProtocolError> {
        self.tools().list(version, cursor)
    }

    /// Returns the tools that a caller sees, in the order of registration, for the protocol version of
    /// the context. A server calls this for `tools/list`.
    ///
    /// # Errors
    ///
    /// Returns -32602 for every cursor, because there is only one page.
    pub fn list_for(
        &self,
        context: &ToolContext,
        cursor: Option<&str>,
    ) -> Result<ListToolsResult<'_>, ProtocolError> {
        self.tools().list_for(context, cursor)
    }
}

impl Tools {
    fn list(
        &self,
        version: ProtocolVersion,
        cursor: Option<&str>,
    ) -> Result<ListToolsResult<'_>, ProtocolError> {
        reject_cursor(cursor)?;
        let tools = self.lists.of(version).tools(&self.definitions, version);
        Ok(ListToolsResult {
            version,
            tools: Cow::Borrowed(tools.unwrap_or(&self.definitions)),
            json: Cow::Borrowed(self.lists.json(&self.definitions, version)),
        })
    }

    pub(crate) fn list_for(
        &self,
        context: &ToolContext,
        cursor: Option<&str>,
    ) -> Result<ListToolsResult<'_>, ProtocolError> {
        let version = context.protocol_version();
        if !self.hides_tools {
            return self.list(version, cursor);
        }
        reject_cursor(cursor)?;
        let visible: Vec<_> = self.visible(context).cloned().collect();
        let tools = projected(&visible, version).unwrap_or(visible);
        Ok(ListToolsResult {
            version,
            json: Cow::Owned((*write(&tools)).to_owned()),
            tools: Cow::Owned(tools),
        })
    }
}

/// Rejects cursors: there is one page, so no list has given one out.
fn reject_cursor(cursor: Option<&str>) -> Result<(), ProtocolError> {
    match cursor {
        None => Ok(()),
        Some(_) => Err(ProtocolError::invalid_params(
            "unknown cursor; ask for the list again without one",
        )),
    }
}

#[cfg(test)]
#[allow(unused_imports)] // Inside this crate, the lint looks into what `tools!` makes.
mod tests {
    use super::*;
    use crate::{CallToolRequest, Principal, mcp_tool, tools};

    /// Lists what the caller sees.
    #[mcp_tool(crate = crate)]
    async fn list(#[context] cx: &ToolContext) -> String {
        let names: Vec<_> = cx.tools().map(|tool| tool.name.as_str()).collect();
        format!("{}: {}", cx.tool().unwrap().name, names.join(", "))
    }

    /// Deletes everything.
    #[mcp_tool(crate = crate)]
    async fn purge() {}

    /// Is broken.
    #[mcp_tool(crate = crate)]
    async fn broken() {}

    fn registry() -> ToolRegistry<()> {
        let mut builder = ToolRegistry::builder(()).tools(tools![list, purge, broken]);
        builder.settings.visible = Some(Arc::new(|tool, cx| {
            assert_eq!(cx.tools().count(), 0, "a predicate cannot call itself");
            assert!(tool.name != "broken", "a predicate may panic");
            tool.name != "purge" || cx.principal().is_some()
        }));
        builder.build().unwrap()
    }

    #[test]
    fn each_caller_has_a_list() {
        // R135
        let registry = registry();
        for version in ProtocolVersion::ALL {
            let anyone = ToolContext::new(*version);
            let admin = anyone.clone().with_extension(Principal::new("admin"));
            for (context, expected) in [(anyone, &["list"][..]), (admin, &["list", "purge"])] {
                let list = registry.list_for(&context, None).unwrap();
                let names: Vec<_> = list.tools().iter().map(|tool| &tool.name).collect();
                assert_eq!(names, expected);
                assert_eq!(list.cache_scope(), CacheScope::Private);
                let written = serde_json::to_value(&list).unwrap();
                assert_eq!(written["tools"].as_array().unwrap().len(), expected.len());
                assert!(registry.list_for(&context, Some("x")).is_err());
            }
            assert_eq!(registry.list(*version, None).unwrap().tools().len(), 3);
        }
    }

    #[tokio::test]
    async fn a_hidden_tool_is_unknown() {
        let registry = registry();
        let anyone = ToolContext::detached();
        for name in ["purge", "purgee", "broken"] {
            let error = registry.call(CallToolRequest::new(name), &anyone).await;
            let error = error.unwrap_err();
            assert_eq!(error.message(), format!("unknown tool `{name}`"));
        }
        let answer = registry.call(CallToolRequest::new("list"), &anyone).await;
        let answer = answer.unwrap().complete().unwrap();
        assert_eq!(answer.content[0].as_text(), Some("list: list"));
        let admin = anyone.with_extension(Principal::new("admin"));
        let answer = registry.call(CallToolRequest::new("list"), &admin).await;
        let answer = answer.unwrap().complete().unwrap();
        assert_eq!(answer.content[0].as_text(), Some("list: list, purge"));
    }
}
