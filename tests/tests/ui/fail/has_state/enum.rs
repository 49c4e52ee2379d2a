// usage: a state is a struct
use mcp_tool_runtime::HasState;

#[derive(HasState)]
enum App {
    Memory(String),
}

fn main() {}
