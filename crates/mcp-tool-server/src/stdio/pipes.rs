//! Pipes and sockets, which most clients use as standard input and output. No thread has to wait for them.
//!
//! Other processes may share a stream, so it stays in blocking mode. Instead, `poll` tells whether a call would wait.
//! The call may still wait if another process uses the stream in between, which would also break messages.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileTypeExt as _;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::retry_on_intr;
use rustix::pipe::PIPE_BUF;
use tokio::io::unix::AsyncFd;
use tokio::io::{AsyncRead, Interest, ReadBuf};

use super::lines::Input;
use crate::connection::WriteNow;

/// Returns whether a stream is a pipe or a socket.
pub(super) fn is_pipe(stream: &File) -> bool {
    let metadata = stream.metadata();
    metadata.is_ok_and(|it| it.file_type().is_fifo() || it.file_type().is_socket())
}

/// Returns a pipe or a socket as a stream that the current task can read. Returns `None` if the runtime cannot watch it.
// The functions that replace `with_interest` are unsafe, because other types than `File` can close the descriptor early:
// https://github.com/tokio-rs/tokio/pull/8587
#[allow(deprecated)]
pub(super) fn reader(stream: &File) -> Option<Input> {
    let stream = stream.try_clone().ok().filter(is_pipe)?;
    let stream = AsyncFd::with_interest(stream, Interest::READABLE).ok()?;
    Some(Box::new(PipeReader(stream)))
}

/// A pipe or a socket. It reads when the runtime reports bytes.
struct PipeReader(AsyncFd<File>);

impl AsyncRead for PipeReader {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            let mut readiness = ready!(self.0.poll_read_ready(context))?;
            // If there are no bytes, `try_io` returns an error, and the next turn waits.
            if let Ok(result) = readiness.try_io(|stream| read_now(stream.get_ref(), buffer)) {
                return Poll::Ready(result);
            }
        }
    }
}

/// Reads without waiting.
///
/// # Errors
///
/// Returns `WouldBlock` if there are no bytes.
fn read_now(stream: &File, buffer: &mut ReadBuf<'_>) -> io::Result<()> {
    if poll_for(stream, PollFlags::IN, Duration::ZERO)?.is_empty() {
        return Err(io::ErrorKind::WouldBlock.into());
    }
    let length = retry_on_intr(|| rustix::io::read(stream, buffer.initialize_unfilled()))?;
    buffer.advance(length);
    Ok(())
}

/// Returns a function that writes short messages to a pipe or a socket without waiting.
pub(super) fn writer(stream: &File) -> Option<WriteNow> {
    let stream = stream.try_clone().ok().filter(is_pipe)?;
    Some(Box::new(move |message| {
        // A pipe with room has room for this number of bytes.
        if message.len() > PIPE_BUF || !gets_room(&stream, Duration::ZERO) {
            return 0;
        }
        // Ignore an error, because the thread that writes the rest of the message gets it too.
        rustix::io::write(&stream, message).unwrap_or(0)
    }))
}

/// Returns whether the stream has room within the time limit, and a reader.
pub(super) fn gets_room(stream: &File, limit: Duration) -> bool {
    poll_for(stream, PollFlags::OUT, limit).is_ok_and(|events| events == PollFlags::OUT)
}

/// Returns which of the events have happened within the time limit, and whether the stream has failed.
fn poll_for(stream: &File, events: PollFlags, limit: Duration) -> io::Result<PollFlags> {
    let mut polled = [PollFd::new(stream, events)];
    let limit = Timespec::try_from(limit).ok();
    retry_on_intr(|| poll(&mut polled, limit.as_ref()))?;
    Ok(polled[0].revents())
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _, pipe};
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;

    use tokio::io::AsyncReadExt as _;
    use tokio::time::timeout;

    use super::*;

    fn pairs() -> [(File, File); 2] {
        let (input, output) = pipe().unwrap();
        let (one, other) = UnixStream::pair().unwrap();
        let streams: [OwnedFd; 4] = [input.into(), output.into(), one.into(), other.into()];
        let [input, output, one, other] = streams.map(File::from);
        [(input, output), (one, other)]
    }

    #[test]
    fn a_full_stream_takes_no_message() {
        for (mut input, output) in pairs() {
            let write_now = writer(&output).unwrap();
            assert_eq!(write_now(&[0; PIPE_BUF + 1]), 0);
            let mut length = 0;
            loop {
                match write_now(&[0; PIPE_BUF]) {
                    0 => break,
                    written => length += written,
                }
            }
            assert!(length >= PIPE_BUF);
            input.read_exact(&mut vec![0; length]).unwrap();
            assert_eq!(write_now(b"one"), 3);
            drop(input);
            assert_eq!(write_now(b"two"), 0);
        }
    }

    #[tokio::test]
    async fn bytes_that_another_process_has_read_are_awaited_no_more() {
        for (mut input, mut output) in pairs() {
            let mut reader = reader(&input).unwrap();
            let mut buffer = [0; 8];
            output.write_all(b"one").unwrap();
            // This waits for bytes, but reads none.
            assert_eq!(reader.read(&mut []).await.unwrap(), 0);
            assert_eq!(input.read(&mut buffer).unwrap(), 3);
            let read = timeout(Duration::from_millis(10), reader.read(&mut buffer));
            assert!(read.await.is_err());

            output.write_all(b"two").unwrap();
            assert_eq!(reader.read(&mut buffer).await.unwrap(), 3);
            assert_eq!(buffer[..3], *b"two");
            drop(output);
            assert_eq!(reader.read(&mut buffer).await.unwrap(), 0);
        }
    }
}
