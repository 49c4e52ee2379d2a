// usage: an alias is found out by the compiler
use mcp_tool_runtime::HasState;

struct Cache;
type Other = Cache;

#[derive(HasState)]
struct App {
    primary: Cache,
    secondary: Other,
}

fn main() {}
