//! The definitions of tools without a registry.

use std::sync::Arc;

use super::assemble::{build_tools, check};
use super::defaults::ToolDefaults;
use super::settings::Settings;
use crate::definition::ToolDefinition;
use crate::error::BuildError;
use crate::services::Services;
use crate::tool::{State, Tool, ToolList};

/// Returns the definitions that tools have under the default settings of a registry.
///
/// This function needs neither a state value nor services such as a timer. Use it to print definitions, to
/// generate documents, and in tests. For tools without a state, `S` is `()`.
///
/// # Errors
///
/// Returns all problems at once, like [`build`](crate::registry::ToolRegistryBuilder::build). Does not report a missing
/// timer, blocking pool or request-state key.
///
/// For a registry with defaults, call [`ToolDefaults::definitions`](crate::ToolDefaults::definitions).
///
/// ```
/// use mcp_tool_runtime::{definitions, mcp_tool, tools};
///
/// struct Database {
///     // …
/// }
///
/// /// Searches.
/// #[mcp_tool(read_only)]
/// fn search(#[state] _database: &Database) {}
///
/// let definitions = definitions::<Database>(tools![search])?;
/// assert_eq!(definitions[0].name, "search");
/// # Ok::<(), mcp_tool_runtime::BuildError>(())
/// ```
pub fn definitions<S: State>(
    tools: impl ToolList<S>,
) -> Result<Vec<Arc<ToolDefinition>>, BuildError> {
    default_definitions(tools, &Settings::default())
}

impl ToolDefaults {
    /// Returns the definitions that tools have in a registry with these defaults, like
    /// [`definitions`](crate::definitions()).
    ///
    /// # Errors
    ///
    /// Returns all problems at once, like [`definitions`](crate::definitions()).
    ///
    /// ```
    /// use mcp_tool_runtime::{ToolDefaults, mcp_tool, tools};
    ///
    /// const DEFAULTS: ToolDefaults = ToolDefaults::new().idempotent(true);
    ///
    /// /// Searches.
    /// #[mcp_tool]
    /// fn search() {}
    ///
    /// let definitions = DEFAULTS.definitions::<()>(tools![search])?;
    /// let hints = definitions[0].annotations.as_ref().unwrap();
    /// assert_eq!(hints.idempotent_hint, Some(true));
    /// # Ok::<(), mcp_tool_runtime::BuildError>(())
    /// ```
    pub fn definitions<S: State>(
        self,
        tools: impl ToolList<S>,
    ) -> Result<Vec<Arc<ToolDefinition>>, BuildError> {
        let settings = Settings {
            defaults: self,
            ..Settings::default()
        };
        default_definitions(tools, &settings)
    }
}

/// Returns the definitions of tools under some settings, without a state and without services.
fn default_definitions<S: State>(
    tools: impl ToolList<S>,
    settings: &Settings,
) -> Result<Vec<Arc<ToolDefinition>>, BuildError> {
    let bound = tools.into_tools().map(Tool::without_handler).collect();
    let (tools, mut problems) = build_tools(bound, settings, &Services::default());
    problems.retain(|problem| !problem.is_about_services());
    check(problems)?;
    Ok(tools
        .iter()
        .map(|tool| Arc::clone(tool.definition.shared()))
        .collect())
}
