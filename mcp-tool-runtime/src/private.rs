//! What the expansions of the macros name. There is no promise of stability here: the macro crate
//! is pinned to the very version of this one.

pub use std::boxed::Box;
pub use std::ops::Deref;
pub use std::option::Option::{self, None, Some};
pub use std::primitive::{str, usize};
pub use std::{format, panic};

pub use mcp_tool_macros::__tools as tools_impl;

pub use crate::answer::{reply, tag};
pub use crate::arguments::{
    DefaultArgument, LentParam, Owned, Param, TextDefault, WriteArgument, lend, row,
};
pub use crate::error::{IntoToolError, Mapping, ToolError};
pub use crate::name::{Duplicate, count_names, find_duplicate, refused_name};
pub use crate::tool::{
    Adapter, Declaration, Declared, HasState, McpTool, NoTools, Part, PlainFunction, Tool, ToolsOf,
    declare,
};

/// Traits whose methods and constants an expansion uses; a glob brings them all into its scope,
/// under names that hide none of the user's.
pub mod in_scope {
    pub use crate::answer::rungs::{
        ByMapped as __ByMapped, ByResult as __ByResult, ByValue as __ByValue,
    };
    pub use crate::tool::Declared as __Declared;
}
