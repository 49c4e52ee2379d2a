// usage: there must be something to lend
use mcp_tool_runtime::HasState;

#[derive(HasState)]
struct App;

fn main() {}
