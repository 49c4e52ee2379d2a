use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use super::list::Lists;
use super::{Inner, Registered, Settings, ToolRegistry};
use crate::guard::{Panicked, catch};
use crate::schema::{input_schema, output_schema};
use crate::text::doc_text;
use crate::tool::{Adapter, Declaration, Kind, Tool, ToolList};
use crate::{BuildError, BuildProblem, ToolDefinition, name};

/// What happens to an argument that a tool does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnknownArguments {
    /// The call is refused, with the nearest name that the tool has; the schema says so.
    #[default]
    Refuse,
    /// It is dropped; the schema is open.
    Ignore,
}

/// Collects tools and settings; [`build`](Self::build) checks them all.
#[must_use = "a registry comes from `build()`"]
pub struct ToolRegistryBuilder<S: 'static> {
    state: Arc<S>,
    entries: Vec<(&'static Declaration, Adapter<S>)>,
    settings: Settings,
}

impl<S> ToolRegistryBuilder<S> {
    pub(super) fn new(state: Arc<S>) -> Self {
        ToolRegistryBuilder {
            state,
            entries: Vec::new(),
            settings: Settings::default(),
        }
    }

    /// Adds the tools of a [`tools!`](crate::tools) list. They are listed in this order.
    pub fn tools<L: ToolList<S>>(mut self, tools: L) -> Self {
        for Tool(kind) in tools.into_tools() {
            match kind {
                Kind::Tool(declaration, call) => self.entries.push((declaration, call)),
            }
        }
        self
    }

    /// Sets what happens to arguments that a tool does not have; [`UnknownArguments::Refuse`]
    /// unless this is called. `#[mcp_tool(allow_unknown)]` opens a single tool.
    pub fn unknown_arguments(mut self, unknown: UnknownArguments) -> Self {
        self.settings.unknown_arguments = unknown;
        self
    }

    /// Drops arguments of these names before anything else looks at them, unless a tool has a
    /// parameter of the name. Some clients add keys of their own to every call.
    pub fn ignore_arguments<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.settings
            .ignored_arguments
            .extend(names.into_iter().map(Into::into));
        self
    }

    /// Replaces the text of every error that is no [`ToolError`](struct@crate::ToolError) by the
    /// tool's name and an id; the text goes to the log under the same id (R153).
    ///
    /// Text that was written into a `ToolError`, or that `#[derive(ToolError)]` makes public, is
    /// public by contract and stays. Faults of arguments are never masked: the model needs them to
    /// repair the call.
    pub fn mask_errors(mut self, mask: bool) -> Self {
        self.settings.mask_errors = mask;
        self
    }

    /// Checks everything and makes the registry.
    ///
    /// # Errors
    ///
    /// Lists every problem at once: names that two tools have, names that are no names, types
    /// whose schema cannot be made.
    pub fn build(self) -> Result<ToolRegistry<S>, BuildError> {
        let mut problems = Vec::new();
        let mut by_name = HashMap::with_capacity(self.entries.len());
        let mut definitions = Vec::with_capacity(self.entries.len());
        let mut entries = Vec::with_capacity(self.entries.len());
        for (position, (declaration, call)) in self.entries.into_iter().enumerate() {
            let tool = declaration.name;
            if let Some(fault) = name::fault(tool) {
                problems.push(BuildProblem::InvalidName {
                    tool: tool.to_owned(),
                    reason: fault.words().to_owned(),
                });
            }
            if by_name.insert(tool, position).is_some() {
                problems.push(BuildProblem::DuplicateName {
                    tool: tool.to_owned(),
                });
            }
            match catch(|| define(declaration, &self.settings)) {
                Ok(definition) => {
                    if definition.description.is_none() {
                        problems.push(BuildProblem::NoDescription {
                            tool: tool.to_owned(),
                        });
                    }
                    entries.push(Registered {
                        declaration,
                        call,
                        structured_is_no_object: definition.output_schema.is_some()
                            && !definition.has_object_output(),
                    });
                    definitions.push(definition);
                }
                Err(Panicked(_)) => problems.push(BuildProblem::Schema {
                    tool: tool.to_owned(),
                }),
            }
        }
        if !problems.is_empty() {
            return Err(BuildError::new(problems));
        }
        Ok(ToolRegistry {
            inner: Arc::new(Inner {
                state: self.state,
                entries,
                by_name,
                lists: Lists::new(&definitions),
                definitions,
                settings: self.settings,
            }),
        })
    }
}

fn define(declaration: &Declaration, settings: &Settings) -> ToolDefinition {
    let closed =
        !declaration.allow_unknown && settings.unknown_arguments == UnknownArguments::Refuse;
    ToolDefinition {
        name: declaration.name.to_owned(),
        title: declaration.title.map(str::to_owned),
        description: Some(doc_text(declaration.description)).filter(|text| !text.is_empty()),
        input_schema: input_schema(declaration.rows, closed),
        output_schema: (declaration.output)().and_then(output_schema),
        annotations: declaration.annotations.annotations(),
    }
}

impl<S> fmt::Debug for ToolRegistryBuilder<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.entries.iter().map(|(tool, _)| tool.name).collect();
        f.debug_struct("ToolRegistryBuilder")
            .field("tools", &names)
            .finish_non_exhaustive()
    }
}
