//! What the expansions of the macros name. There is no promise of stability here: the macro crate
//! is pinned to the very version of this one.

pub use std::convert::From;
pub use std::option::Option::{self, None, Some};
pub use std::primitive::{str, usize};

pub use mcp_tool_macros::__tools as tools_impl;

pub use crate::answer::Tag;
pub use crate::answer::rungs::{ByResult, ByValue};
pub use crate::arguments::{
    DefaultArgument, DescribeArgument, LentParam, Owned, Param, ReadArgument, WriteArgument, lend,
    param, row,
};
pub use crate::name::{Duplicate, checked_name, count_names, find_duplicate, no_duplicate};
pub use crate::tool::{
    Declaration, Entry, HasState, McpTool, Named, NamesOf, NoNames, NotATool, State, boxed,
    declare, entry,
};
