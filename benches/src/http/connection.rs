//! A client's connection to an HTTP/1.1 server. It blocks, and reads only the parts of a response that the benchmarks
//! need, so that it takes little CPU time.

use std::io::{self, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use super::message::Message;

/// The time after which a missing response is an error.
const TIMEOUT: Duration = Duration::from_secs(20);

/// A connection with at most one request at a time.
pub(super) struct Connection {
    stream: TcpStream,
    received: Vec<u8>,
}

/// A response, or the start of an event stream.
pub(super) struct Response<'a> {
    head: &'a str,
    /// The body. Between its parts are the sizes of the chunks, if it has chunks.
    pub(super) body: &'a [u8],
}

impl Response<'_> {
    /// Returns the value of a header.
    fn header(&self, name: &str) -> Option<&str> {
        self.head.split("\r\n").find_map(|line| {
            let (found, value) = line.split_once(':')?;
            found.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }

    fn has_whole_body(&self) -> bool {
        match self.header("content-length").map(str::parse) {
            Some(length) => length == Ok(self.body.len()),
            // The last chunk is empty.
            None => self.body.ends_with(b"\r\n0\r\n\r\n"),
        }
    }
}

impl Connection {
    pub(super) fn open(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        Ok(Connection {
            stream,
            received: Vec::new(),
        })
    }

    pub(super) fn send(&mut self, request: &[u8]) -> io::Result<()> {
        self.stream.write_all(request)
    }

    /// Reads a response. Returns an error if it has another status.
    pub(super) fn receive(&mut self, status: &str) -> io::Result<Response<'_>> {
        self.receive_until(status, |response| response.has_whole_body())
    }

    /// Reads a response until `is_complete` returns true.
    fn receive_until(
        &mut self,
        status: &str,
        is_complete: impl Fn(&Response<'_>) -> bool,
    ) -> io::Result<Response<'_>> {
        self.received.clear();
        let mut part = [0; 2048];
        while !split(&self.received).is_some_and(|response| is_complete(&response)) {
            let length = self.stream.read(&mut part)?;
            if length == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            self.received.extend_from_slice(&part[..length]);
        }
        let response = split(&self.received);
        let found = response.filter(|response| response.head[9..].starts_with(status));
        found.ok_or_else(|| {
            let text = String::from_utf8_lossy(&self.received);
            io::Error::other(format!("expected status {status}: {text}"))
        })
    }

    /// Opens a session, and returns its id.
    pub(super) fn open_session(&mut self) -> io::Result<String> {
        self.send(&Message::initialize().bytes())?;
        let response = self.receive("200")?;
        let id = response.header("mcp-session-id").map(str::to_owned);
        let id = id.ok_or_else(|| io::Error::other("no session"))?;
        self.send(&Message::initialized(&id).bytes())?;
        self.receive("202")?;
        Ok(id)
    }

    /// Opens the event stream of a session. After that, the connection carries only this stream.
    pub(super) fn open_stream(&mut self, session: &str) -> io::Result<()> {
        self.send(&Message::stream(session).bytes())?;
        self.receive_until("200", |_| true)?;
        Ok(())
    }
}

/// Returns the response so far, once its head is complete.
fn split(received: &[u8]) -> Option<Response<'_>> {
    let end = received.windows(4).position(|it| it == b"\r\n\r\n")?;
    let (head, body) = received.split_at(end + 4);
    let head = str::from_utf8(head).ok()?;
    Some(Response { head, body })
}
