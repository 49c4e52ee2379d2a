//! A server with the file layout of a real project: a file for the state, one for the errors, one per tool,
//! and one for the tests.
//!
//! ```console
//! $ cargo run --example project
//! ```

mod error;
mod state;
#[cfg(test)]
mod tests;
mod tools;

use mcp_tool_server::ToolServer;

use crate::state::Library;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let registry = tools::registry(Library::with_books())?;
    let server = ToolServer::new("library", env!("CARGO_PKG_VERSION"), registry);
    Ok(server.serve_stdio().await?)
}
