//! A server over Streamable HTTP.

use std::io::Read as _;
use std::time::Duration;

use serde_json::Value;
use ureq::Agent;
use ureq::http::Response;

use super::parse;

/// The longest response that the program reads.
const MAX_BODY: u64 = 64 << 20;

pub(super) struct Connection {
    agent: Agent,
    url: String,
    headers: Vec<(String, String)>,
    protocol_version: Option<String>,
    session: Option<String>,
}

impl Connection {
    pub(super) fn new(url: &str, headers: &[String], timeout: Duration) -> Result<Self, String> {
        let headers = headers.iter().map(|header| {
            let (name, value) = header
                .split_once(':')
                .ok_or_else(|| format!("write the header `{header}` as `NAME: VALUE`"))?;
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        });
        let config = Agent::config_builder()
            .timeout_global(Some(timeout))
            .http_status_as_error(false);
        Ok(Connection {
            agent: config.build().into(),
            url: url.to_owned(),
            headers: headers.collect::<Result<_, String>>()?,
            protocol_version: None,
            session: None,
        })
    }

    pub(super) fn set_protocol_version(&mut self, version: &str) {
        self.protocol_version = Some(version.to_owned());
    }

    pub(super) fn request(&mut self, message: &Value) -> Result<Value, String> {
        let method = message["method"].as_str().unwrap_or_default();
        let response = self.post(message)?;
        let status = response.status();
        if let Some(session) = response.headers().get("mcp-session-id") {
            self.session = session.to_str().ok().map(str::to_owned);
        }
        let is_stream = response
            .headers()
            .get("content-type")
            .is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"));
        let body = match is_stream {
            true => event(response, &message["id"]),
            false => {
                let mut body = Vec::new();
                let read = response.into_body().into_reader().take(MAX_BODY);
                { read }.read_to_end(&mut body).map(|_| body)
            }
        };
        let body = body.map_err(|error| format!("the response to `{method}` ended: {error}"))?;
        match parse(&body) {
            Ok(response) if response.get("result").is_some() || response.get("error").is_some() => {
                Ok(response)
            }
            Ok(_) => Err(format!(
                "the response to `{method}` is not JSON-RPC ({status})"
            )),
            Err(error) => Err(format!("the response to `{method}` {error} ({status})")),
        }
    }

    pub(super) fn notify(&mut self, message: &Value) -> Result<(), String> {
        let status = self.post(message)?.status();
        match status.is_success() {
            true => Ok(()),
            false => Err(format!("the server rejects a notification ({status})")),
        }
    }

    fn post(&self, message: &Value) -> Result<Response<ureq::Body>, String> {
        let mut request = self
            .agent
            .post(&self.url)
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream");
        if let Some(version) = &self.protocol_version {
            request = request.header("mcp-protocol-version", version);
            if version == "2026-07-28" {
                request =
                    request.header("mcp-method", message["method"].as_str().unwrap_or_default());
            }
        }
        if let Some(session) = &self.session {
            request = request.header("mcp-session-id", session);
        }
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        request
            .send(message.to_string())
            .map_err(|error| format!("{}: {error}", self.url))
    }
}

/// Reads events until one has the response to the request.
fn event(response: Response<ureq::Body>, id: &Value) -> std::io::Result<Vec<u8>> {
    use std::io::{BufRead as _, BufReader, Error};
    let body = response.into_body().into_reader().take(MAX_BODY);
    let mut data = Vec::new();
    for line in BufReader::new(body).split(b'\n') {
        let line = line?;
        let line = line.strip_suffix(b"\r").unwrap_or(&line);
        if let Some(more) = line.strip_prefix(b"data:") {
            data.extend(more.strip_prefix(b" ").unwrap_or(more));
        } else if line.is_empty() && !data.is_empty() {
            let message = parse(&data);
            if message.is_err() || message.is_ok_and(|message| message.get("id") == Some(id)) {
                return Ok(data);
            }
            data.clear();
        }
    }
    Err(Error::other("the stream has no response"))
}
