//! `#[mcp_tools]`: methods that are tools.

#![allow(deprecated)] // This lint also reports arguments without a description.
#![allow(unreachable_pub)] // No other crate can use the items of a test.

mod blocks;
mod generic;
mod lists;
mod names;
mod one_file_per_tool;
mod signatures;
