//! `tools/list`: the tools that a caller sees, as JSON.

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serde::{Serialize, Serializer};

use crate::call::RegisteredTool;
use crate::definition::{DefinitionText, ToolDefinition};
use crate::error::ProtocolError;
use crate::protocol::ProtocolVersion;
use crate::result::{serialize_raw, write_meta};

/// The result of `tools/list`. It serializes to the form of the protocol version for which the registry built
/// it. For one version, the same tools always produce the same bytes.
#[derive(Clone)]
pub struct ListToolsResult<'r> {
    version: ProtocolVersion,
    tools: Vec<&'r DefinitionText>,
    cache: CacheHint,
    definitions: OnceLock<Vec<Arc<ToolDefinition>>>,
}

impl<'r> ListToolsResult<'r> {
    /// Builds the only page of the list. Rejects every cursor, because the server never sends one.
    pub(super) fn new(
        version: ProtocolVersion,
        tools: impl Iterator<Item = &'r RegisteredTool>,
        cache: CacheHint,
        cursor: Option<&str>,
    ) -> Result<Self, ProtocolError> {
        if cursor.is_some() {
            return Err(ProtocolError::invalid_params(
                "unknown cursor; ask for the list again without one",
            ));
        }
        Ok(ListToolsResult {
            version,
            tools: tools.map(|tool| &tool.definition).collect(),
            cache,
            definitions: OnceLock::new(),
        })
    }

    /// Returns the approximate size of the list in bytes.
    pub(crate) fn size(&self) -> usize {
        self.tools.iter().map(|tool| tool.size() + 1).sum::<usize>() + 96
    }

    /// Writes the list as JSON. `server_info` is the JSON of the server's name and version.
    pub(crate) fn write(
        &self,
        out: &mut Vec<u8>,
        server_info: Option<&str>,
    ) -> Result<(), serde_json::Error> {
        out.push(b'{');
        if self.version.has_result_type() {
            out.extend_from_slice(br#""resultType":"complete","#);
        }
        out.extend_from_slice(br#""tools":["#);
        for tool in &self.tools {
            out.extend_from_slice(tool.json(self.version).as_bytes());
            out.push(b',');
        }
        if !self.tools.is_empty() {
            out.pop();
        }
        out.push(b']');
        if self.version.has_result_type() {
            out.extend_from_slice(br#","ttlMs":"#);
            serde_json::to_writer(&mut *out, &self.cache.ttl_ms)?;
            out.extend_from_slice(br#","cacheScope":"#);
            serde_json::to_writer(&mut *out, &self.cache.scope)?;
        }
        write_meta(out, None, server_info)?;
        out.push(b'}');
        Ok(())
    }

    /// Returns the definitions, adapted to the protocol version of this list.
    pub fn tools(&self) -> &[Arc<ToolDefinition>] {
        self.definitions.get_or_init(|| {
            let tools = self.tools.iter();
            tools.map(|tool| tool.for_version(self.version)).collect()
        })
    }

    /// Returns the cursor of the next page: `None`, because all tools are on one page.
    pub fn next_cursor(&self) -> Option<&str> {
        None
    }

    /// Returns how many milliseconds a client may cache the list (since protocol version 2026-07-28).
    pub fn ttl_ms(&self) -> u64 {
        self.cache.ttl_ms
    }

    /// Returns which clients may share a cached list (since protocol version 2026-07-28).
    pub fn cache_scope(&self) -> CacheScope {
        self.cache.scope
    }
}

impl fmt::Debug for ListToolsResult<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ListToolsResult")
            .field("version", &self.version)
            .field("tools", &self.tools())
            .finish()
    }
}

impl Serialize for ListToolsResult<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_raw(serializer, |out| self.write(out, None))
    }
}

/// How long clients may cache a list of tools, and which of them may share it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CacheHint {
    pub(crate) ttl_ms: u64,
    pub(crate) scope: CacheScope,
}

impl CacheHint {
    /// The hint of a registry without one.
    pub(super) const NONE: CacheHint = CacheHint {
        ttl_ms: 0,
        scope: CacheScope::Private,
    };

    /// Creates a hint of at most 2^53 - 1 milliseconds, because JavaScript rounds larger numbers.
    pub(super) fn new(ttl: Duration, scope: CacheScope) -> Self {
        const MAX: u64 = (1 << 53) - 1;
        let ttl_ms = u64::try_from(ttl.as_millis()).map_or(MAX, |ttl| ttl.min(MAX));
        CacheHint { ttl_ms, scope }
    }

    /// Returns the hint for the tools of two registries: the shorter time and the stricter scope.
    pub(super) fn join(one: Option<Self>, two: Option<Self>) -> Option<Self> {
        let (Some(one), Some(two)) = (one, two) else {
            return one.or(two).map(|_| Self::NONE);
        };
        Some(CacheHint {
            ttl_ms: one.ttl_ms.min(two.ttl_ms),
            scope: if one.scope == CacheScope::Private {
                one.scope
            } else {
                two.scope
            },
        })
    }
}

/// The clients that may share a cached list of tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum CacheScope {
    /// All clients.
    Public,
    /// Only the client that requested the list.
    Private,
}

#[cfg(test)]
#[allow(unused_imports)] // In this crate, the lint also looks into the expansion of `tools!`.
mod tests {
    use super::*;
    use crate::call::CallToolRequest;
    use crate::context::{Principal, ToolContext};
    use crate::registry::ToolRegistry;
    use mcp_tool_macros::mcp_tool;

    use crate::tools;

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
        builder.settings.calls_mut().visible = Some(Arc::new(|tool, cx| {
            assert_eq!(cx.tools().count(), 0, "a predicate cannot call itself");
            assert!(tool.name != "broken", "a predicate may panic");
            tool.name != "purge" || cx.principal().is_some()
        }));
        builder.build().unwrap()
    }

    #[test]
    fn each_caller_has_its_own_list() {
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

    /// Needs a scope.
    #[mcp_tool(crate = crate, scopes("write"))]
    async fn write() {}

    #[test]
    fn a_cache_hint_is_public_only_if_all_callers_get_the_same_list() {
        // R137, R139
        let five = Duration::from_secs(5);
        let build = |ttl, scope| {
            ToolRegistry::builder(())
                .cache(ttl, scope)
                .tools(tools![purge])
        };
        let public = build(five, CacheScope::Public).build().unwrap();
        let other = ToolRegistry::builder(())
            .tools(tools![broken])
            .build()
            .unwrap();
        let minute = ToolRegistry::builder(())
            .cache(Duration::from_secs(60), CacheScope::Private)
            .tools(tools![broken])
            .build()
            .unwrap();
        let scoped = build(five, CacheScope::Public)
            .tools(tools![write])
            .build()
            .unwrap();
        let hidden = build(five, CacheScope::Public)
            .visible(|_, _| true)
            .build()
            .unwrap();
        let longest = build(Duration::MAX, CacheScope::Public).build().unwrap();
        let live = build(five, CacheScope::Public).build_live().unwrap();
        let more = live.build(tools![broken]).unwrap();
        live.update(|tools| tools.extend(more)).unwrap();
        let anyone = ToolContext::new(ProtocolVersion::LATEST);
        let ada = anyone.clone().with_extension(Principal::new("ada"));
        for (registry, context, ttl_ms, scope) in [
            (&other, &anyone, 0, CacheScope::Private),
            (&public, &anyone, 5000, CacheScope::Public),
            (&public, &ada, 5000, CacheScope::Private),
            (&scoped, &anyone, 5000, CacheScope::Private),
            (&hidden, &anyone, 5000, CacheScope::Private),
            (&longest, &anyone, (1 << 53) - 1, CacheScope::Public),
            (&live.registry(), &anyone, 5000, CacheScope::Public),
            (
                &public.clone().filter(|_| true),
                &anyone,
                5000,
                CacheScope::Public,
            ),
            (
                &public.clone().prefixed("a_").unwrap(),
                &anyone,
                5000,
                CacheScope::Public,
            ),
            (
                &public.clone().extend(minute.clone()).unwrap(),
                &anyone,
                5000,
                CacheScope::Private,
            ),
            (
                &minute.clone().merge(public.clone()),
                &anyone,
                5000,
                CacheScope::Private,
            ),
            (
                &public.clone().extend(other.clone()).unwrap(),
                &anyone,
                0,
                CacheScope::Private,
            ),
            (
                &other.clone().merge(public.clone()),
                &anyone,
                0,
                CacheScope::Private,
            ),
        ] {
            let list = registry.list_for(context, None).unwrap();
            assert_eq!(
                (list.ttl_ms(), list.cache_scope()),
                (ttl_ms, scope),
                "{list:?}"
            );
        }
        let old = public.list(ProtocolVersion::V2025_11_25, None).unwrap();
        let old = serde_json::to_value(old).unwrap();
        assert!(old.get("ttlMs").is_none() && old.get("cacheScope").is_none());
    }

    #[tokio::test]
    async fn a_hidden_tool_is_unknown() {
        let registry = registry();
        let anyone = ToolContext::detached();
        for name in ["purge", "purgee", "broken"] {
            let response = registry.call(CallToolRequest::new(name), &anyone).await;
            let error = response.unwrap_err();
            assert_eq!(error.message(), format!("unknown tool `{name}`"));
        }
        let admin = anyone.clone().with_extension(Principal::new("admin"));
        for (caller, text) in [(&anyone, "list: list"), (&admin, "list: list, purge")] {
            let response = registry.call(CallToolRequest::new("list"), caller).await;
            let result = response.unwrap().complete().unwrap();
            assert_eq!(result.content()[0].as_text(), Some(text));
        }
    }
}
