//! The smallest server: one tool on standard input and output.
//!
//! ```console
//! $ cargo run --example hello
//! ```

use mcp_tool_runtime::{ToolRegistry, mcp_tool, tools};
use mcp_tool_server::ToolServer;

/// Greets a person by name.
#[mcp_tool(read_only)]
fn greet(
    /// The name of the person
    name: &str,
) -> String {
    format!("Hello, {name}!")
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let registry = ToolRegistry::builder(()).tools(tools![greet]).build()?;
    let server = ToolServer::new("hello", "1.0.0", registry);
    Ok(server.serve_stdio().await?)
}

#[cfg(test)]
mod tests {
    #[test]
    fn greet_is_still_a_function() {
        assert_eq!(super::greet("Ada"), "Hello, Ada!");
    }
}
