use std::collections::HashMap;

use super::list::Lists;
use crate::ToolDefinition;
use crate::call::RegisteredTool;

/// The tools, whatever the state: each has what it needs of it.
pub(crate) struct Tools {
    pub(super) entries: Vec<RegisteredTool>,
    pub(super) by_name: HashMap<String, usize>,
    pub(super) definitions: Vec<ToolDefinition>,
    pub(super) lists: Lists,
}

impl Tools {
    /// Each tool and argument, and the name of the argument's Rust type.
    pub(crate) fn argument_types(&self) -> impl Iterator<Item = (&str, &str, &'static str)> {
        self.entries.iter().flat_map(|tool| {
            let types = tool.input.types();
            types.map(|(argument, name)| (tool.definition.name.as_str(), argument, name))
        })
    }

    /// Whether a tool's author accepts that its whole input is nested under one argument.
    pub(crate) fn allows_nested_input(&self, tool: &str) -> bool {
        self.find(tool).is_some_and(|tool| tool.allow_nested_input)
    }

    /// Every name has been checked.
    pub(super) fn new(entries: Vec<RegisteredTool>) -> Self {
        let definitions: Vec<_> = entries.iter().map(|tool| tool.definition.clone()).collect();
        let names = definitions.iter().map(|definition| definition.name.clone());
        Tools {
            by_name: names.zip(0..).collect(),
            lists: Lists::new(&definitions),
            definitions,
            entries,
        }
    }

    /// The definitions of all tools, in no revision's form.
    pub(crate) fn definitions(&self) -> &[ToolDefinition] {
        &self.definitions
    }

    /// The definition of a tool, in no revision's form.
    #[cfg(feature = "rmcp3")]
    pub(crate) fn definition(&self, name: &str) -> Option<&ToolDefinition> {
        self.find(name).map(|tool| &tool.definition)
    }

    pub(super) fn find(&self, name: &str) -> Option<&RegisteredTool> {
        self.by_name
            .get(name)
            .map(|position| &self.entries[*position])
    }
}
