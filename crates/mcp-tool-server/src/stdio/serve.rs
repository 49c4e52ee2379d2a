//! Serves a pair of streams until the input ends or a signal arrives.

use std::io::{self, Write};
use std::pin::Pin;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use mcp_tool_runtime::embed::wait_for_blocking_calls;
use tokio::io::{AsyncWrite, AsyncWriteExt as _};
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::watch::Receiver;
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep_until, timeout};

use super::descriptors;
use super::lines::{Input, Lines};
use super::reader::Reader;
use crate::connection::{Connection, Limits, Load, Outbox, Outlet, Scope, WriteNow};
use crate::dispatch::{end_streams, tools_changed};
use crate::serve_error::{ServeError, no_signals};
use crate::served::{Served, Settings};
use crate::served_tools::changed;
use crate::signals::Signals;

/// The limits on the requests of one client.
const LIMITS: Limits = Limits {
    running: 256,
    open: 1024,
    bytes: 16 * 1024 * 1024,
    open_bytes: 64 * 1024 * 1024,
    questions: 1024,
};

/// The time that running calls have to end after the start of a shutdown.
pub(crate) const GRACE: Duration = Duration::from_secs(5);

/// The time limit for a client to read the last responses.
const LAST_WRITES: Duration = Duration::from_secs(5);

/// The same, if the server has cancelled running calls.
const LAST_WRITES_AFTER_ABORT: Duration = Duration::from_secs(1);

/// The time to wait for the end of the input after the client has closed the output.
const GONE_LIMIT: Duration = Duration::from_millis(100);

pub(crate) type ServeFuture = Pin<Box<dyn Future<Output = Result<(), ServeError>> + Send>>;

/// Where the lines for the client go.
pub(crate) enum Output {
    /// A stream whose writes block, for a thread of its own. The process can end even while a write blocks there.
    Blocking(Box<dyn Write + Send>),
    Async(Box<dyn AsyncWrite + Send + Unpin>),
}

// These functions have no type parameters, and return boxed futures. So rustc compiles them once, in this crate, and
// not again in each program.

pub(crate) fn serve_stdio(settings: Settings) -> ServeFuture {
    Box::pin(async move {
        let signals = Signals::listen(true).map_err(no_signals)?;
        let (input, output, write_now, _protection) = descriptors::take().map_err(no_streams)?;
        let output = Output::Blocking(Box::new(output));
        serve(settings, input, write_now, output, signals).await
    })
}

pub(crate) fn serve_io(
    settings: Settings,
    input: Input,
    output: Box<dyn AsyncWrite + Send + Unpin>,
) -> ServeFuture {
    Box::pin(serve(
        settings,
        input,
        None,
        Output::Async(output),
        Signals::none(),
    ))
}

async fn serve(
    settings: Settings,
    input: Input,
    write_now: Option<WriteNow>,
    output: Output,
    mut signals: Signals,
) -> Result<(), ServeError> {
    let load = Load::new(LIMITS);
    let outbox = Arc::new(Outbox::new(Arc::clone(&load.freed), write_now));
    let writer = start_writer(Arc::clone(&outbox), output).map_err(no_streams)?;
    let changes = settings.tools.changes();
    let connection = Connection::new(
        Served::new(settings),
        load,
        Scope::Streams,
        LIMITS.questions,
    );
    let outlet = Arc::clone(&outbox) as Arc<dyn Outlet>;
    let connection = connection.with_home(Arc::downgrade(&outlet));
    let runs_here = Handle::current().runtime_flavor() == RuntimeFlavor::CurrentThread;
    let mut reader = Reader::new(Arc::new(connection), Arc::clone(&outbox), runs_here);
    let mut lines = Lines::new(input);

    let end = read(&mut reader, &mut lines, changes, &mut signals).await;
    let input_has_ended = matches!(end, End::Input | End::Failed(_));
    let is_answered = !matches!(end, End::OutputClosed)
        && finish(&mut reader, &mut signals, input_has_ended).await;
    reader.abort();
    // A full outbox means that the client reads too slowly or not at all.
    if outbox.is_full() && !is_answered {
        outbox.abandon();
    } else {
        outbox.close();
    }
    let limit = if is_answered {
        LAST_WRITES
    } else {
        LAST_WRITES_AFTER_ABORT
    };
    let written = timeout(limit, outbox.stopped());
    let written = if is_answered {
        written.await
    } else {
        tokio::join!(written, wait_for_blocking_calls()).0
    };
    outbox.abandon();
    // Otherwise, a client that does not read would keep the stream open.
    if let Some(writer) = writer {
        writer.abort();
    }
    let written = written.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()));
    if let End::Failed(error) = end {
        return Err(ServeError("cannot read the input", error));
    }
    let Err(error) = written else { return Ok(()) };
    // A broken pipe is no error if the client has disconnected.
    let is_broken = error.kind() == io::ErrorKind::BrokenPipe;
    if is_broken && (input_has_ended || ends_soon(&mut lines).await) {
        return Ok(());
    }
    Err(ServeError("cannot write the responses", error))
}

fn no_streams(error: io::Error) -> ServeError {
    ServeError("cannot set up standard input and output", error)
}

/// Starts the writer of the outbox. Returns the handle of its task, if it is one.
fn start_writer(outbox: Arc<Outbox>, output: Output) -> io::Result<Option<AbortHandle>> {
    match output {
        Output::Async(mut output) => {
            let writer = tokio::spawn(async move {
                let end = async {
                    let mut batch = Vec::new();
                    while outbox.take(&mut batch).await {
                        output.write_all(&batch).await?;
                        output.flush().await?;
                    }
                    output.shutdown().await
                };
                outbox.stop(end.await);
            });
            Ok(Some(writer.abort_handle()))
        }
        Output::Blocking(mut output) => {
            let runtime = Handle::current();
            let thread = thread::Builder::new().name("mcp-stdout".to_owned());
            thread.spawn(move || {
                let mut write = || {
                    let mut batch = Vec::new();
                    while runtime.block_on(outbox.take(&mut batch)) {
                        output.write_all(&batch)?;
                        output.flush()?;
                    }
                    Ok(())
                };
                outbox.stop(write());
            })?;
            Ok(None)
        }
    }
}

/// Why the server reads no more.
enum End {
    Input,
    Failed(io::Error),
    Signal,
    OutputClosed,
}

/// Reads until the input ends, a signal arrives, or the client closes the output.
async fn read(
    reader: &mut Reader,
    lines: &mut Lines<Input>,
    mut changes: Option<Receiver<()>>,
    signals: &mut Signals,
) -> End {
    let room = Arc::clone(&reader.connection.load.freed);
    loop {
        if reader.outbox.has_stopped() {
            tracing::info!("the client no longer reads");
            return End::OutputClosed;
        }
        reader.start_queued();
        while reader.has_room() {
            match lines.next_read() {
                Some(line) => {
                    reader.outbox.expect_more(lines.has_read_more());
                    reader.accept(line);
                }
                None => break,
            }
        }
        tokio::select! {
            biased;
            () = signals.next() => {
                tracing::info!("received a signal");
                return End::Signal;
            }
            () = room.notified() => {}
            // A client that reads slowly gets one notification for several changes.
            () = changed(&mut changes), if changes.is_some() && !reader.outbox.is_busy() => {
                tools_changed(&reader.connection, || Some(Arc::clone(&reader.outlet)));
            }
            read = lines.read(), if reader.has_room() => match read {
                Ok(true) => {}
                Ok(false) => {
                    if let Some(line) = lines.rest() {
                        reader.accept(line);
                    }
                    return End::Input;
                }
                Err(error) => return End::Failed(error),
            },
        }
    }
}

/// Starts the queued requests, closes the open streams, and fails the open questions. Then waits until every request
/// has its response. Running calls have [`GRACE`] to end. If the input has ended, each start of a queued request
/// restarts this time. A signal ends it at once. Returns `false` if calls have to be cancelled.
async fn finish(reader: &mut Reader, signals: &mut Signals, input_has_ended: bool) -> bool {
    let connection = Arc::clone(&reader.connection);
    let mut deadline = Instant::now() + GRACE;
    let why = loop {
        // The server reads no more input, so the client can answer nothing, and close no stream.
        connection
            .questions
            .close("the client has closed the input");
        end_streams(&connection);
        if reader.outbox.has_stopped() {
            return false;
        }
        if reader.start_queued() && input_has_ended {
            deadline = Instant::now() + GRACE;
            continue;
        }
        if reader.is_idle() {
            return true;
        }
        tokio::select! {
            biased;
            () = signals.next() => break if input_has_ended {
                "received a signal after the end of the input"
            } else {
                "received a second signal"
            },
            () = connection.load.freed.notified() => {}
            () = sleep_until(deadline) => break "the grace period is over",
        }
    };
    match connection.calls.len() {
        0 => tracing::debug!(why, "nothing is running any more"),
        requests => tracing::warn!(why, requests, "calls were still running: cancelled"),
    }
    false
}

/// Returns whether the input ends within [`GONE_LIMIT`], after the client has closed the output. If a client exits,
/// both streams close, but either one may close first.
async fn ends_soon(lines: &mut Lines<Input>) -> bool {
    let rest = async { while let Ok(true) = lines.read().await {} };
    timeout(GONE_LIMIT, rest).await.is_ok()
}
