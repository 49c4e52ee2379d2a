//! What goes to `tracing`.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use tracing::Level;
use tracing_subscriber::fmt::format::FmtSpan;

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(text)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// All that is logged on this thread while something runs, down to the finest level.
pub(crate) fn logged(run: impl FnOnce()) -> String {
    lines(Level::TRACE, FmtSpan::NONE, run)
}

/// The same down to a level, with a line for the end of each span.
pub(crate) fn closed_spans(level: Level, run: impl FnOnce()) -> String {
    lines(level, FmtSpan::CLOSE, run)
}

fn lines(level: Level, spans: FmtSpan, run: impl FnOnce()) -> String {
    let lines = Lines::default();
    let writer = lines.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_span_events(spans)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    let guard = mcp_tool_tests::subscribed(subscriber);
    run();
    drop(guard);
    let bytes = lines.0.lock().unwrap().clone();
    String::from_utf8(bytes).unwrap()
}
