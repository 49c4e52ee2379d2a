// usage: a key that is nearly right
use mcp_tool_runtime::HasState;

#[derive(HasState)]
struct App {
    #[state(skipped)]
    name: String,
    count: u32,
}

fn main() {}
