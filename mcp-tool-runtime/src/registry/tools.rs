use super::list::Lists;
use crate::ToolDefinition;
use crate::call::RegisteredTool;

/// The tools of a registry. The type of the state is erased.
pub(crate) struct Tools {
    pub(super) entries: Vec<RegisteredTool>,
    /// The positions of the tools, sorted by name.
    by_name: Vec<usize>,
    pub(super) definitions: Vec<ToolDefinition>,
    pub(super) lists: Lists,
}

impl Tools {
    /// Returns each tool and argument with the name of the argument's Rust type.
    #[cfg(feature = "testing")]
    pub(crate) fn argument_types(&self) -> impl Iterator<Item = (&str, &str, &'static str)> {
        self.entries.iter().flat_map(|tool| {
            let types = tool.input.types();
            types.map(|(argument, name)| (tool.definition.name.as_str(), argument, name))
        })
    }

    /// Returns whether the whole input of a tool may be nested under one argument.
    #[cfg(feature = "testing")]
    pub(crate) fn allows_nested_input(&self, tool: &str) -> bool {
        self.find(tool).is_some_and(|tool| tool.allow_nested_input)
    }

    /// Builds the lists. The caller has checked all names.
    pub(super) fn new(entries: Vec<RegisteredTool>) -> Self {
        let definitions: Vec<_> = entries.iter().map(|tool| tool.definition.clone()).collect();
        let mut by_name: Vec<_> = (0..entries.len()).collect();
        by_name.sort_unstable_by_key(|position| &definitions[*position].name);
        Tools {
            by_name,
            lists: Lists::default(),
            definitions,
            entries,
        }
    }

    /// Returns the definitions of all tools, for no protocol version.
    pub(crate) fn definitions(&self) -> &[ToolDefinition] {
        &self.definitions
    }

    /// Returns the definition of a tool, for no protocol version.
    #[cfg(feature = "rmcp3")]
    pub(crate) fn definition(&self, name: &str) -> Option<&ToolDefinition> {
        self.find(name).map(|tool| &tool.definition)
    }

    pub(super) fn find(&self, name: &str) -> Option<&RegisteredTool> {
        self.position(name).map(|position| &self.entries[position])
    }

    /// Returns the position of a tool. A binary search takes the same time for all names that a client
    /// may choose.
    pub(super) fn position(&self, name: &str) -> Option<usize> {
        let name_of = |position: &usize| self.entries[*position].definition.name.as_str();
        let found = self.by_name.binary_search_by(|it| name_of(it).cmp(name));
        found.ok().map(|found| self.by_name[found])
    }
}
