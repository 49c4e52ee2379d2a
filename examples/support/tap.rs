//! A client, a server, and between them a tap that keeps every message as it was sent.

use std::error::Error;
use std::io::Write as _;

use mcp_tool_runtime::{ServeError, ToolServer};
use rmcp::ServiceExt as _;
use rmcp::service::{RoleClient, RunningService};
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

/// Connects a client to the server, over pipes in memory.
pub async fn connect<S: Send + Sync + 'static>(
    server: ToolServer<S>,
) -> Result<(RunningService<RoleClient, ()>, Wire), Box<dyn Error>> {
    let (client_end, tap_of_client) = tokio::io::duplex(64 * 1024);
    let (server_end, tap_of_server) = tokio::io::duplex(64 * 1024);
    let (from_client, to_client) = tokio::io::split(tap_of_client);
    let (from_server, to_server) = tokio::io::split(tap_of_server);
    let (sender, messages) = mpsc::unbounded_channel();
    tokio::spawn(pass_on(
        "client to server",
        from_client,
        to_server,
        sender.clone(),
    ));
    tokio::spawn(pass_on("server to client", from_server, to_client, sender));

    let (input, output) = tokio::io::split(server_end);
    let server = tokio::spawn(server.serve_io(input, output));
    let client = ().serve(client_end).await?;
    Ok((client, Wire { messages, server }))
}

/// What has gone over the wire.
pub struct Wire {
    messages: mpsc::UnboundedReceiver<Message>,
    server: JoinHandle<Result<(), ServeError>>,
}

struct Message {
    direction: &'static str,
    json: String,
}

impl Wire {
    /// Prints the messages about tools since the last time.
    pub fn show(&mut self, heading: &str) {
        let mut text = format!("{heading}\n{}\n", "=".repeat(heading.len()));
        let mut in_request = false;
        while let Ok(Message { direction, json }) = self.messages.try_recv() {
            // The handshake before is the SDK's own.
            in_request = json.contains(r#""method":"tools/"#)
                || (in_request && json.contains(r#""result""#));
            if in_request {
                text += &format!("\n{direction}:\n{}\n", pretty(&json, 0));
            }
        }
        // Whoever reads the output may have had enough of it.
        if writeln!(std::io::stdout(), "{text}").is_err() {
            std::process::exit(0);
        }
    }

    /// Waits until the server has seen the end of its input.
    pub async fn server_ended(self) -> Result<(), Box<dyn Error>> {
        Ok(self.server.await??)
    }
}

async fn pass_on(
    direction: &'static str,
    from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    messages: mpsc::UnboundedSender<Message>,
) -> std::io::Result<()> {
    let mut lines = BufReader::new(from).lines();
    while let Some(json) = lines.next_line().await? {
        let line = format!("{json}\n");
        // The receiver may be gone at the end.
        let _ = messages.send(Message { direction, json });
        to.write_all(line.as_bytes()).await?;
    }
    to.shutdown().await
}

const WIDTH: usize = 100;

/// Breaks JSON without white space into lines. What fits on a line stays on one, and the order of
/// members is that of the wire.
fn pretty(json: &str, indent: usize) -> String {
    let (Some(first @ ('{' | '[')), Some(last)) = (json.chars().next(), json.chars().last()) else {
        return json.to_owned();
    };
    let line = spaced(json);
    if indent + line.len() <= WIDTH {
        return line;
    }
    let inner = " ".repeat(indent + 2);
    let items: Vec<String> = split(&json[1..json.len() - 1], ',')
        .map(|item| match split(item, ':').next() {
            Some(key) if first == '{' => {
                format!(
                    "{inner}{key}: {}",
                    pretty(&item[key.len() + 1..], indent + 2)
                )
            }
            _ => format!("{inner}{}", pretty(item, indent + 2)),
        })
        .collect();
    format!(
        "{first}\n{}\n{}{last}",
        items.join(",\n"),
        " ".repeat(indent)
    )
}
