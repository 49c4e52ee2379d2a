//! Tools in the SDK's types.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

use mcp_tool_runtime::embed::AnyState;
use mcp_tool_runtime::embed::sdk_engine::has_same_tools;
use mcp_tool_runtime::registry::{CacheScope, ListToolsResult as Page};
use mcp_tool_runtime::{ProtocolVersion, ToolRegistry};
use rmcp::model::{CacheScope as SdkCacheScope, ErrorData, ListToolsResult, Tool};

use super::call::signs_results;
use super::convert;
#[cfg(feature = "http")]
use super::integer_headers;
use crate::mutex::lock;

/// Caches the tools of one registry in the SDK's types: the registry that was converted last. All clones of a
/// server share the cache.
#[derive(Clone, Default)]
pub(crate) struct SdkTools(Arc<Mutex<Option<Arc<RegistryTools>>>>);

impl SdkTools {
    /// Returns the converted tools of a registry.
    pub(crate) fn of(&self, registry: &ToolRegistry<AnyState>) -> Arc<RegistryTools> {
        let mut last = lock(&self.0);
        let converted = match &*last {
            Some(last) if has_same_tools(&last.registry, registry) => return Arc::clone(last),
            _ => Arc::new(RegistryTools::new(registry.clone())),
        };
        let earlier = last.replace(Arc::clone(&converted));
        // Dropping `earlier` can drop tools, and dropping a tool can run user code. The user code
        // can take the same lock, so drop the lock guard `last` first.
        drop(last);
        drop(earlier);
        converted
    }
}

/// The tools of a registry, converted at first use.
pub(crate) struct RegistryTools {
    registry: ToolRegistry<AnyState>,
    first_pages: [OnceLock<ListToolsResult>; ProtocolVersion::ALL.len()],
    /// The results of [`get_tool`](rmcp::ServerHandler::get_tool).
    by_name: OnceLock<HashMap<String, Tool>>,
}

impl RegistryTools {
    fn new(registry: ToolRegistry<AnyState>) -> Self {
        RegistryTools {
            registry,
            first_pages: Default::default(),
            by_name: OnceLock::new(),
        }
    }

    pub(crate) fn first_page(
        &self,
        protocol_version: ProtocolVersion,
    ) -> Result<ListToolsResult, ErrorData> {
        let first = &self.first_pages[protocol_version as usize];
        if let Some(page) = first.get() {
            return Ok(page.clone());
        }
        let definitions = self
            .registry
            .list(protocol_version, None)
            .map_err(convert::error)?;
        let page = convert_page(protocol_version, &definitions)?;
        Ok(first.get_or_init(|| page).clone())
    }

    /// Returns all tools by name, or no tools if one cannot be converted. Their input schemas tell the SDK
    /// which request headers must match arguments.
    pub(crate) fn by_name(&self) -> &HashMap<String, Tool> {
        self.by_name.get_or_init(|| {
            // Ignore a failure, because `first_page` has logged it.
            let page = self.first_page(ProtocolVersion::LATEST);
            let tools = page.map(|page| page.tools).unwrap_or_default();
            tools
                .into_iter()
                .map(|tool| {
                    #[cfg(feature = "http")]
                    let tool = {
                        let bindings = self.registry.header_bindings(&tool.name);
                        integer_headers::keep_integers(tool, bindings)
                    };
                    (tool.name.clone().into_owned(), tool)
                })
                .collect()
        })
    }
}

/// Converts a page of the tool list to the SDK's type.
pub(crate) fn convert_page(
    protocol_version: ProtocolVersion,
    page: &Page<'_>,
) -> Result<ListToolsResult, ErrorData> {
    let tools = page
        .tools()
        .iter()
        .map(|tool| convert::tool(tool))
        .collect::<Result<_, _>>()?;
    let mut converted = ListToolsResult::with_all_items(tools);
    converted.next_cursor = page.next_cursor().map(str::to_owned);
    if signs_results(protocol_version) {
        converted.ttl_ms = Some(page.ttl_ms());
        converted.cache_scope = Some(match page.cache_scope() {
            CacheScope::Public => SdkCacheScope::Public,
            _ => SdkCacheScope::Private,
        });
    }
    Ok(converted)
}
