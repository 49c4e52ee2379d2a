// usage: a tool asks for its state by the type
use mcp_tool_runtime::HasState;

use std::sync::Arc;

struct Cache;

#[derive(HasState)]
struct App {
    primary: Cache,
    #[state(deref)]
    secondary: Arc<Cache>,
}

fn main() {}
