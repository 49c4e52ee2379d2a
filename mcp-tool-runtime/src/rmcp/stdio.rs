//! Standard input and output, protected while they carry the protocol.

use std::io::{self, PipeReader, PipeWriter, Read as _, Write as _};
use std::pin::Pin;
use std::sync::{Arc, mpsc as threads};
use std::task::{Context, Poll, ready};
use std::thread;
use std::time::Duration;

use tokio::io::{AsyncRead, ReadBuf};
use tokio::sync::mpsc;

use super::transport::Output;

/// Takes the process's streams for the protocol. No other code of the process reaches them until the last
/// part is dropped.
pub(super) fn take() -> io::Result<(Chunks, Output, Taken)> {
    let (input, output, protection) = protect()?;
    let (chunks, reader) = Chunks::read_from(input)?;
    let taken = Taken {
        _reader: reader,
        _protection: protection,
    };
    Ok((chunks, Output::to_blocking(output)?, taken))
}

/// Stops the reader when dropped, and then restores the process's streams.
pub(super) struct Taken {
    _reader: Reader,
    _protection: Protection,
}

/// The chunks that a thread reads. A blocked read of tokio's own standard input would keep the process
/// from ending.
///
/// The thread reads on request only. Later input stays in the stream.
pub(super) struct Chunks {
    chunks: mpsc::Receiver<io::Result<Vec<u8>>>,
    current: io::Cursor<Vec<u8>>,
    /// Whether a chunk is requested and has not arrived.
    is_asked: bool,
    commands: Arc<PipeWriter>,
}

/// Tells the thread to read a chunk.
const NEXT: u8 = b'n';
/// Tells the thread to end.
const STOP: u8 = b's';

/// Sends a command. A failure means that the thread has ended: the channel of chunks is closed then.
fn send(mut commands: &PipeWriter, command: u8) {
    let _ = commands.write(&[command]);
}

impl Chunks {
    const SIZE: usize = 64 * 1024;

    fn read_from(mut input: Input) -> io::Result<(Self, Reader)> {
        let (sender, chunks) = mpsc::channel(1);
        let (mut received, commands) = io::pipe()?;
        let (ends, ended) = threads::channel();
        thread::Builder::new()
            .name("mcp-stdin".to_owned())
            .spawn(move || {
                let _ends: threads::Sender<()> = ends;
                let mut buffer = vec![0; Self::SIZE];
                while is_asked(&mut received) {
                    let Some(chunk) = read(&mut input, &received, &mut buffer) else {
                        return;
                    };
                    let chunk = chunk.map(|length| buffer[..length].to_vec());
                    let is_last = chunk.as_ref().map_or(true, Vec::is_empty);
                    if sender.blocking_send(chunk).is_err() || is_last {
                        return;
                    }
                }
            })?;
        let commands = Arc::new(commands);
        let reader = Reader {
            commands: Arc::clone(&commands),
            ended,
        };
        let chunks = Chunks {
            chunks,
            current: io::Cursor::default(),
            is_asked: false,
            commands,
        };
        Ok((chunks, reader))
    }
}

impl Drop for Chunks {
    fn drop(&mut self) {
        send(&self.commands, STOP);
    }
}

fn is_asked(commands: &mut PipeReader) -> bool {
    let mut command = [STOP];
    // `read_exact` repeats a read that a signal interrupts. At the end of the pipe it fails.
    commands.read_exact(&mut command).is_ok() && command[0] == NEXT
}

/// Reads a chunk. Returns `None` if the command to end comes first.
fn read(input: &mut Input, commands: &PipeReader, buffer: &mut [u8]) -> Option<io::Result<usize>> {
    while waits_for_input(input, commands) {
        match input.read(buffer) {
            // Another process that shares the stream may have set it to non-blocking.
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock
                ) => {}
            read => return Some(read),
        }
    }
    None
}

/// The thread that reads. Once this is dropped, the thread takes nothing from the stream any more.
struct Reader {
    commands: Arc<PipeWriter>,
    ended: threads::Receiver<()>,
}

impl Reader {
    /// Somebody else may read what the thread was about to read, so that it waits for more. That must
    /// not keep the process.
    const LIMIT: Duration = Duration::from_millis(100);
}

impl Drop for Reader {
    fn drop(&mut self) {
        send(&self.commands, STOP);
        if cfg!(unix) {
            // Nothing is sent: it ends with the thread.
            let _ = self.ended.recv_timeout(Self::LIMIT);
        }
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
            if !self.is_asked {
                self.is_asked = true;
                send(&self.commands, NEXT);
            }
            let chunk = ready!(self.chunks.poll_recv(context));
            self.is_asked = false;
            match chunk {
                Some(chunk) => self.current = io::Cursor::new(chunk?),
                None => return Poll::Ready(Ok(())),
            }
        }
    }
}

#[cfg(unix)]
use self::unix::{Input, Protection, protect, waits_for_input};

#[cfg(unix)]
mod unix {
    use std::fs::File;
    use std::io::{self, PipeReader, Write as _};
    use std::os::fd::AsFd;

    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;

    pub(super) type Input = File;

    /// Waits until a read does not block. Returns `false` if a command comes first.
    pub(super) fn waits_for_input(input: &Input, commands: &PipeReader) -> bool {
        loop {
            let mut streams = [
                PollFd::new(commands, PollFlags::IN),
                PollFd::new(input, PollFlags::IN),
            ];
            match poll(&mut streams, None) {
                Err(Errno::INTR) => {}
                Ok(_) => return streams[0].revents().is_empty(),
                // The system cannot wait for this kind of stream: the read does.
                Err(_) => return true,
            }
        }
    }

    /// Gives the process its streams back when dropped.
    pub(super) struct Protection {
        input: File,
        output: File,
    }

    /// Returns the real streams, after it has replaced those that other code uses.
    pub(super) fn protect() -> io::Result<(File, File, Protection)> {
        let input = duplicate(&io::stdin())?;
        let output = duplicate(&io::stdout())?;
        let protection = Protection {
            input: input.try_clone()?,
            output: output.try_clone()?,
        };
        rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
        rustix::stdio::dup2_stdout(io::stderr())?;
        // Text that was printed before without a line end must not enter the protocol.
        flush_or_discard()?;
        Ok((input, output, protection))
    }

    /// Flushes standard output to standard error. Discards it if standard error has no reader.
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
            // The flush comes first: the output of tools belongs to standard error.
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
use self::other::{Input, Protection, protect, waits_for_input};

#[cfg(not(unix))]
mod other {
    use std::io::{self, PipeReader};

    pub(super) type Input = io::Stdin;

    pub(super) struct Protection;

    pub(super) fn protect() -> io::Result<(Input, io::Stdout, Protection)> {
        Ok((io::stdin(), io::stdout(), Protection))
    }

    /// A read cannot be interrupted here.
    pub(super) fn waits_for_input(_input: &Input, _commands: &PipeReader) -> bool {
        true
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::os::fd::OwnedFd;

    use tokio::io::AsyncReadExt as _;

    use super::*;

    #[tokio::test]
    async fn the_thread_reads_what_is_asked_for_and_no_more() {
        let (ours, mut theirs) = io::pipe().unwrap();
        let mut rest = ours.try_clone().unwrap();
        let (mut chunks, reader) = Chunks::read_from(File::from(OwnedFd::from(ours))).unwrap();
        theirs.write_all(b"one").unwrap();
        let mut read = [0; 3];
        chunks.read_exact(&mut read).await.unwrap();
        assert_eq!(read, *b"one");
        theirs.write_all(b"two").unwrap();
        drop((chunks, reader));
        theirs.write_all(b"three").unwrap();
        drop(theirs);
        let mut text = String::new();
        rest.read_to_string(&mut text).unwrap();
        assert_eq!(text, "twothree");
    }
}
