// usage: the state of a collection has what its tools need
use mcp_tool_runtime::{collect_tools, mcp_tool};

struct App;
struct Archive;

collect_tools!(pub AppTools: App);

/// Counts the books.
#[mcp_tool(register = AppTools)]
async fn count(#[state] archive: &Archive) -> usize {
    let Archive = archive;
    0
}

fn main() {
    let _ = (AppTools::tools(), App, Archive);
}
