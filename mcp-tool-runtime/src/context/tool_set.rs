use super::ToolContext;
use crate::ToolDefinition;

/// The tools of a registry, as a context shows them to a call.
pub(crate) trait ToolSet: Send + Sync {
    /// Returns the definition at a position. Returns `None` after the last one.
    fn definition_at(&self, position: usize) -> Option<&ToolDefinition>;

    /// Returns whether the caller sees the tool at a position.
    fn is_visible(&self, position: usize, context: &ToolContext) -> bool;
}
