// usage: keys have no quotes
use mcp_tool_runtime::HasState;

#[derive(HasState)]
struct App {
    #[state("skip")]
    started: u64,
    limit: u32,
}

fn main() {}
