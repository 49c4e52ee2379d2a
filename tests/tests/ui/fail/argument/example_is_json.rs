// usage: an example is an expression
#![allow(deprecated)]
use std::collections::HashMap;

use mcp_tool_runtime::mcp_tool;

/// Sets the opening hours.
#[mcp_tool]
async fn set_hours(#[arg(example = { "monday": "9-5" })] hours: HashMap<String, String>) {
    let _ = hours;
}

fn main() {}
