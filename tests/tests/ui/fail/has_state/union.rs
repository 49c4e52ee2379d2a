// usage: a state is a struct
use mcp_tool_runtime::HasState;

#[derive(HasState)]
union App {
    count: u32,
}

fn main() {}
