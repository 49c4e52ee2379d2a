// usage: each field is lent without an attribute
use mcp_tool_runtime::HasState;

#[derive(HasState)]
struct App {
    #[state]
    name: String,
}

fn main() {}
