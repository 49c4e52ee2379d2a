//! The one writer of a stream: whole lines, in the order in which they were handed over.

use std::io::{self, Write};

use tokio::io::{AsyncWrite, AsyncWriteExt as _};
use tokio::sync::{mpsc, oneshot};

/// Lines that wait for a peer who reads slowly; more of them make their senders wait.
const WAITING_LINES: usize = 256;

/// The way to the writer, which ends when the last sender is gone.
pub(in super::super) struct Output {
    pub(super) lines: mpsc::Sender<Vec<u8>>,
    /// Tells how writing ended, with everything flushed or with an error.
    pub(super) ended: oneshot::Receiver<io::Result<()>>,
}

impl Output {
    /// Writes from a task.
    pub(in super::super) fn to_async(writer: impl AsyncWrite + Send + Unpin + 'static) -> Self {
        let (output, lines, end) = Output::new();
        tokio::spawn(async move {
            // Nobody may be left to hear of it.
            let _ = end.send(write_async(writer, lines).await);
        });
        output
    }

    /// Writes from a thread, which outlives the runtime if the peer never reads: a blocked write
    /// does not keep the process from ending.
    pub(in super::super) fn to_blocking(writer: impl Write + Send + 'static) -> io::Result<Self> {
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
