//! Connects a client to a server, and records the requests and responses in both directions.

use std::error::Error;
use std::io::Write as _;

use mcp_tool_server::{ServeError, ToolServer};
use rmcp::ServiceExt as _;
use rmcp::service::{RoleClient, RunningService};
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::pretty::pretty;

/// Connects a client to the server, over pipes in memory.
pub(crate) async fn connect(
    server: ToolServer,
) -> Result<(RunningService<RoleClient, ()>, Wire), Box<dyn Error>> {
    let (client_end, tap_of_client) = tokio::io::duplex(64 * 1024);
    let (server_end, tap_of_server) = tokio::io::duplex(64 * 1024);
    let (from_client, to_client) = tokio::io::split(tap_of_client);
    let (from_server, to_server) = tokio::io::split(tap_of_server);
    let (sender, mut messages) = mpsc::unbounded_channel();
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
    // Discard the messages of the handshake, so that `show` does not print them.
    while messages.try_recv().is_ok() {}
    Ok((client, Wire { messages, server }))
}

/// The recorded requests and responses, and the task of the server.
pub(crate) struct Wire {
    messages: mpsc::UnboundedReceiver<Message>,
    server: JoinHandle<Result<(), ServeError>>,
}

struct Message {
    direction: &'static str,
    json: String,
}

impl Wire {
    /// Prints the requests and responses since the previous call of this method, or since the handshake.
    pub(crate) fn show(&mut self, heading: &str) {
        let mut text = format!("{heading}\n{}\n", "=".repeat(heading.len()));
        while let Ok(Message { direction, json }) = self.messages.try_recv() {
            text += &format!("\n{direction}\n{}\n", pretty(&json));
        }
        // Stop if the program that reads this output has closed the pipe.
        if writeln!(std::io::stdout(), "{text}").is_err() {
            std::process::exit(0);
        }
    }

    /// Waits until the server reaches the end of its input and stops.
    pub(crate) async fn server_ended(self) -> Result<(), Box<dyn Error>> {
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
        // Record only requests and responses. Notifications have no id.
        if json.contains(r#""id":"#) {
            // Ignore errors: the receiver may have been dropped.
            let _ = messages.send(Message { direction, json });
        }
        to.write_all(line.as_bytes()).await?;
    }
    to.shutdown().await
}
