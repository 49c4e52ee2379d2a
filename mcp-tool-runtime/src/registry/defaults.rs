//! Defaults for the tools of a registry.

use crate::definition::ToolAnnotations;

/// Defaults for the tools of a registry: the four hints, and whether functions that are not `async` run on a
/// thread that may block.
///
/// Pass them to [`ToolRegistryBuilder::defaults`](crate::registry::ToolRegistryBuilder::defaults). A default applies to
/// each tool that does not set the same option itself. Options in `#[mcp_tools]` count as options of the tool.
///
/// ```
/// use mcp_tool_runtime::{ToolDefaults, ToolRegistry, mcp_tool, tools};
///
/// /// Counts the lines of the log.
/// #[mcp_tool(read_only)]
/// fn count_lines() -> usize {
///     std::fs::read_to_string("log").map_or(0, |log| log.lines().count())
/// }
///
/// /// Searches the web.
/// #[mcp_tool(read_only, open_world)]
/// async fn search() {}
///
/// let registry = ToolRegistry::builder(())
///     .defaults(ToolDefaults::new().open_world(false).blocking(true))
///     .tools(tools![count_lines, search])
///     .build()?;
/// let open_world = |tool: usize| {
///     let hints = registry.definitions()[tool].annotations.as_ref();
///     hints.and_then(|hints| hints.open_world_hint)
/// };
/// assert_eq!([open_world(0), open_world(1)], [Some(false), Some(true)]);
/// # Ok::<(), mcp_tool_runtime::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use = "defaults have no effect until you pass them to `ToolRegistryBuilder::defaults`"]
pub struct ToolDefaults {
    read_only: Option<bool>,
    destructive: Option<bool>,
    idempotent: Option<bool>,
    open_world: Option<bool>,
    pub(super) blocking: bool,
}

impl ToolDefaults {
    /// Creates defaults that change nothing: no hints, and no threads for functions without `blocking`.
    pub const fn new() -> Self {
        ToolDefaults {
            read_only: None,
            destructive: None,
            idempotent: None,
            open_world: None,
            blocking: false,
        }
    }

    /// Sets the default of `readOnlyHint`. `true` does not apply to tools that are `destructive`.
    pub const fn read_only(mut self, hint: bool) -> Self {
        self.read_only = Some(hint);
        self
    }

    /// Sets the default of `destructiveHint`. `true` does not apply to tools that are `read_only`.
    pub const fn destructive(mut self, hint: bool) -> Self {
        self.destructive = Some(hint);
        self
    }

    /// Sets the default of `idempotentHint`.
    pub const fn idempotent(mut self, hint: bool) -> Self {
        self.idempotent = Some(hint);
        self
    }

    /// Sets the default of `openWorldHint`.
    pub const fn open_world(mut self, hint: bool) -> Self {
        self.open_world = Some(hint);
        self
    }

    /// Sets whether functions that are not `async` run on the
    /// [thread pool](crate::registry::ToolRegistryBuilder::blocking_pool), as with `#[mcp_tool(blocking)]`. Default:
    /// `false`. Write `#[mcp_tool(blocking = false)]` for a function that never blocks. The default does not
    /// apply to tools from [`Tool::builder`](crate::Tool::builder).
    pub const fn blocking(mut self, blocking: bool) -> Self {
        self.blocking = blocking;
        self
    }

    /// Adds the default hints to the hints that a tool sets itself. Never makes a tool both `readOnlyHint` and
    /// `destructiveHint`, because these hints contradict each other.
    pub(super) fn complete(self, own: Option<ToolAnnotations>) -> Option<ToolAnnotations> {
        let mut hints = own.unwrap_or_default();
        let is_destructive = hints.destructive_hint == Some(true);
        let read_only = self.read_only.filter(|on| !(*on && is_destructive));
        hints.read_only_hint = hints.read_only_hint.or(read_only);
        let is_read_only = hints.read_only_hint == Some(true);
        let destructive = self.destructive.filter(|on| !(*on && is_read_only));
        hints.destructive_hint = hints.destructive_hint.or(destructive);
        hints.idempotent_hint = hints.idempotent_hint.or(self.idempotent);
        hints.open_world_hint = hints.open_world_hint.or(self.open_world);
        Some(hints).filter(|hints| !hints.is_empty())
    }
}
