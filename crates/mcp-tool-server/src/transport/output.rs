//! The only writer of a stream. It writes whole lines in the order in which they are sent.

use std::io;
use std::io::Write;

use tokio::io::{AsyncWrite, AsyncWriteExt as _};
use tokio::sync::{mpsc, oneshot};

/// The number of lines that may be queued for a slow client. A sender waits while the queue is full.
const WAITING_LINES: usize = 256;

/// The channel to the writer. The writer ends after the last sender is dropped.
pub(crate) struct Output {
    pub(super) lines: mpsc::Sender<Vec<u8>>,
    /// Receives the result of the writer, after its last flush or its first error.
    pub(super) ended: oneshot::Receiver<io::Result<()>>,
}

impl Output {
    /// Starts a writer in an async task.
    pub(crate) fn to_async(writer: Box<dyn AsyncWrite + Send + Unpin>) -> Self {
        let (output, lines, end) = Output::new();
        tokio::spawn(async move {
            // Ignore a failed `send`, because the receiver may be gone.
            let _ = end.send(write_async(writer, lines).await);
        });
        output
    }

    /// Starts a writer in a separate thread. The process can end even while a write blocks there.
    pub(crate) fn to_blocking(writer: impl Write + Send + 'static) -> io::Result<Self> {
        let (output, lines, end) = Output::new();
        std::thread::Builder::new()
            .name("mcp-stdout".to_owned())
            .spawn(move || end.send(write_blocking(writer, lines)))?;
        Ok(output)
    }

    fn new() -> (
        Self,
        mpsc::Receiver<Vec<u8>>,
        oneshot::Sender<io::Result<()>>,
    ) {
        let (lines, receiver) = mpsc::channel(WAITING_LINES);
        let (sender, ended) = oneshot::channel();
        (Output { lines, ended }, receiver, sender)
    }
}

async fn write_async(
    writer: impl AsyncWrite + Unpin,
    mut lines: mpsc::Receiver<Vec<u8>>,
) -> io::Result<()> {
    let mut writer = tokio::io::BufWriter::new(writer);
    while let Some(line) = lines.recv().await {
        writer.write_all(&line).await?;
        if lines.is_empty() {
            writer.flush().await?;
        }
    }
    writer.shutdown().await
}

fn write_blocking(writer: impl Write, mut lines: mpsc::Receiver<Vec<u8>>) -> io::Result<()> {
    let mut writer = io::BufWriter::new(writer);
    while let Some(line) = lines.blocking_recv() {
        writer.write_all(&line)?;
        if lines.is_empty() {
            writer.flush()?;
        }
    }
    writer.flush()
}
