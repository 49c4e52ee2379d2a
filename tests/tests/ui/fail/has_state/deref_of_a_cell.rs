// usage: a field points to what is lent
use std::cell::Cell;

use mcp_tool_runtime::HasState;

#[derive(HasState)]
struct App {
    #[state(deref)]
    count: Cell<u32>,
}

fn main() {}
