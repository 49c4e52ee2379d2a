//! Runs the lines of a case.

use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::time::timeout;

use crate::received::{Received, matches};
use crate::transport::{Client, Transport, Way};

/// The methods that the server has in some protocol version.
const METHODS: &str =
    "initialize ping tools/list tools/call server/discover subscriptions/listen logging/setLevel";

const NEWEST: &str = "2026-07-28";

/// The time after which a message is missing.
const LIMIT: Duration = Duration::from_secs(10);
const STEP: Duration = Duration::from_millis(1);

fn is_id(text: &str) -> bool {
    text.starts_with(['"', '-']) || text.starts_with(|first: char| first.is_ascii_digit())
}

/// Replaces `<ff>` by the byte.
fn bytes(text: &str) -> Vec<u8> {
    let mut parts = text.split('<');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        match part.split_once('>') {
            Some((byte, rest)) => {
                bytes.push(u8::from_str_radix(byte, 16).expect("a byte"));
                bytes.extend(rest.as_bytes());
            }
            None => bytes.extend([b"<", part.as_bytes()].concat()),
        }
    }
    bytes
}

/// One run of a case.
pub(crate) struct Run<'a> {
    pub(crate) version: &'static str,
    /// The JSON of the client's capabilities.
    pub(crate) capabilities: &'a str,
    pub(crate) client: Client,
    /// Messages that no line has taken yet.
    pub(crate) unread: Vec<Received>,
    /// The messages that lines have taken, in the order of the script.
    pub(crate) taken: Vec<String>,
    pub(crate) sent: Vec<String>,
    /// Whether the version is in a header of each message. Otherwise, a message without a known id has none.
    has_headers: bool,
    is_beside: bool,
    /// The id of the latest request of the server.
    question: Value,
    last_id: u32,
}

impl<'a> Run<'a> {
    pub(crate) fn new(
        (transport, is_beside): Way,
        version: &'static str,
        capabilities: &'a str,
        client: Client,
    ) -> Self {
        Run {
            version,
            capabilities,
            client,
            unread: Vec::new(),
            taken: Vec::new(),
            sent: Vec::new(),
            has_headers: matches!(transport, Transport::Session | Transport::Sessionless),
            is_beside,
            question: Value::Null,
            last_id: 1000,
        }
    }

    fn is_modern(&self) -> bool {
        self.version >= NEWEST
    }

    /// Does what one line says, see `cases`.
    pub(crate) async fn line(&mut self, line: &str) -> Result<(), String> {
        let Some((prefix, rest)) = line.split_once('|') else {
            return self.once(line).await;
        };
        if matches!(prefix, "alone" | "beside") {
            let taken = self.taken.len();
            if (prefix == "beside") == self.is_beside {
                Box::pin(self.line(rest.trim())).await?;
            }
            self.taken.truncate(taken);
            return Ok(());
        }
        let words: Vec<String> = match (prefix.split_once(".."), prefix.split_once(' ')) {
            _ if matches!(prefix, "old" | "new") => {
                let is_for_others = (prefix == "new") != self.is_modern();
                return match is_for_others {
                    true => Ok(()),
                    false => Box::pin(self.line(rest.trim())).await,
                };
            }
            (Some((first, last)), _) if first.parse::<u32>().is_ok() => {
                let [first, last] = [first, last].map(|it| it.parse::<u32>().unwrap());
                (first..=last).map(|number| number.to_string()).collect()
            }
            (_, Some(("each", words))) => {
                let words = words.replace("METHODS", METHODS);
                words.split(' ').map(str::to_owned).collect()
            }
            _ => return self.once(line).await,
        };
        for word in words {
            self.once(&rest.trim().replace('#', &word)).await?;
        }
        Ok(())
    }

    async fn once(&mut self, line: &str) -> Result<(), String> {
        if line.is_empty() || line.starts_with("//") {
            return Ok(());
        }
        if let Some(expected) = line.strip_prefix("< ") {
            return self.expect(expected.trim()).await;
        }
        if let Some(sent) = line.strip_prefix("> ") {
            let message = self.message(sent);
            self.send(message).await;
            return Ok(());
        }
        let (sent, expected) = line.split_once(" =>").ok_or("no such line")?;
        let has_id = is_id(sent);
        let (id, sent) = match sent.split_once(' ') {
            Some((id, _)) if has_id => (id.to_owned(), sent.to_owned()),
            _ => {
                self.last_id += 1;
                let id = self.last_id.to_string();
                let sent = format!("{id} {sent}");
                (id, sent)
            }
        };
        let message = self.message(&sent);
        self.send(message).await;
        self.expect(&format!("{id} {}", expected.trim())).await
    }

    async fn send(&mut self, message: Vec<u8>) {
        self.client.send(&message).await;
        self.sent
            .push(String::from_utf8_lossy(&message).into_owned());
    }

    /// Returns the message of a line.
    fn message(&self, line: &str) -> Vec<u8> {
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        match first {
            "raw" => return bytes(&self.filled(rest)),
            "answer" => {
                let answer = format!(r#"{{"jsonrpc":"2.0","id":{},{rest}}}"#, self.question);
                return self.filled(&answer).into();
            }
            _ => {}
        }
        if !is_id(first) {
            let params = if rest.is_empty() {
                String::new()
            } else {
                format!(r#","params":{rest}"#)
            };
            return format!(r#"{{"jsonrpc":"2.0","method":"{first}"{params}}}"#).into();
        }
        let (method, params) = rest.split_once(' ').unwrap_or((rest, ""));
        let (method, params) = match method {
            "call" | "start" => {
                let (name, arguments) = params.split_once(' ').unwrap_or((params, "{}"));
                let token = format!(r#""_meta":{{"progressToken":{first}}},"#);
                let token = if method == "start" { &*token } else { "" };
                let params = format!(r#"{{{token}"name":"{name}","arguments":{arguments}}}"#);
                ("tools/call", params)
            }
            _ if params.is_empty() => (method, "{}".to_owned()),
            _ => (method, params.to_owned()),
        };
        let params = if self.is_modern() {
            self.with_meta(&params)
        } else {
            params
        };
        let message =
            format!(r#"{{"jsonrpc":"2.0","id":{first},"method":"{method}","params":{params}}}"#);
        self.filled(&message).into()
    }

    /// The members of `_meta` that each request has since 2026-07-28.
    fn meta(&self) -> String {
        let prefix = "io.modelcontextprotocol";
        let capabilities = self.capabilities;
        format!(
            r#""{prefix}/protocolVersion":"{NEWEST}","{prefix}/clientCapabilities":{capabilities}"#
        )
    }

    /// Adds these members, unless the parameters are no object or name a version.
    fn with_meta(&self, params: &str) -> String {
        let has_meta = ["MODERN", "modelcontextprotocol/protocol"]
            .iter()
            .any(|part| params.contains(part));
        let has_meta = has_meta || params.contains("\"_meta\":") && !params.contains("\"_meta\":{");
        if !params.starts_with('{') || has_meta {
            return params.to_owned();
        }
        let meta = self.meta();
        let params = match params.contains(r#""_meta":{"#) {
            true => params.replacen(r#""_meta":{"#, &format!(r#""_meta":{{{meta},"#), 1),
            false => params.replacen('{', &format!(r#"{{"_meta":{{{meta}}},"#), 1),
        };
        params.replace(",}", "}")
    }

    /// Replaces the words that stand for long texts.
    fn filled(&self, text: &str) -> String {
        let deep = |start: &str, end: &str| start.repeat(2_000) + "1" + &end.repeat(2_000);
        let fifty = || {
            let ping = |id| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
            (1..=50).map(ping).collect::<Vec<_>>().join(",")
        };
        let words: [(&str, &dyn Fn() -> String); 6] = [
            ("MODERN", &|| self.meta()),
            ("FIFTY", &fifty),
            ("VERSION", &|| self.version.to_owned()),
            ("SEPARATORS", &|| "\u{2028}\u{2029}\u{85}".to_owned()),
            ("ARRAYS", &|| deep("[", "]")),
            ("OBJECTS", &|| deep(r#"{"a":"#, "}")),
        ];
        let mut text = text.to_owned();
        for (word, meaning) in words {
            if text.contains(word) {
                text = text.replace(word, &meaning());
            }
        }
        text
    }

    /// Waits for a message of the server.
    async fn expect(&mut self, expected: &str) -> Result<(), String> {
        let has_id = self.version < "2025-11-25" || self.is_modern() && !self.has_headers;
        let expected = &expected
            .replace("VERSION", self.version)
            .replace("NOID", if has_id { "null" } else { "none" });
        let start = Instant::now();
        loop {
            if let Some(position) = self.find(expected) {
                let received = self.unread.remove(position);
                let message: Value = serde_json::from_str(&received.text).unwrap();
                if message["method"].is_string() && !message["id"].is_null() {
                    self.question = message["id"].clone();
                }
                self.taken.push(received.text);
                return Ok(());
            }
            match timeout(STEP, self.client.received.recv()).await {
                Ok(Some(received)) => self.unread.push(received?),
                Ok(None) => return Err(format!("the server has ended; {}", self.rest())),
                Err(_) if start.elapsed() > LIMIT => return Err(self.rest()),
                // If the clock is paused, the server may wait for a thread, which needs real time.
                Err(_) => std::thread::sleep(STEP),
            }
        }
    }

    /// Finds the first message that a line expects, if it is the next one of its lane.
    fn find(&self, expected: &str) -> Option<usize> {
        let is_next = |at: usize| {
            let lane = &self.unread[at].lane;
            self.unread[..at].iter().all(|other| other.lane != *lane)
        };
        (0..self.unread.len()).find(|at| {
            let received = &self.unread[*at];
            let subject = match expected.starts_with(['{', '[']) {
                true => &received.text,
                false => &received.line,
            };
            is_next(*at) && matches(expected, subject)
        })
    }

    /// Describes the messages that no line has taken.
    fn rest(&self) -> String {
        let rest = self
            .unread
            .iter()
            .map(|it| format!("\n    < {:.2000}", it.line));
        format!("there is only{}", rest.collect::<String>())
    }
}
