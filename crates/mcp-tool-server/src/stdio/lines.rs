//! Lines from a stream, with a limit on their length.

use std::{io, mem};

use tokio::io::{AsyncRead, AsyncReadExt as _};

use super::id_finder::IdFinder;

/// The size limit of a line in bytes, including its line end. `Lines` skips longer lines.
pub(crate) const LINE_LIMIT: usize = 16 * 1024 * 1024;

/// The stream of lines from the client.
pub(crate) type Input = Box<dyn AsyncRead + Send + Unpin>;

/// A line from the client. The last line of the stream may have no line end.
#[derive(Debug, PartialEq)]
pub(crate) enum Line {
    Whole(Vec<u8>),
    /// A skipped line longer than [`LINE_LIMIT`], with the JSON of its message's id, if any. `is_answer` is true for
    /// a response from the client.
    TooLong {
        id: Option<String>,
        is_answer: bool,
    },
}

/// Splits a stream into lines.
pub(crate) struct Lines<R> {
    input: R,
    buffer: Box<[u8]>,
    /// The bytes of `buffer` that were read and not yet split.
    start: usize,
    end: usize,
    /// The first part of a line whose rest is not read yet.
    line: Vec<u8>,
    skipping: Option<IdFinder>,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    const BUFFER: usize = 64 * 1024;

    pub(crate) fn new(input: R) -> Self {
        Lines {
            input,
            buffer: vec![0; Self::BUFFER].into(),
            start: 0,
            end: 0,
            line: Vec::new(),
            skipping: None,
        }
    }

    /// Returns the next line that was read already. The last line of the stream may lack its line end, so
    /// [`rest`](Self::rest) returns it.
    pub(crate) fn next_read(&mut self) -> Option<Line> {
        let bytes = &self.buffer[self.start..self.end];
        let line_end = memchr::memchr(b'\n', bytes);
        let bytes = line_end.map_or(bytes, |position| &bytes[..=position]);
        self.start += bytes.len();
        if let Some(finder) = &mut self.skipping {
            finder.read(bytes);
        } else if self.line.len() + bytes.len() > LINE_LIMIT {
            let mut finder = IdFinder::default();
            finder.read(&mem::take(&mut self.line));
            finder.read(bytes);
            self.skipping = Some(finder);
        } else {
            self.line.extend_from_slice(bytes);
        }
        line_end?;
        self.rest()
    }

    /// Returns whether more bytes were read already.
    pub(crate) fn has_read_more(&self) -> bool {
        self.start < self.end
    }

    /// Reads more bytes, after [`next_read`](Self::next_read) has returned `None`. Returns `false` at the end of
    /// the stream. Dropping the future loses no data.
    pub(crate) async fn read(&mut self) -> io::Result<bool> {
        let length = self.input.read(&mut self.buffer).await?;
        (self.start, self.end) = (0, length);
        Ok(length > 0)
    }

    /// Returns the last line of the stream, if it has no line end.
    pub(crate) fn rest(&mut self) -> Option<Line> {
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

    impl<R: AsyncRead + Unpin> Lines<R> {
        /// Returns the next line, or `None` at the end of the stream. Dropping the future loses no data.
        async fn next(&mut self) -> io::Result<Option<Line>> {
            loop {
                if let Some(line) = self.next_read() {
                    return Ok(Some(line));
                }
                if !self.read().await? {
                    return Ok(self.rest());
                }
            }
        }
    }

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
                Some("7".to_owned()),
                false,
            ),
            (
                format!("{{\"params\":\"{text}\",\"id\":\"a\"}}"),
                Some(r#""a""#.to_owned()),
                false,
            ),
            (
                format!("{{\"result\":\"{text}\",\"id\":7}}"),
                Some("7".to_owned()),
                true,
            ),
            (
                format!("{{\"id\":7,\"method\":\"m\",\"params\":{{\"result\":\"{text}\"}}}}"),
                Some("7".to_owned()),
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
