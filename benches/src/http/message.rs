//! The HTTP requests of a client, for a service and for a socket.

use bytes::Bytes;
use http::{Method, Request};
use http_body_util::Full;

use super::mode::Mode;
use crate::handler::request;
use crate::stdio::{INITIALIZE, INITIALIZED};

/// The token that the protected server accepts.
pub(super) const TOKEN: &str = "mF_9.B5f-4.1JqM";

/// An HTTP request.
pub(super) struct Message {
    method: Method,
    headers: Vec<(&'static str, String)>,
    body: String,
}

impl Message {
    /// Returns a request with the headers that every client sends.
    fn new(method: Method, body: String) -> Self {
        let headers = [
            ("host", "localhost:8080"),
            ("content-type", "application/json"),
            ("accept", "application/json, text/event-stream"),
        ];
        let length = ("content-length", body.len().to_string());
        let headers = headers.map(|(name, value)| (name, value.to_owned()));
        Message {
            method,
            headers: headers.into_iter().chain([length]).collect(),
            body,
        }
    }

    fn header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// Adds the headers of a session of 2025-11-25.
    fn in_session(self, session: &str) -> Self {
        self.header("mcp-protocol-version", "2025-11-25")
            .header("mcp-session-id", session)
    }

    /// Returns the request that opens a session.
    pub(super) fn initialize() -> Self {
        Message::new(Method::POST, request("initialize", INITIALIZE))
    }

    /// Returns the notification that follows the response to `initialize`.
    pub(super) fn initialized(session: &str) -> Self {
        Message::new(Method::POST, INITIALIZED.trim_end().to_owned()).in_session(session)
    }

    /// Returns the request for the event stream of a session.
    pub(super) fn stream(session: &str) -> Self {
        Message::new(Method::GET, String::new()).in_session(session)
    }

    /// Returns a call of `add`. `Mode::Session` needs a session.
    pub(super) fn call(mode: Mode, session: Option<&str>) -> Self {
        let message = Message::new(Method::POST, request("tools/call", mode.params()));
        match (mode, session) {
            (Mode::Session, session) => message.in_session(session.expect("a session")),
            (Mode::Meta, _) => message
                .header("mcp-protocol-version", mode.version())
                .header("mcp-method", "tools/call")
                .header("mcp-name", "add"),
            (Mode::Protected, _) => message
                .header("mcp-protocol-version", mode.version())
                .header("authorization", format!("Bearer {TOKEN}")),
            (Mode::Stateless, _) => message.header("mcp-protocol-version", mode.version()),
        }
    }

    /// Returns the request for a service.
    pub(super) fn request(self) -> Request<Full<Bytes>> {
        let mut request = Request::builder().method(self.method).uri("/mcp");
        for (name, value) in self.headers {
            request = request.header(name, value);
        }
        let request = request.body(Full::from(self.body));
        request.expect("the headers are valid")
    }

    /// Returns the bytes of the request for a connection.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut text = format!("{} /mcp HTTP/1.1\r\n", self.method);
        for (name, value) in &self.headers {
            text += &format!("{name}: {value}\r\n");
        }
        (text + "\r\n" + &self.body).into_bytes()
    }
}
