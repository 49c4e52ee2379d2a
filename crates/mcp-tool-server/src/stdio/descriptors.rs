//! Standard input and output, protected while they carry the protocol.

use std::io::{Read as _, Write};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::{io, thread};

use tokio::io::{AsyncRead, ReadBuf};
use tokio::sync::mpsc;

use super::lines;
use crate::connection::WriteNow;

/// Takes the process's streams for the protocol. On Unix, no other code of the process can use them while the
/// returned `Protection` exists. Returns a function that writes without waiting, if the output is a pipe or a socket.
pub(crate) fn take() -> io::Result<(lines::Input, Patient, Option<WriteNow>, Protection)> {
    let (input, output, protection) = protect()?;
    let write_now = writer(&output);
    let input = match reader(&input) {
        Some(input) => input,
        None => Box::new(Chunks::read_from(input)?),
    };
    Ok((input, Patient(output), write_now, protection))
}

/// The input in chunks, read by a separate thread. With Tokio's own standard input, a blocked read would keep
/// the process from exiting.
struct Chunks {
    chunks: mpsc::Receiver<io::Result<Vec<u8>>>,
    current: io::Cursor<Vec<u8>>,
}

impl Chunks {
    const SIZE: usize = 64 * 1024;

    fn read_from(input: Input) -> io::Result<Self> {
        let (sender, chunks) = mpsc::channel(1);
        thread::Builder::new()
            .name("mcp-stdin".to_owned())
            .spawn(move || {
                let mut buffer = vec![0; Self::SIZE];
                loop {
                    let mut stream = &input;
                    let read = patiently(|| wait_for_input(&input), || stream.read(&mut buffer));
                    // An empty chunk is the end of the input.
                    let chunk = read.map(|length| buffer[..length].to_vec());
                    let is_last = chunk.as_ref().map_or(true, Vec::is_empty);
                    if sender.blocking_send(chunk).is_err() || is_last {
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

/// Repeats a call on a stream that another process may have made non-blocking, until it succeeds.
fn patiently(wait: impl Fn(), mut call: impl FnMut() -> io::Result<usize>) -> io::Result<usize> {
    loop {
        match call() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => wait(),
            result => return result,
        }
    }
}

/// An output that waits for room.
pub(crate) struct Patient(StdioOutput);

impl Write for Patient {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut output = &self.0;
        patiently(|| wait_for_room(&self.0), || output.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
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
pub(crate) use self::unix::Protection;
#[cfg(unix)]
use self::unix::{Input, StdioOutput, protect, wait_for_input, wait_for_room};
#[cfg(unix)]
use super::pipes::{reader, writer};

#[cfg(unix)]
mod unix {
    use std::fs::File;
    use std::io::{self, Write as _};
    use std::os::fd::AsFd;

    use rustix::event::{PollFd, PollFlags, poll};

    use super::Patient;
    use crate::stdio::standard_error::StandardError;

    pub(crate) type Input = File;
    pub(crate) type StdioOutput = File;

    /// Waits until there is input to read.
    pub(crate) fn wait_for_input(input: &Input) {
        // Ignore errors, because the next read reports them.
        let _ = poll(&mut [PollFd::new(input, PollFlags::IN)], None);
    }

    /// Waits until the output has room, or has no reader any more.
    pub(crate) fn wait_for_room(output: &StdioOutput) {
        // Ignore errors, because the next write reports them.
        let _ = poll(&mut [PollFd::new(output, PollFlags::OUT)], None);
    }

    /// Restores the standard output and the standard error of the process when dropped. Standard input stays empty
    /// for other code, because the server may already have consumed part of the original input.
    pub(crate) struct Protection {
        output: File,
        /// Is dropped after the standard output of other code has been flushed.
        _error: Option<StandardError>,
    }

    /// Redirects standard input and output, so that other code cannot use the client's streams, and standard error,
    /// so that other code does not wait for its reader. Returns the original input and output, and the `Protection`
    /// that restores the streams.
    pub(crate) fn protect() -> io::Result<(File, File, Protection)> {
        let input = duplicate(&io::stdin())?;
        let output = duplicate(&io::stdout())?;
        let protection = Protection {
            output: output.try_clone()?,
            _error: StandardError::redirect(Patient)?,
        };
        rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
        rustix::stdio::dup2_stdout(io::stderr())?;
        // Flush only after the redirection to standard error, so that text in the buffer of
        // `io::stdout()` does not reach the client.
        flush_or_discard()?;
        Ok((input, output, protection))
    }

    /// Flushes buffered standard output to standard error. Discards the buffered output if writing to
    /// standard error fails.
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
            // Flush before `dup2_stdout` ends the redirection to standard error, so that buffered
            // output of tools does not reach the client.
            let restored = flush_or_discard()
                .and(rustix::stdio::dup2_stdout(&self.output).map_err(Into::into));
            if let Err(error) = restored {
                tracing::warn!(%error, "standard output could not be restored");
            }
        }
    }
}

#[cfg(not(unix))]
pub(crate) use self::other::Protection;
#[cfg(not(unix))]
use self::other::{Input, StdioOutput, protect, reader, wait_for_input, wait_for_room, writer};

#[cfg(not(unix))]
mod other {
    use std::io;

    use crate::connection::WriteNow;
    use crate::stdio::lines;

    pub(crate) type Input = io::Stdin;
    pub(crate) type StdioOutput = io::Stdout;

    pub(crate) struct Protection;

    pub(crate) fn protect() -> io::Result<(Input, StdioOutput, Protection)> {
        Ok((io::stdin(), io::stdout(), Protection))
    }

    pub(crate) fn reader(_input: &Input) -> Option<lines::Input> {
        None
    }

    pub(crate) fn writer(_output: &StdioOutput) -> Option<WriteNow> {
        None
    }

    pub(crate) fn wait_for_input(_input: &Input) {
        std::thread::yield_now();
    }

    pub(crate) fn wait_for_room(_output: &StdioOutput) {
        std::thread::yield_now();
    }
}
