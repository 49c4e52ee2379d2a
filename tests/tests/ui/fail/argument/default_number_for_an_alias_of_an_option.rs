// R30: a default fits its argument
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

type Maybe<T> = Option<T>;

/// Searches the archive.
#[mcp_tool]
async fn search(#[arg(default = 5)] it: Maybe<u8>) {
    let _ = it;
}

fn main() {}
