//! Lists the tools of `server.rs`, makes three calls, and shows the messages between client and server: `cargo
//! run -p quickstart`.
//!
//! This file is the client. It uses the official SDK, and runs in the same process as the server. The example
//! prints the requests and responses after the handshake, as JSON.

use std::error::Error;

use mcp_tool_server::ToolServer;
use rmcp::model::CallToolRequestParams;

#[path = "../support/pretty.rs"]
mod pretty;
// `main` of this file serves on standard input and output.
#[allow(dead_code)]
mod server;
mod tap;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let server = ToolServer::new("library", env!("CARGO_PKG_VERSION"), server::registry()?);
    let (client, mut wire) = tap::connect(server).await?;

    client.list_all_tools().await?;
    wire.show("The tools, as a client gets them");

    let call = CallToolRequestParams::new;
    let search = call("search_books").with_arguments(rmcp::object!({ "words": "the", "limit": 2 }));
    client.call_tool(search).await?;
    wire.show("A call: what the function returned is `structuredContent`, and the same as text");

    let lend = call("lend_book").with_arguments(rmcp::object!({ "book": 3, "reader": "Grace" }));
    client.call_tool(lend).await?;
    wire.show("A tool that fails: its error is the text that the model reads");

    let wrong = rmcp::object!({ "words": "sea", "genre": "poetri", "limit": "many" });
    client
        .call_tool(call("search_books").with_arguments(wrong))
        .await?;
    wire.show("Wrong arguments: every fault at once, and a call that would have worked");

    client.cancel().await?;
    wire.server_ended().await
}
