//! Pipes and sockets, which most clients use as standard input and output. No thread has to wait for them.
//!
//! Other processes may share a stream, so it stays in blocking mode. Instead, `poll` tells whether a call would wait.
//! The call may still wait if another process uses the stream in between, which would also break messages.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileTypeExt as _;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::retry_on_intr;
use rustix::pipe::PIPE_BUF;

use crate::connection::WriteNow;

/// Returns whether a stream is a pipe or a socket.
pub(super) fn is_pipe(stream: &File) -> bool {
    let metadata = stream.metadata();
    metadata.is_ok_and(|it| it.file_type().is_fifo() || it.file_type().is_socket())
}

/// Returns a function that writes short messages to a pipe or a socket without waiting.
pub(super) fn writer(stream: &File) -> Option<WriteNow> {
    let stream = stream.try_clone().ok().filter(is_pipe)?;
    Some(Box::new(move |message| {
        // A pipe with room has room for this number of bytes.
        let has_room = message.len() <= PIPE_BUF
            && poll_now(&stream, PollFlags::OUT).is_ok_and(|events| events == PollFlags::OUT);
        // Ignore an error, because the thread that writes the rest of the message gets it too.
        let written = has_room.then(|| rustix::io::write(&stream, message).ok());
        written.flatten().unwrap_or(0)
    }))
}

/// Returns those of the events that have happened, and whether the stream has failed.
fn poll_now(stream: &File, events: PollFlags) -> io::Result<PollFlags> {
    let mut polled = [PollFd::new(stream, events)];
    retry_on_intr(|| poll(&mut polled, Some(&Timespec::default())))?;
    Ok(polled[0].revents())
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, pipe};
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;

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
}
