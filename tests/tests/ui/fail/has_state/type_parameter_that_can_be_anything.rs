// usage: a parameter may be the type of another field
use mcp_tool_runtime::HasState;

struct Cache;

#[derive(HasState)]
struct App<S: Send> {
    store: S,
    cache: Cache,
}

fn main() {}
