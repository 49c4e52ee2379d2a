// R11: the description is what a model selects on
#![allow(deprecated)]
use mcp_tool_runtime::mcp_tool;

#[doc = "Searches \u{2066}the\u{2069} archive."]
#[mcp_tool]
async fn search(query: String) -> String {
    query
}

fn main() {}
