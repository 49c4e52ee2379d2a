// usage: what is skipped lends nothing
use mcp_tool_runtime::HasState;

#[derive(HasState)]
struct App {
    #[state(skip, deref)]
    name: Box<str>,
    count: u32,
}

fn main() {}
