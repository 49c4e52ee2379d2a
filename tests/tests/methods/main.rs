//! `#[mcp_tools]`: methods that are tools.

#![allow(deprecated)] // Most arguments here need no description.
#![allow(unreachable_pub)] // Nothing can be reached in a test.

mod blocks;
mod generic;
mod lists;
mod names;
mod one_file_per_tool;
mod signatures;
