//! A connection to a server over Streamable HTTP.

use std::io::{BufRead as _, BufReader, Error, Read as _};
use std::time::{Duration, Instant};

use serde_json::Value;
use ureq::http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode};
use ureq::{Agent, Body, RequestBuilder};

use super::client::{Transport, is_response, remaining_time, timeout_error};
use super::parse;

/// The largest response that the program reads, in bytes.
const MAX_BODY: u64 = 64 << 20;

/// The timeout of the request that ends a session.
const SHUTDOWN: Duration = Duration::from_secs(2);

pub(super) struct Connection {
    agent: Agent,
    url: String,
    headers: HeaderMap,
    deadline: Instant,
    has_session: bool,
}

impl Connection {
    pub(super) fn new(url: &str, headers: &[(HeaderName, HeaderValue)], deadline: Instant) -> Self {
        let config = Agent::config_builder().http_status_as_error(false);
        Connection {
            agent: config.build().into(),
            url: url.to_owned(),
            headers: headers.iter().cloned().collect(),
            deadline,
            has_session: false,
        }
    }

    fn post(&self, message: &Value) -> Result<Response<Body>, String> {
        let timeout = remaining_time(self.deadline, message)?;
        let request = self
            .with_headers(self.agent.post(&self.url))
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .header("mcp-method", message["method"].as_str().unwrap_or_default())
            .config()
            .timeout_global(Some(timeout))
            .build();
        let response = request
            .send(message.to_string())
            .map_err(|error| match error {
                ureq::Error::Timeout(_) => timeout_error(message),
                error => format!("{}: {error}", self.url),
            })?;
        match response.status() {
            status @ (StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) => Err(format!(
                "{}: {status}; log in with --header \"Authorization: Bearer …\"",
                self.url
            )),
            _ => Ok(response),
        }
    }

    fn with_headers<T>(&self, mut request: RequestBuilder<T>) -> RequestBuilder<T> {
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        request
    }
}

impl Transport for Connection {
    fn request(&mut self, request: &Value) -> Result<Value, String> {
        let method = request["method"].as_str().unwrap_or_default();
        let response = self.post(request)?;
        let status = response.status();
        if let Some(session) = response.headers().get("mcp-session-id") {
            self.headers.insert("mcp-session-id", session.clone());
            self.has_session = true;
        }
        let is_stream = response.headers().get("content-type").is_some_and(|kind| {
            let kind = kind.as_bytes().to_ascii_lowercase();
            kind.starts_with(b"text/event-stream")
        });
        let mut body = response.into_body().into_reader().take(MAX_BODY);
        let read = if is_stream {
            read_response_event(body, request)
        } else {
            let mut text = Vec::new();
            body.read_to_end(&mut text).map(|_| text)
        };
        let text = read.map_err(|error| format!("the response to `{method}` ended: {error}"))?;
        match parse(&text) {
            Ok(response) if response.get("result").is_some() || response.get("error").is_some() => {
                Ok(response)
            }
            Ok(_) => Err(format!(
                "the response to `{method}` is not JSON-RPC ({status})"
            )),
            Err(error) => Err(format!("the response to `{method}` {error} ({status})")),
        }
    }

    fn notify(&mut self, notification: &Value) -> Result<(), String> {
        let status = self.post(notification)?.status();
        if status.is_success() {
            Ok(())
        } else {
            Err(format!("the server rejects a notification ({status})"))
        }
    }

    fn set_protocol_version(&mut self, version: &str) {
        if let Ok(version) = version.parse() {
            self.headers.insert("mcp-protocol-version", version);
        }
    }
}

/// Ends the session, if the server opened one.
impl Drop for Connection {
    fn drop(&mut self) {
        if self.has_session {
            let request = self.with_headers(self.agent.delete(&self.url)).config();
            // Ignore errors: a server may refuse to end the session.
            let _ = request.timeout_global(Some(SHUTDOWN)).build().call();
        }
    }
}

/// Reads server-sent events up to the response to `request`, or up to an event that is not valid JSON. Returns
/// the data of the last event read.
fn read_response_event(body: impl std::io::Read, request: &Value) -> std::io::Result<Vec<u8>> {
    let mut data = Vec::new();
    for line in BufReader::new(body).split(b'\n') {
        let line = line?;
        let line = line.strip_suffix(b"\r").unwrap_or(&line);
        if let Some(more) = line.strip_prefix(b"data:") {
            data.extend(more.strip_prefix(b" ").unwrap_or(more));
        } else if line.is_empty() && !data.is_empty() {
            let message = parse(&data);
            if message.is_err() || message.is_ok_and(|message| is_response(&message, request)) {
                return Ok(data);
            }
            data.clear();
        }
    }
    Err(Error::other("the stream has no response"))
}
