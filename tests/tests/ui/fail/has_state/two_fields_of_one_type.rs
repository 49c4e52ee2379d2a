// usage: a tool asks for its state by the type
use mcp_tool_runtime::HasState;

struct Cache;

#[derive(HasState)]
struct App {
    primary: Cache,
    secondary: Cache,
}

fn main() {}
