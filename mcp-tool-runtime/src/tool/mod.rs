//! Tools that `#[mcp_tool]` declares, and tools that `Tool::builder` creates at run time.

mod adapter;
mod by_value;
#[cfg(feature = "inventory")]
mod collection;
mod declaration;
mod entry;
mod handler;
mod list;
mod state;
mod text_option;
mod value_tool;

pub use adapter::{AsyncParts, ByUnsharedState, answer, async_parts, ready, soon};
pub use by_value::ToolBuilder;
#[cfg(feature = "inventory")]
pub use collection::{CollectedTools, ToolCollection, collected};
pub use declaration::{Declaration, DeclaredIcon};
pub use entry::{
    CallTool, DeclaredTool, Entry, FirstBlock, IsTool, McpTool, NewName, NoTools, PlainFunction,
    SecondBlockNeeds, ToolsOf, ToolsOfType,
};
pub(crate) use handler::{Bind, BoundTool, NoHandler, Source, Threads, bind};
pub use list::{OneTool, Tool, ToolList, collect};
pub use state::{
    AsyncState, HasState, LentInArc, NoState, Part, Pointer, SharedState, State, async_part,
};
pub use text_option::{GivenText, NoText, TextOption};
pub(crate) use value_tool::{ValueSchema, ValueTool};

pub use crate::call::Reply;
