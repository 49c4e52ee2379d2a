// usage: the ends of a range are values of the type
#![allow(deprecated)]
#![allow(dead_code)]

use mcp_tool_runtime::mcp_tool;

/// Searches the archive.
#[mcp_tool]
async fn search(
    #[arg(range(0..=1))] ratio: f64,
    #[arg(range(1..=5))] word: String,
    #[arg(header = "Ratio")] other: f64,
) {
    let _ = (ratio, word, other);
}

fn main() {}
