// usage: all mistakes show at once, and the function is still type-checked
use mcp_tool_runtime::mcp_tool;

#[mcp_tool(name = "search archive", read_only, destructive)]
async unsafe fn search<T>(
    #[arg(dafault = 3)] limit: u8,
    filter: Option<&str>,
    #[arg(rename = "limit")] (from, to): (u8, u8),
    #[arg(rename = "limit")] pages: u8,
) -> u8 {
    let _ = (filter, from, to, pages);
    let wrong: &str = limit;
    limit
}

fn main() {}
