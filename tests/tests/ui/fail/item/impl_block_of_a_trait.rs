// usage: a tool is a function, or a method of a type
use mcp_tool_runtime::mcp_tool;

struct Server;

trait Search {
    async fn search(&self);
}

#[mcp_tool]
impl Search for Server {
    async fn search(&self) {}
}

fn main() {}
