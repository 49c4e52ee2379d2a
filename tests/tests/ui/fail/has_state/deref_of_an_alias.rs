// usage: what an alias points to cannot be seen
use mcp_tool_runtime::HasState;

type Shared = std::sync::Arc<u32>;

#[derive(HasState)]
struct App {
    #[state(deref)]
    count: Shared,
}

fn main() {}
