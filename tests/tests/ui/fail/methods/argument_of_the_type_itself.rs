// usage: an argument can be read from JSON
use mcp_tool_runtime::{mcp_tool, mcp_tools};

#[derive(schemars::JsonSchema)]
struct Archive;

#[mcp_tools]
impl Archive {
    /// Compares two archives.
    #[mcp_tool]
    fn compare(
        &self,
        /// The other one
        other: &Self,
    ) {
        let _ = other;
    }
}

fn main() {}
