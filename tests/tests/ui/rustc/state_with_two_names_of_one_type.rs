// usage: the compiler resolves aliases
use mcp_tool_runtime::HasState;

struct Cache;
type Other = Cache;

#[derive(HasState)]
struct App {
    primary: Cache,
    secondary: Other,
}

fn main() {}
