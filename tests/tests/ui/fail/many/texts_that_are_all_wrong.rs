// R11: several texts of one tool
use mcp_tool_runtime::mcp_tool;

/// Searches​ the archive.
///
/// Takes a word.
/// ​
/// Gives﻿ lines.
#[mcp_tool(title = "TODO", wrap = "it⁠ems")]
async fn search(
    /// ...
    word: String,
    #[arg(rename = "to​p", description = "tbd")] _limit: u8,
) -> Vec<String> {
    let _lines: u8 = word;
    vec![]
}

fn main() {}
