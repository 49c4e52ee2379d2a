//! The tools of a registry: lookup by name and by position.

use std::sync::{Arc, OnceLock};

use crate::call::RegisteredTool;
use crate::context::ToolSet;
use crate::error::{Panicked, catch};
use crate::{ToolContext, ToolDefinition};

/// The tools of a registry. The type of the state is erased.
pub(crate) struct Tools {
    pub(super) entries: Vec<Arc<RegisteredTool>>,
    /// The positions of the tools, sorted by name.
    by_name: Vec<usize>,
    definitions: OnceLock<Vec<Arc<ToolDefinition>>>,
    /// Whether a tool may be hidden from some callers.
    pub(crate) hides_tools: bool,
}

impl Tools {
    /// Returns the Rust type of each argument, with the names of the tool and the argument.
    #[cfg(feature = "testing")]
    pub(crate) fn argument_types(&self) -> impl Iterator<Item = (&str, &str, &'static str)> {
        self.entries.iter().flat_map(|tool| {
            let types = tool.input.types();
            types.map(|(argument, name)| (tool.definition.name.as_str(), argument, name))
        })
    }

    /// Returns whether the author allows the tool's whole input nested under one argument.
    #[cfg(feature = "testing")]
    pub(crate) fn allows_nested_input(&self, tool: &str) -> bool {
        self.find(tool).is_some_and(|tool| tool.allow_nested_input)
    }

    /// Builds the lists. The caller has checked all names.
    pub(super) fn new(entries: Vec<Arc<RegisteredTool>>) -> Self {
        let mut by_name: Vec<_> = (0..entries.len()).collect();
        by_name.sort_unstable_by_key(|position| &entries[*position].definition.name);
        Tools {
            by_name,
            definitions: OnceLock::new(),
            hides_tools: entries.iter().any(|tool| tool.visible.is_some()),
            entries,
        }
    }

    /// Returns the definitions of all tools, before they are adapted to a protocol version.
    pub(crate) fn definitions(&self) -> &[Arc<ToolDefinition>] {
        self.definitions.get_or_init(|| {
            let tools = self.entries.iter();
            tools
                .map(|tool| Arc::clone(tool.definition.shared()))
                .collect()
        })
    }

    /// Returns the definition of a tool, before it is adapted to a protocol version.
    #[cfg(feature = "rmcp3")]
    pub(crate) fn definition(&self, name: &str) -> Option<&ToolDefinition> {
        self.find(name).map(|tool| &*tool.definition)
    }

    pub(super) fn find(&self, name: &str) -> Option<&RegisteredTool> {
        self.position(name).map(|position| &*self.entries[position])
    }

    /// Returns whether a caller sees the tool at a position. If the predicate panics, the tool is
    /// hidden.
    pub(crate) fn is_visible(&self, position: usize, context: &ToolContext) -> bool {
        let Some(tool) = self.entries.get(position) else {
            return false;
        };
        let Some(visible) = &tool.visible else {
            return true;
        };
        catch(|| visible(&tool.definition, context)).unwrap_or_else(|Panicked(panic)| {
            let name = &tool.definition.name;
            tracing::error!(tool = name, panic, "the predicate `visible` panicked");
            false
        })
    }

    /// Returns the tools that a caller sees.
    pub(super) fn visible(&self, context: &ToolContext) -> impl Iterator<Item = &RegisteredTool> {
        let tools = self.entries.iter().enumerate();
        let visible = tools.filter(|(position, _)| self.is_visible(*position, context));
        visible.map(|(_, tool)| &**tool)
    }

    /// Returns the position of a tool, hidden or not. The client chooses the name, so this is a binary
    /// search: no name can make it slow.
    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        let name_of = |position: &usize| self.entries[*position].definition.name.as_str();
        let found = self.by_name.binary_search_by(|it| name_of(it).cmp(name));
        found.ok().map(|found| self.by_name[found])
    }
}

impl ToolSet for Tools {
    fn definition_at(&self, position: usize) -> Option<&ToolDefinition> {
        self.entries.get(position).map(|tool| &*tool.definition)
    }

    fn is_visible(&self, position: usize, context: &ToolContext) -> bool {
        self.is_visible(position, context)
    }
}
