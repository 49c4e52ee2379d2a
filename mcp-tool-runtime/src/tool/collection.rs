//! `collect_tools!`: collections that tools join with `register = …`.

use std::any::{Any, TypeId};

use super::entry::Entry;
use super::list::Tool;

/// A collection that tools in any module join with `#[mcp_tool(register = …)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a collection of tools",
    label = "no tool can join this",
    note = "write the name of a collection, as in `register = AppTools`; `mcp_tool_runtime::collect_tools!(pub AppTools: AppState);` declares one"
)]
pub trait ToolCollection: 'static {
    /// The state that all tools of the collection share.
    type State: 'static;
}

/// The tools that one `register = …` adds to a collection. `inventory` keeps one list for all collections,
/// and each collection picks its own tools. So if `register` names a type that is not a collection, rustc
/// prints the message of [`ToolCollection`]. With one list per collection, rustc would report an unmet bound
/// of `inventory` instead.
pub struct CollectedTools {
    collection: fn() -> TypeId,
    /// Points to a `&'static [Entry<S>]`, where `S` is the state type of the collection.
    entries: &'static (dyn Any + Send + Sync),
}

inventory::collect!(CollectedTools);

impl CollectedTools {
    pub const fn new<C: ToolCollection>(entries: &'static &'static [Entry<C::State>]) -> Self {
        CollectedTools {
            collection: TypeId::of::<C>,
            entries,
        }
    }
}

/// Returns the tools of a collection, sorted by name, because the order of linking is arbitrary.
pub fn collected<C: ToolCollection>() -> Vec<Tool<C::State>> {
    let mut tools = Vec::new();
    for joined in inventory::iter::<CollectedTools> {
        if (joined.collection)() == TypeId::of::<C>()
            && let Some(entries) = joined.entries.downcast_ref::<&'static [Entry<C::State>]>()
        {
            tools.extend(entries.iter().map(Tool::declared));
        }
    }
    tools.sort_by(|one: &Tool<C::State>, other| one.name().cmp(other.name()));
    tools
}
