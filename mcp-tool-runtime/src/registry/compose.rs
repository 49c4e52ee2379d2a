//! Registries as values: each operation gives a new one, or says what does not go together.

use std::sync::Arc;

use super::registered::{Registered, check, name_problems};
use super::{ToolRegistry, Tools};
use crate::tool::State;
use crate::{BuildError, BuildProblem, ToolDefinition};

impl<S> ToolRegistry<S> {
    /// Adds the tools of another registry after its own. Each keeps the state and the settings
    /// that it was built with, so the two may differ in both.
    ///
    /// # Errors
    ///
    /// Lists every name that both have (R06, R07). [`prefixed`](Self::prefixed) and
    /// [`rename`](Self::rename) get them out of each other's way.
    ///
    /// ```
    /// use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
    ///
    /// /// Says whether it is well.
    /// #[mcp_tool(read_only)]
    /// fn health() -> &'static str {
    ///     "well"
    /// }
    ///
    /// let database = ToolRegistry::builder("postgres").tools(tools![health]).build()?;
    /// let cache = ToolRegistry::builder(8).tools(tools![health]).build()?;
    /// assert!(database.clone().extend(cache.clone()).is_err());
    ///
    /// let both = database.prefixed("db_")?.extend(cache.prefixed("cache_")?)?;
    /// let names: Vec<_> = both.definitions().iter().map(|tool| &tool.name).collect();
    /// assert_eq!(names, ["db_health", "cache_health"]);
    /// # Ok::<(), mcp_tool_runtime::BuildError>(())
    /// ```
    pub fn extend<O: State>(self, other: ToolRegistry<O>) -> Result<Self, BuildError> {
        let mut entries = self.entries();
        entries.extend(other.entries());
        self.with(entries)
    }

    /// Puts `prefix` before each name.
    ///
    /// # Errors
    ///
    /// Lists every name that is too long then, or has a character that no name may have (R02, R03).
    pub fn prefixed(self, prefix: &str) -> Result<Self, BuildError> {
        let mut entries = self.entries();
        for tool in &mut entries {
            tool.definition.name.insert_str(0, prefix);
        }
        self.with(entries)
    }

    /// Gives the tool `from` the name `to`.
    ///
    /// # Errors
    ///
    /// Says so where there is no tool `from`, where there is a tool `to` already (R06), and where
    /// `to` is no name (R02, R03).
    pub fn rename(self, from: &str, to: impl Into<String>) -> Result<Self, BuildError> {
        let mut entries = self.entries();
        let Some(tool) = entries.iter_mut().find(|tool| tool.definition.name == from) else {
            return Err(BuildError::new(vec![BuildProblem::UnknownTool {
                tool: from.to_owned(),
            }]));
        };
        tool.definition.name = to.into();
        self.with(entries)
    }

    /// Keeps the tools for which `keep` says so; there is nothing that could go wrong.
    ///
    /// ```
    /// use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
    ///
    /// /// Looks.
    /// #[mcp_tool(read_only)]
    /// fn look() {}
    ///
    /// /// Changes.
    /// #[mcp_tool]
    /// fn change() {}
    ///
    /// let all = ToolRegistry::builder(()).tools(tools![look, change]).build()?;
    /// let safe = all.filter(|tool| {
    ///     tool.annotations.as_ref().is_some_and(|hints| hints.read_only_hint == Some(true))
    /// });
    /// assert_eq!(safe.definitions().len(), 1);
    /// # Ok::<(), mcp_tool_runtime::BuildError>(())
    /// ```
    pub fn filter(self, keep: impl Fn(&ToolDefinition) -> bool) -> Self {
        let mut entries = self.entries();
        entries.retain(|tool| keep(&tool.definition));
        ToolRegistry {
            state: self.state,
            tools: Arc::new(Tools::new(entries)),
        }
    }

    fn entries(&self) -> Vec<Registered> {
        self.tools.entries.clone()
    }

    fn with(self, entries: Vec<Registered>) -> Result<Self, BuildError> {
        let names = entries.iter().map(|tool| tool.definition.name.as_str());
        check(name_problems(names))?;
        Ok(ToolRegistry {
            state: self.state,
            tools: Arc::new(Tools::new(entries)),
        })
    }
}
