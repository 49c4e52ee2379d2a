//! The tools of a registry: lookup by name and by position, calls and lists.

use std::sync::{Arc, OnceLock};

use mcp_tool_schema::suggestion::nearest;

use super::list::{CacheHint, CacheScope, ListToolsResult};
use crate::call::{CallToolRequest, EarlierRounds, RegisteredTool, start_call};
use crate::context::{Meta, ToolContext, ToolSet};
use crate::definition::ToolDefinition;
use crate::error::{PanicMessage, ProtocolError, catch};
use crate::result::CallToolResponse;

/// The tools of a registry. The type of the state is erased.
pub(crate) struct Tools {
    pub(super) entries: Vec<Arc<RegisteredTool>>,
    /// The hashes of the names, sorted, each with the position of its tool.
    by_hash: Vec<(u64, usize)>,
    definitions: OnceLock<Vec<Arc<ToolDefinition>>>,
    /// Whether a tool may be hidden from some callers.
    hides_tools: bool,
    /// Whether some callers may not see or call a tool.
    depends_on_caller: bool,
    pub(super) cache: Option<CacheHint>,
}

impl Tools {
    /// Returns, for each argument, the tool's name, the argument's name and the Rust type of its parameter.
    /// Skips tools whose author supplied the whole input schema.
    #[cfg(feature = "testing")]
    pub(crate) fn argument_types(&self) -> impl Iterator<Item = (&str, &str, &'static str)> {
        self.all().flat_map(|tool| {
            let types = tool.input.types();
            types.map(|(argument, name)| (tool.definition.name.as_str(), argument, name))
        })
    }

    /// Returns whether the author allows the tool's whole input to be nested under one argument.
    #[cfg(feature = "testing")]
    pub(crate) fn allows_nested_input(&self, tool: &str) -> bool {
        self.find(tool).is_some_and(|tool| tool.allow_nested_input)
    }

    /// Creates the list of tools and its index by name. The names must be valid and unique.
    pub(super) fn new(entries: Vec<Arc<RegisteredTool>>, cache: Option<CacheHint>) -> Self {
        let names = entries.iter().map(|tool| hash(&tool.definition.name));
        let mut by_hash: Vec<_> = names.zip(0..).collect();
        by_hash.sort_unstable();
        let hides_tools = entries.iter().any(|tool| tool.settings.visible.is_some());
        let has_scopes = entries
            .iter()
            .any(|tool| !tool.definition.scopes.is_empty());
        Tools {
            by_hash,
            definitions: OnceLock::new(),
            hides_tools,
            depends_on_caller: hides_tools || has_scopes,
            cache,
            entries,
        }
    }

    /// Returns the definitions of all tools, not adapted to a protocol version.
    pub(crate) fn definitions(&self) -> &[Arc<ToolDefinition>] {
        self.definitions.get_or_init(|| {
            let tools = self.entries.iter();
            tools
                .map(|tool| Arc::clone(tool.definition.shared()))
                .collect()
        })
    }

    /// Returns the definition of a tool, not adapted to a protocol version. Returns `None` for an unknown
    /// name.
    pub(crate) fn definition(&self, name: &str) -> Option<&ToolDefinition> {
        self.find(name).map(|tool| &*tool.definition)
    }

    pub(super) fn find(&self, name: &str) -> Option<&RegisteredTool> {
        self.position(name).map(|position| &*self.entries[position])
    }

    /// Returns all tools in the order of registration.
    pub(super) fn all(&self) -> impl Iterator<Item = &RegisteredTool> {
        self.entries.iter().map(|tool| &**tool)
    }

    /// Returns the tools that the caller in `context` sees.
    pub(super) fn visible(&self, context: &ToolContext) -> impl Iterator<Item = &RegisteredTool> {
        let tools = self.entries.iter().enumerate();
        let visible = tools.filter(|(position, _)| self.is_visible(*position, context));
        visible.map(|(_, tool)| &**tool)
    }

    /// Returns the position of the tool with this name, hidden or not, if there is one. A client cannot slow
    /// down the search with hash collisions, because it does not choose the names of the tools.
    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        let wanted = hash(name);
        let first = self.by_hash.partition_point(|(hash, _)| *hash < wanted);
        let same = self.by_hash[first..].iter().take_while(|it| it.0 == wanted);
        let mut positions = same.map(|(_, position)| *position);
        positions.find(|position| self.entries[*position].definition.name == name)
    }

    /// Returns whether both lists have the same tools in the same order.
    pub(super) fn same(&self, other: &Tools) -> bool {
        let mut pairs = self.entries.iter().zip(&other.entries);
        self.entries.len() == other.entries.len() && pairs.all(|(one, two)| Arc::ptr_eq(one, two))
    }

    /// Calls a tool with parsed arguments. `context` is the context of the client.
    pub(super) async fn call_parsed(
        self: &Arc<Self>,
        request: CallToolRequest,
        context: &ToolContext,
    ) -> Result<CallToolResponse, ProtocolError> {
        let arguments = request.arguments.try_into()?;
        let earlier = EarlierRounds {
            responses: request.input_responses,
            state: request.request_state,
        };
        let version = match &request.meta {
            Some(meta) => context.version_of(meta)?,
            None => context.protocol_version(),
        };
        let mut context = context.for_request(version, request.meta.map(Meta::from));
        let tool = self.called(&request.name, &mut context)?;
        // Awaiting a reference saves a copy of the future.
        let mut call = start_call(tool, arguments, earlier, &context);
        (&mut call).await
    }

    /// Returns the tool that a call names, and stores it in the context. Returns an error if the caller sees no such
    /// tool.
    pub(crate) fn called(
        self: &Arc<Self>,
        name: &str,
        context: &mut ToolContext,
    ) -> Result<&Arc<RegisteredTool>, ProtocolError> {
        let found = self.position(name);
        let is_visible =
            |position: &usize| !self.hides_tools || self.is_visible(*position, context);
        let Some(position) = found.filter(is_visible) else {
            let visible = self.visible(context);
            let nearest = nearest(name, visible.map(|tool| tool.definition.name.as_str()));
            return Err(ProtocolError::unknown_tool(name, nearest));
        };
        context.set_tool(Arc::<Self>::clone(self), position);
        Ok(&self.entries[position])
    }

    pub(crate) fn list_for(
        &self,
        context: &ToolContext,
        cursor: Option<&str>,
    ) -> Result<ListToolsResult<'_>, ProtocolError> {
        if self.hides_tools {
            self.list(self.visible(context), context, cursor)
        } else {
            self.list(self.all(), context, cursor)
        }
    }

    /// Returns the list of some tools for the caller in `context`.
    pub(super) fn list<'r>(
        &self,
        tools: impl Iterator<Item = &'r RegisteredTool>,
        context: &ToolContext,
        cursor: Option<&str>,
    ) -> Result<ListToolsResult<'r>, ProtocolError> {
        let cache = self.cache.and_then(|_| self.cache_hint(context));
        let cache = cache.unwrap_or(CacheHint::NONE);
        ListToolsResult::new(context.protocol_version(), tools, cache, cursor)
    }

    /// Returns the cache hint of the list for the caller in `context`. The scope is private if the list may depend on the
    /// caller. Returns `None` if it does not, and the program has set no hint.
    pub(crate) fn cache_hint(&self, context: &ToolContext) -> Option<CacheHint> {
        let is_private = self.depends_on_caller || context.principal().is_some();
        if is_private {
            let scope = CacheScope::Private;
            Some(CacheHint {
                scope,
                ..self.cache.unwrap_or(CacheHint::NONE)
            })
        } else {
            self.cache
        }
    }
}

/// Hashes a name with FNV-1a, which is fast for short texts.
fn hash(name: &str) -> u64 {
    let bytes = name.bytes().map(u64::from);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ byte).wrapping_mul(0x0100_0000_01b3)
    })
}

impl ToolSet for Tools {
    fn definition_at(&self, position: usize) -> Option<&ToolDefinition> {
        self.entries.get(position).map(|tool| &*tool.definition)
    }

    /// Returns whether the caller sees the tool. If the registry's `visible` function panics, the tool is
    /// hidden.
    fn is_visible(&self, position: usize, context: &ToolContext) -> bool {
        let Some(tool) = self.entries.get(position) else {
            return false;
        };
        let Some(visible) = &tool.settings.visible else {
            return true;
        };
        catch(|| visible(&tool.definition, context)).unwrap_or_else(|PanicMessage(panic)| {
            let name = &tool.definition.name;
            tracing::error!(tool = name, panic, "the predicate `visible` panicked");
            false
        })
    }
}
