//! Tools that `#[mcp_tool]` declares, and tools that `Tool::builder` creates at run time.

mod bound_tool;
mod by_value;
#[cfg(feature = "inventory")]
mod collection;
mod constants;
mod declaration;
mod entry;
mod list;
mod published_tool;
mod state;
mod text_option;

pub(crate) use bound_tool::{Bind, BoundTool, NoHandler, Source, Threads, ValueTool, bind};
pub use by_value::ToolBuilder;
#[cfg(feature = "inventory")]
pub use collection::{CollectedTools, ToolCollection, collected};
pub use constants::{check, reject};
pub use declaration::{Declaration, DeclaredIcon};
pub use entry::{
    CallTool, DeclaredTool, Entry, FirstBlock, IsTool, McpTool, NewName, NoTools, PlainFunction,
    SecondBlockNeeds, ToolsOf, ToolsOfType, ready, reply_later,
};
pub use list::{OneTool, Tool, ToolList, collect};
pub(crate) use published_tool::PublishedTool;
pub use state::{AsyncState, HasState, NoState, Part, Pointer, SharedState, State, async_state};
pub use text_option::{NoText, Text, TextOption};

pub use crate::call::Reply;
