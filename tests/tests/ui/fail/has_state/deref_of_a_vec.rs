// usage: a field points to what is lent
use mcp_tool_runtime::HasState;

#[derive(HasState)]
struct App {
    #[state(deref)]
    words: Vec<String>,
}

fn main() {}
