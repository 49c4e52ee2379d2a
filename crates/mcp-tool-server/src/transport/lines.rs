//! Lines from a stream, with a limit on their length.

use std::{io, mem};

use mcp_tool_runtime::embed::Id;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};

use super::id_finder::IdFinder;

/// The size limit of a line in bytes, including its line end. `Lines` skips longer lines.
pub(super) const LINE_LIMIT: usize = 16 * 1024 * 1024;

/// The stream of lines from the client.
pub(crate) type Input = Box<dyn AsyncRead + Send + Unpin>;

/// A line from the client. The last line of the stream may have no line end.
#[derive(Debug, PartialEq)]
pub(super) enum Line {
    Whole(Vec<u8>),
    /// A skipped line longer than [`LINE_LIMIT`], with the id of its message, if any. `is_answer` is true for
    /// a response from the client.
    TooLong {
        id: Option<Id>,
        is_answer: bool,
    },
}

/// Splits a stream into lines.
pub(super) struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    skipping: Option<IdFinder>,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Lines {
            input: BufReader::new(input),
            line: Vec::new(),
            skipping: None,
        }
    }

    /// Returns the next line, or `None` at the end of the stream. The last line needs no line end.
    ///
    /// Dropping the future loses no data. `next` never awaits between copying bytes from the input buffer and
    /// consuming them there.
    pub(super) async fn next(&mut self) -> io::Result<Option<Line>> {
        loop {
            let available = self.input.fill_buf().await?;
            if available.is_empty() {
                return Ok(self.end_line());
            }
            let line_end = available.iter().position(|byte| *byte == b'\n');
            let taken = line_end.map_or(available.len(), |position| position + 1);
            let bytes = &available[..taken];
            if let Some(finder) = &mut self.skipping {
                finder.read(bytes);
            } else if self.line.len() + taken > LINE_LIMIT {
                let mut finder = IdFinder::default();
                finder.read(&mem::take(&mut self.line));
                finder.read(bytes);
                self.skipping = Some(finder);
            } else {
                self.line.extend_from_slice(bytes);
            }
            self.input.consume(taken);
            if line_end.is_some() {
                return Ok(self.end_line());
            }
        }
    }

    fn end_line(&mut self) -> Option<Line> {
        if let Some(mut finder) = self.skipping.take() {
            let (id, is_answer) = finder.take();
            return Some(Line::TooLong { id, is_answer });
        }
        let line = mem::take(&mut self.line);
        (!line.is_empty()).then_some(Line::Whole(line))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::io::AsyncWriteExt as _;

    use super::*;

    fn whole(text: &str) -> Option<Line> {
        Some(Line::Whole(text.as_bytes().to_vec()))
    }

    #[tokio::test]
    async fn the_last_line_needs_no_line_break() {
        let mut lines = Lines::new(&b"one\n\r\n\ntwo"[..]);
        for expected in ["one\n", "\r\n", "\n", "two"] {
            assert_eq!(lines.next().await.unwrap(), whole(expected));
        }
        assert_eq!(lines.next().await.unwrap(), None);
        assert_eq!(lines.next().await.unwrap(), None);
    }

    #[tokio::test]
    async fn a_dropped_read_loses_nothing() {
        let (mut there, here) = tokio::io::duplex(64);
        let mut lines = Lines::new(here);
        for part in ["on", "e"] {
            there.write_all(part.as_bytes()).await.unwrap();
            let read = tokio::time::timeout(Duration::from_millis(5), lines.next());
            assert!(read.await.is_err());
        }
        there.write_all(b"\ntwo").await.unwrap();
        assert_eq!(lines.next().await.unwrap(), whole("one\n"));
    }

    #[tokio::test]
    async fn the_id_of_an_overlong_line_is_known() {
        let text = "x".repeat(LINE_LIMIT);
        for (line, id, is_answer) in [
            (
                format!("{{\"id\":7,\"params\":\"{text}\"}}"),
                Some(Id::Number(7.into())),
                false,
            ),
            (
                format!("{{\"params\":\"{text}\",\"id\":\"a\"}}"),
                Some(Id::Text("a".to_owned())),
                false,
            ),
            (
                format!("{{\"result\":\"{text}\",\"id\":7}}"),
                Some(Id::Number(7.into())),
                true,
            ),
            (
                format!("{{\"id\":7,\"method\":\"m\",\"params\":{{\"result\":\"{text}\"}}}}"),
                Some(Id::Number(7.into())),
                false,
            ),
            (text, None, false),
        ] {
            let stream = format!("{line}y\nnext\n");
            let mut lines = Lines::new(stream.as_bytes());
            assert_eq!(
                lines.next().await.unwrap(),
                Some(Line::TooLong { id, is_answer })
            );
            assert_eq!(lines.next().await.unwrap(), whole("next\n"));
        }
    }

    #[tokio::test]
    async fn a_line_of_the_maximum_length_is_allowed() {
        let line = format!("{}\n", "x".repeat(LINE_LIMIT - 1));
        let mut lines = Lines::new(line.as_bytes());
        assert_eq!(lines.next().await.unwrap(), whole(&line));
    }
}
