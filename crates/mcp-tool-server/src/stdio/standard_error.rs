//! A copy of standard error, so that no code of the process waits for the reader of the log.
//!
//! Many clients start a server with a pipe as standard error, and never read it. A write to the full pipe blocks,
//! for example in a panic hook, or in a subscriber of `tracing`. So while the server runs, descriptor 2 is another
//! pipe, which two threads empty in turns: while one thread waits for the client, the other one still reads.

use std::fs::File;
use std::io::{self, PipeReader, Read as _, Write};
use std::os::fd::AsFd as _;
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;
use std::{mem, panic, thread};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::ioctl_fionread;

use super::pipes::{gets_room, is_pipe};
use crate::mutex::lock;

/// The number of bytes that are kept for a slow reader.
const BACKLOG: usize = 256 * 1024;

/// The time limit for the reader to read the last text, and then to make room for more.
const LAST_WRITES: Duration = Duration::from_millis(500);

/// Restores standard error when dropped, unless nobody reads it.
pub(super) struct StandardError(Arc<Copier>);

struct Copier {
    pipe: PipeReader,
    original: File,
    /// Held by the thread that waits for text in the pipe.
    turn: Mutex<()>,
    state: Mutex<State>,
    /// Is notified when all text is written.
    idle: Condvar,
}

struct State {
    backlog: Vec<u8>,
    /// The number of bytes that had no room in the backlog, after its last text.
    lost: usize,
    /// Writes to the original. `None` while a thread writes.
    output: Option<Box<dyn Write + Send>>,
}

impl StandardError {
    /// Redirects standard error to a pipe, and copies from this pipe to the original standard error through
    /// `output`. Returns `None` for a terminal or a file. They do not block for long, and without a copy, no text
    /// is lost if the process is aborted.
    pub(super) fn redirect<W: Write + Send + 'static>(
        output: fn(File) -> W,
    ) -> io::Result<Option<Self>> {
        let original = File::from(io::stderr().as_fd().try_clone_to_owned()?);
        if !is_pipe(&original) {
            return Ok(None);
        }
        let (pipe, writer) = io::pipe()?;
        let state = State {
            backlog: Vec::new(),
            lost: 0,
            output: Some(Box::new(output(original.try_clone()?))),
        };
        let copier = Arc::new(Copier {
            pipe,
            original,
            turn: Mutex::default(),
            state: Mutex::new(state),
            idle: Condvar::new(),
        });
        for _ in 0..2 {
            let copier = Arc::clone(&copier);
            let thread = thread::Builder::new().name("mcp-stderr".to_owned());
            thread.spawn(move || copier.copy())?;
        }
        if cfg!(panic = "abort") {
            let (hook, copier) = (panic::take_hook(), Arc::clone(&copier));
            panic::set_hook(Box::new(move |panic| {
                hook(panic);
                copier.flush();
            }));
        }
        rustix::stdio::dup2_stderr(writer)?;
        Ok(Some(StandardError(copier)))
    }
}

impl Drop for StandardError {
    fn drop(&mut self) {
        // Without a reader, the pipe stays standard error. Otherwise, the last lines of `main` could block.
        if self.0.flush() {
            // Ignore an error, because it leaves the pipe, which works.
            let _ = rustix::stdio::dup2_stderr(&self.0.original);
        }
    }
}

impl Copier {
    /// Copies until all writers have closed the pipe.
    fn copy(&self) {
        let mut buffer = [0; 16 * 1024];
        loop {
            let turn = lock(&self.turn);
            // Wait without the lock of the state, and read with it. So `flush` misses no text
            // between the pipe and the backlog.
            if poll(&mut [PollFd::new(&self.pipe, PollFlags::IN)], None).is_err() {
                continue;
            }
            let mut state = lock(&self.state);
            match (&self.pipe).read(&mut buffer) {
                Ok(0) => return,
                Ok(length) => state.add(&buffer[..length]),
                Err(_) => continue,
            }
            drop(turn);
            let Some(mut output) = state.output.take() else {
                continue;
            };
            while let Some(text) = state.next() {
                drop(state);
                // Ignore an error, because nobody can read the text then.
                let _ = output.write_all(&text);
                state = lock(&self.state);
            }
            state.output = Some(output);
            self.idle.notify_all();
        }
    }

    /// Waits until all text is written, and the original has room. Returns `false` if one of the two takes longer
    /// than `LAST_WRITES`, or if the original has no reader.
    fn flush(&self) -> bool {
        let is_busy = |state: &mut State| {
            state.output.is_none() || !matches!(ioctl_fionread(&self.pipe), Ok(0))
        };
        let state = lock(&self.state);
        let waited = self.idle.wait_timeout_while(state, LAST_WRITES, is_busy);
        let is_written = waited.is_ok_and(|(_, time)| !time.timed_out());
        is_written && gets_room(&self.original, LAST_WRITES)
    }
}

impl State {
    fn add(&mut self, text: &[u8]) {
        if self.lost == 0 && self.backlog.len() + text.len() <= BACKLOG {
            self.backlog.extend_from_slice(text);
        } else {
            self.lost += text.len();
        }
    }

    /// Returns the text to write next.
    fn next(&mut self) -> Option<Vec<u8>> {
        let mut text = mem::take(&mut self.backlog);
        let lost = mem::take(&mut self.lost);
        if lost > 0 {
            let notice = format!("standard error was full: {lost} bytes of the log were lost");
            text.extend_from_slice(format!("\nmcp-tool: {notice}\n").as_bytes());
        }
        (!text.is_empty()).then_some(text)
    }
}
