//! Joins and filters registries, and renames their tools. Each operation returns a new registry.

use std::sync::Arc;

use mcp_tool_rules::tool_name::{NameFault, name_fault};

use super::assemble::{check, name_problems};
use super::tool_registry::ToolRegistry;
use super::tools::Tools;
use crate::call::RegisteredTool;
use crate::definition::ToolDefinition;
use crate::error::{BuildError, BuildProblem};
use crate::suggestion::nearest;
use crate::tool::State;

impl<S> ToolRegistry<S> {
    /// Adds the tools of another registry after the tools of this registry. Each tool keeps its state and
    /// settings, so the two registries may differ in both.
    ///
    /// # Errors
    ///
    /// Returns every name that both registries have. To resolve duplicates, use [`prefixed`](Self::prefixed)
    /// or [`rename`](Self::rename) on one of the two registries.
    ///
    /// ```
    /// use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
    ///
    /// /// Reports whether the server is healthy.
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
        let tools = self.tools.change(|entries| {
            entries.extend(other.tools.entries.iter().cloned());
        })?;
        Ok(self.with(tools))
    }

    /// Adds a prefix to the name of each tool.
    ///
    /// # Errors
    ///
    /// Returns the prefix if it has an invalid character. Otherwise, returns every name that becomes too
    /// long.
    ///
    /// ```
    /// use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
    ///
    /// /// Searches.
    /// #[mcp_tool(read_only)]
    /// fn search() {}
    ///
    /// let registry = ToolRegistry::builder(()).tools(tools![search]).build()?;
    /// let archive = registry.clone().prefixed("archive_")?;
    /// assert_eq!(archive.definitions()[0].name, "archive_search");
    /// // `prefixed` returned a new registry, and did not change this one.
    /// assert_eq!(registry.definitions()[0].name, "search");
    /// assert!(registry.prefixed("my archive ").is_err());
    /// # Ok::<(), mcp_tool_runtime::BuildError>(())
    /// ```
    pub fn prefixed(self, prefix: &str) -> Result<Self, BuildError> {
        // Check the prefix itself first. Otherwise, an invalid character in the prefix makes
        // every new tool name invalid, and the error lists every tool.
        if let Some(fault @ NameFault::Character(_)) = name_fault(prefix) {
            let prefix = prefix.to_owned();
            let reason = fault.words().to_owned();
            return Err(BuildError::new(vec![BuildProblem::InvalidPrefix {
                prefix,
                reason,
            }]));
        }
        let tools = self.tools.change(|entries| {
            for tool in entries {
                *tool = tool.renamed(format!("{prefix}{}", tool.definition.name));
            }
        })?;
        Ok(self.with(tools))
    }

    /// Renames the tool `from` to `to`.
    ///
    /// # Errors
    ///
    /// Returns a problem if there is no tool `from`, if another tool has the name `to`, or if `to` is an
    /// invalid name.
    ///
    /// ```
    /// use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
    ///
    /// /// Searches.
    /// #[mcp_tool(read_only)]
    /// fn search() {}
    ///
    /// let registry = ToolRegistry::builder(()).tools(tools![search]).build()?;
    /// let renamed = registry.rename("search", "find")?;
    /// assert_eq!(renamed.definitions()[0].name, "find");
    /// let error = renamed.rename("search", "look").unwrap_err();
    /// assert_eq!(error.to_string(), "the tool registry cannot be built: there is no tool `search`");
    /// # Ok::<(), mcp_tool_runtime::BuildError>(())
    /// ```
    pub fn rename(self, from: &str, to: impl Into<String>) -> Result<Self, BuildError> {
        let unknown = || BuildError::new(vec![unknown_tool(&self.tools, from)]);
        let position = self.tools.position(from).ok_or_else(unknown)?;
        let tools = self.tools.change(|entries| {
            entries[position] = entries[position].renamed(to.into());
        })?;
        Ok(self.with(tools))
    }

    /// Keeps the tools for which `keep` returns `true`.
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
        let entries = self.tools.entries.iter();
        let kept = entries.filter(|tool| keep(&tool.definition)).cloned();
        let tools = Tools::new(kept.collect());
        self.with(tools)
    }

    fn with(self, tools: Tools) -> Self {
        ToolRegistry {
            state: self.state,
            tools: Arc::new(tools),
        }
    }
}

/// Returns the problem for a name that no tool has.
pub(super) fn unknown_tool(tools: &Tools, name: &str) -> BuildProblem {
    let names = tools.all().map(|tool| tool.definition.name.as_str());
    BuildProblem::UnknownTool {
        tool: name.to_owned(),
        nearest: nearest(name, names).map(str::to_owned),
    }
}

impl RegisteredTool {
    fn renamed(&self, name: String) -> Arc<Self> {
        Arc::new(RegisteredTool {
            definition: self.definition.renamed(name),
            ..self.clone()
        })
    }
}

impl Tools {
    /// Applies a change to a copy of the tools, checks all names, and returns the new tools.
    pub(super) fn change(
        &self,
        change: impl FnOnce(&mut Vec<Arc<RegisteredTool>>),
    ) -> Result<Tools, BuildError> {
        let mut entries = self.entries.clone();
        change(&mut entries);
        let names = entries.iter().map(|tool| tool.definition.name.as_str());
        check(name_problems(names))?;
        Ok(Tools::new(entries))
    }
}
