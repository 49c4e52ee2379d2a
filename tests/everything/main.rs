//! The server for the public conformance suite: `cargo run --example everything` on standard input
//! and output, `cargo run --example everything -- --http 127.0.0.1:8080` over HTTP.
//!
//! `#[mcp_tool]` declares all tools except one, which `Tool::builder` creates. An implementation of the SDK's
//! `ServerHandler` serves prompts, resources, completion and subscriptions. With `--only-tools`, the server has
//! only the tools, and does not use the SDK. The suite prescribes the names of the tools and the texts of their
//! results.
//!
//! ```text
//! server      the SDK's handler, and the tools beside it
//! content     tools that return content blocks of different kinds, or an error
//! progress    tools that report progress
//! logging     tools that send log messages to the client
//! elicitation tools that ask the user, with forms of every kind
//! input_required   tools that need input from the client, in one round or several
//! changes     tools that change the list of tools or a resource, or announce changed prompts
//! schemas     tools with a handwritten schema, and with an argument in a header
//! prompts, resources, completion      requests that the SDK serves
//! samples     a picture and a sound
//! ```

mod changes;
mod completion;
mod content;
mod elicitation;
mod input_required;
mod logging;
mod progress;
mod prompts;
mod resources;
mod samples;
mod schemas;
mod server;
#[cfg(test)]
mod tests;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use clap::Parser;
use mcp_tool_runtime::registry::ToolRegistryBuilder;
use mcp_tool_runtime::{HasState, ToolRegistry, tools};
use mcp_tool_server::{HttpConfig, serve_http};

use changes::Listeners;
use resources::Notice;
use server::{everything, only_tools};
use tokio::sync::Notify;

/// A server for the conformance suite
#[derive(Parser)]
struct Flags {
    /// Serves `/mcp` at this address instead of standard input and output; port 0 selects a free port
    #[arg(long, value_name = "ADDRESS")]
    http: Option<SocketAddr>,
    /// Serves only the tools, without the SDK's handler
    #[arg(long)]
    only_tools: bool,
}

/// The state that the tools share with the rest of the server.
#[derive(HasState)]
struct Shared {
    #[state(deref)]
    listeners: Arc<Listeners>,
    #[state(deref)]
    notice: Arc<Notice>,
    /// Notifies the background task that changes the list of tools.
    #[state(deref)]
    tool_change: Arc<Notify>,
}

/// Returns the builder of the registry. `key` seals the user's answers from earlier rounds of a call.
fn builder(shared: Shared, key: [u8; 32]) -> ToolRegistryBuilder<Shared> {
    ToolRegistry::builder(shared)
        .request_state_key(key)
        .tools(tools![
            content::test_simple_text,
            content::test_image_content,
            content::test_audio_content,
            content::test_embedded_resource,
            content::test_multiple_content_types,
            content::test_error_handling,
            progress::test_tool_with_progress,
            progress::test_reconnection,
            logging::test_tool_with_logging,
            logging::test_logging_tool,
            elicitation::test_elicitation,
            elicitation::test_elicitation_sep1034_defaults,
            elicitation::test_elicitation_sep1330_enums,
            input_required::test_sampling,
            input_required::test_input_required_result_elicitation,
            input_required::test_input_required_result_sampling,
            input_required::test_input_required_result_list_roots,
            input_required::test_input_required_result_request_state,
            input_required::test_input_required_result_tampered_state,
            input_required::test_input_required_result_multiple_inputs,
            input_required::test_input_required_result_multi_round,
            input_required::test_input_required_result_capabilities,
            input_required::test_missing_capability,
            input_required::test_streaming_elicitation,
            changes::test_trigger_tool_change,
            changes::test_trigger_prompt_change,
            changes::test_trigger_resource_change,
            schemas::test_custom_header,
        ])
        .tool(schemas::json_schema_2020_12_tool())
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let flags = Flags::parse();
    let server = if flags.only_tools {
        only_tools()?
    } else {
        everything()?
    };
    let Some(address) = flags.http else {
        server.serve_stdio().await?;
        return Ok(());
    };

    let service = server.http_service(HttpConfig::new());
    let app = Router::new().route_service("/mcp", service);
    let listener = tokio::net::TcpListener::bind(address).await?;
    eprintln!("http://{}/mcp", listener.local_addr()?);
    serve_http(listener, app).await?;
    Ok(())
}
