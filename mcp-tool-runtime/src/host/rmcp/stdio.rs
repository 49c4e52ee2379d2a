//! The process's own streams, protected while they carry the protocol.

use std::io::{self, Read};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, ReadBuf};
use tokio::sync::mpsc;

use super::transport::Output;

/// Takes the process's streams for the protocol, and keeps everybody else off until the last part
/// is dropped.
pub(super) fn take() -> io::Result<(Chunks, Output, Protection)> {
    let (input, output, protection) = protect()?;
    Ok((
        Chunks::read_from(input)?,
        Output::to_blocking(output)?,
        protection,
    ))
}

/// What a thread reads. The runtime's own standard input would keep the process from ending for
/// as long as a read of it blocks.
pub(super) struct Chunks {
    chunks: mpsc::Receiver<io::Result<Vec<u8>>>,
    current: io::Cursor<Vec<u8>>,
}

impl Chunks {
    const SIZE: usize = 64 * 1024;
    const WAITING: usize = 4;

    fn read_from(mut input: impl Read + Send + 'static) -> io::Result<Self> {
        let (sender, chunks) = mpsc::channel(Self::WAITING);
        std::thread::Builder::new()
            .name("mcp-stdin".to_owned())
            .spawn(move || {
                let mut buffer = vec![0; Self::SIZE];
                loop {
                    let chunk = match input.read(&mut buffer) {
                        Ok(0) => return,
                        Ok(length) => Ok(buffer[..length].to_vec()),
                        Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                        Err(error) => Err(error),
                    };
                    let failed = chunk.is_err();
                    if sender.blocking_send(chunk).is_err() || failed {
                        return;
                    }
                }
            })?;
        Ok(Chunks {
            chunks,
            current: io::Cursor::default(),
        })
    }
}

impl AsyncRead for Chunks {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            let before = buffer.remaining();
            ready!(Pin::new(&mut self.current).poll_read(context, buffer))?;
            if buffer.remaining() < before || before == 0 {
                return Poll::Ready(Ok(()));
            }
            match ready!(self.chunks.poll_recv(context)) {
                Some(chunk) => self.current = io::Cursor::new(chunk?),
                None => return Poll::Ready(Ok(())),
            }
        }
    }
}

#[cfg(unix)]
use self::unix::{Protection, protect};

#[cfg(unix)]
mod unix {
    use std::fs::File;
    use std::io::{self, Write as _};
    use std::os::fd::AsFd;

    /// Gives the process its streams back when dropped.
    pub(in super::super) struct Protection {
        input: File,
        output: File,
    }

    /// The real streams, after everybody else has been cut off from them.
    pub(super) fn protect() -> io::Result<(File, File, Protection)> {
        let input = duplicate(&io::stdin())?;
        let output = duplicate(&io::stdout())?;
        let protection = Protection {
            input: input.try_clone()?,
            output: output.try_clone()?,
        };
        rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
        rustix::stdio::dup2_stdout(io::stderr())?;
        // What was printed before without a line end must not follow into the protocol.
        flush_or_discard()?;
        Ok((input, output, protection))
    }

    /// Flushes standard output to standard error, or discards it where nobody reads that any more.
    fn flush_or_discard() -> io::Result<()> {
        if io::stdout().flush().is_err() {
            let nowhere = File::options().write(true).open("/dev/null")?;
            rustix::stdio::dup2_stdout(nowhere)?;
            io::stdout().flush()?;
        }
        Ok(())
    }

    fn duplicate(stream: &impl AsFd) -> io::Result<File> {
        Ok(File::from(stream.as_fd().try_clone_to_owned()?))
    }

    impl Drop for Protection {
        fn drop(&mut self) {
            // The flush comes first: what tools have printed belongs to standard error.
            let restored = flush_or_discard()
                .and(rustix::stdio::dup2_stdout(&self.output).map_err(Into::into))
                .and(rustix::stdio::dup2_stdin(&self.input).map_err(Into::into));
            if let Err(error) = restored {
                tracing::warn!(%error, "standard input and output could not be restored");
            }
        }
    }
}

#[cfg(not(unix))]
pub(super) struct Protection;

#[cfg(not(unix))]
fn protect() -> io::Result<(io::Stdin, io::Stdout, Protection)> {
    Ok((io::stdin(), io::stdout(), Protection))
}
