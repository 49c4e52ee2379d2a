//! What the expansions of the macros name. There is no promise of stability here: the macro crate
//! is pinned to the very version of this one.

pub use std::boxed::Box;
pub use std::marker::PhantomData;
pub use std::option::Option::{self, None, Some};
pub use std::panic;
pub use std::primitive::{str, usize};

pub use mcp_tool_macros::__tools as tools_impl;
use serde_json::Value;

/// A value in an attribute that is published as JSON.
pub fn json<T: WriteValue + ?Sized>(value: &T) -> Option<Value> {
    value.__write()
}

pub use crate::answer::{reply, tag};
#[cfg(feature = "regex")]
pub use crate::arguments::Pattern;
use crate::arguments::WriteValue;
pub use crate::arguments::{
    DefaultArgument, Length, LentParam, Mirrored, Owned, Param, Range, TextDefault, WriteArgument,
    lend, row,
};
pub use crate::name::{Duplicate, count_names, find_duplicate, refused_name};
pub use crate::tool::{
    Call, CallTool, Declaration, Declared, DeclaredIcon, Entry, HasState, IsTool, McpTool, NoTools,
    PlainFunction, ToolsOf, collect, declare,
};

/// Traits whose methods and constants an expansion uses; a glob brings them all into its scope,
/// under names that hide none of the user's.
pub mod in_scope {
    pub use crate::answer::rungs::{ByResult as __ByResult, ByValue as __ByValue};
    pub use crate::tool::Declared as __Declared;
}
