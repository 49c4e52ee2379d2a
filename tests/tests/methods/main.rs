//! `#[mcp_tools]`: methods that are tools.

#![allow(deprecated)] // This lint also reports arguments without a description.
#![allow(unreachable_pub)] // Tools are `pub` here, as in a library, but no crate uses a test.

mod blocks;
mod generic;
mod lists;
mod names;
mod one_file_per_tool;
mod signatures;
