// usage: `skip` is about one field
use mcp_tool_runtime::HasState;

#[derive(HasState)]
#[state(skip)]
struct App {
    name: String,
}

fn main() {}
