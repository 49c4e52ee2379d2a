use super::{Entry, Kind, Tool};

/// A collection that tools join by themselves, wherever they are declared.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no collection of tools",
    label = "no tool can join this",
    note = "declare one with `mcp_tool_runtime::collect_tools!(pub AppTools: AppState);`"
)]
pub trait ToolCollection {
    /// The state that all tools of the collection have in common.
    type State: 'static;
}

/// The tools of a collection in the order of their names: the order of linking is nobody's.
pub fn collected<S>(parts: impl Iterator<Item = &'static [Entry<S>]>) -> Vec<Tool<S>> {
    let mut tools: Vec<_> = parts
        .flatten()
        .map(|entry| Tool(Kind::Declared(*entry)))
        .collect();
    tools.sort_by(|one: &Tool<S>, other| one.name().cmp(other.name()));
    tools
}
