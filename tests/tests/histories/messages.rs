//! The messages of a history, and the responses that the protocol prescribes.

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// The ids of requests, as JSON.
#[rustfmt::skip]
pub(crate) const IDS: [&str; 14] = [
    "0", "1", "-1", "7", "7.0", "9007199254740993", "-9223372036854775808", "18446744073709551617",
    r#""a""#, r#""\u0061""#, r#""1""#, r#""""#, r#""\ud83d\ude00\n\\\"/\/""#,
    r#""0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789""#,
];

/// Requests: the method, the parameters, and the possible responses before `initialize`, after it, and in protocol
/// version 2026-07-28. `$` is the key of a call.
#[rustfmt::skip]
pub(crate) const REQUESTS: [(&str, &str, &str, &str, &str); 29] = [
    ("tools/call", r#"{"name":"wait","arguments":{"key":$}}"#, INVALID, WAITS, WAITS),
    ("tools/call", r#"{"name":"ask","arguments":{"key":$}}"#, INVALID, ASKS, "input required"),
    ("initialize", r#"{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{}},"clientInfo":{"name":"a","version":"0"}}"#, "initialized 2025-11-25", SECOND, UNKNOWN),
    ("initialize", r#"{"protocolVersion":"2099-01-01","capabilities":{},"clientInfo":{"name":"a","version":"0"}}"#, "initialized 2025-11-25", SECOND, UNKNOWN),
    ("initialize", r#"{"protocolVersion":"2025-06-18","capabilities":{"elicitation":{}},"clientInfo":{"name":"a","version":"0"}}"#, "initialized 2025-06-18", SECOND, UNKNOWN),
    ("initialize", r#"{"protocolVersion":"2025-03-26","capabilities":{"elicitation":{}},"clientInfo":{"name":"a","version":"0"}}"#, "initialized 2025-03-26", SECOND, UNKNOWN),
    ("initialize", r#"{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"a","version":"0"}}"#, "initialized 2024-11-05", SECOND, UNKNOWN),
    ("initialize", r#"{"protocolVersion":7}"#, INVALID, "error -32602|error -32600", UNKNOWN),
    ("subscriptions/listen", r#"{"notifications":{"toolsListChanged":true}}"#, INVALID, UNKNOWN, LISTENS),
    ("subscriptions/listen", r#"{"notifications":{"promptsListChanged":true,"toolsListChanged":false}}"#, INVALID, UNKNOWN, LISTENS),
    ("subscriptions/listen", r#"{"notifications":7}"#, INVALID, UNKNOWN, INVALID),
    ("ping", "{}", "pong", "pong", UNKNOWN),
    ("server/discover", "{}", INVALID, UNKNOWN, "discovered"),
    ("prompts/list", "{}", "error -32601|error -32602", UNKNOWN, UNKNOWN),
    ("tools/list", "{}", INVALID, "tools", "tools"),
    ("tools/list", r#"{"cursor":"bogus"}"#, INVALID, INVALID, INVALID),
    ("tools/list", r#"{"cursor":7}"#, INVALID, INVALID, INVALID),
    ("tools/list", "[1]", INVALID, INVALID, INVALID),
    ("tools/call", r#"{"name":"add","arguments":{"a":1,"b":2}}"#, INVALID, "text 3", "text 3"),
    ("tools/call", r#"{"name":"add","arguments":{"a":1,"b":7,"b":2}}"#, INVALID, "is error", "is error"),
    ("tools/call", r#"{"name":"add","arguments":{"a":"x"}}"#, INVALID, "is error", "is error"),
    ("tools/call", r#"{"name":"add","arguments":[1,2]}"#, INVALID, INVALID, INVALID),
    ("tools/call", r#"{"name":"panic"}"#, INVALID, "is error", "is error"),
    ("tools/call", r#"{"name":"fail","arguments":null}"#, INVALID, "is error", "is error"),
    ("tools/call", r#"{"name":"nothing"}"#, INVALID, INVALID, INVALID),
    ("tools/call", r#"{"name":7}"#, INVALID, INVALID, INVALID),
    ("tools/call", "{}", INVALID, INVALID, INVALID),
    ("tools/call", r#"{"name":"ask","arguments":{"key":$},"inputResponses":{"form":{"action":"accept","content":{"agreed":true}}}}"#, INVALID, ASKS, "text agreed $"),
    ("tools/call", r#"{"name":"large"}"#, INVALID, "text large", "text large"),
];

/// Positions in `REQUESTS`.
pub(crate) const WAIT: usize = 0;
pub(crate) const INITIALIZE: std::ops::Range<usize> = 2..7;
pub(crate) const PING: usize = 11;
pub(crate) const LARGE: usize = 28;

const INVALID: &str = "error -32602";
const UNKNOWN: &str = "error -32601";
const SECOND: &str = "error -32600";
/// The response comes once the call is released.
pub(crate) const WAITS: &str = "text waited $";
/// The response comes after an answer of the client, and is an error if the client cannot be asked.
pub(crate) const ASKS: &str = "asks";
/// The response comes at the end of the stream.
pub(crate) const LISTENS: &str = "listens";

/// The `_meta` of a request, and the possible responses, if the method does not matter.
#[rustfmt::skip]
pub(crate) const VERSIONS: [(Option<&str>, Option<&str>); 7] = [
    (None, None),
    MODERN,
    MODERN,
    (Some(r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#), Some("error -32601|error -32602")),
    (Some(r#"{"io.modelcontextprotocol/protocolVersion":"2099-01-01","io.modelcontextprotocol/clientCapabilities":{}}"#), Some("error -32022")),
    (Some(r#"{"io.modelcontextprotocol/protocolVersion":7,"io.modelcontextprotocol/clientCapabilities":{}}"#), Some(INVALID)),
    (Some(r#"{"io.modelcontextprotocol/protocolVersion":"2025-06-18"}"#), None),
];

#[rustfmt::skip]
pub(crate) const MODERN: (Option<&str>, Option<&str>) = (
    Some(r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}"#),
    None,
);

/// Lines that are no valid message: the id and the code of the response.
#[rustfmt::skip]
pub(crate) const BROKEN: [(&[u8], Option<&str>, i64); 22] = [
    (b"hello", None, -32700),
    (b"{", None, -32700),
    (b"\xff", None, -32700),
    (b"\x00", None, -32700),
    (b"{'jsonrpc':'2.0'}", None, -32700),
    (br#"{"jsonrpc":"2.0","id":01,"method":"ping"}"#, None, -32700),
    (br#"{"jsonrpc":"2.0","id":1,"method":"ping"} {}"#, None, -32700),
    (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}", None, -32700),
    (br#""text""#, None, -32600),
    (b"7", None, -32600),
    (b"{}", None, -32600),
    (br#"{"jsonrpc":"2.0","id":7}"#, Some("7"), -32600),
    (br#"{"id":"a","method":"ping"}"#, Some(r#""a""#), -32600),
    (br#"{"jsonrpc":"1.0","id":"a","method":"ping"}"#, Some(r#""a""#), -32600),
    (br#"{"jsonrpc":"2.0","id":0,"method":7}"#, Some("0"), -32600),
    (br#"{"jsonrpc":"2.0","id":0,"method":"ping","method":"ping"}"#, Some("0"), -32600),
    (br#"{"jsonrpc":"2.0","id":0,"id":0,"method":"ping"}"#, None, -32600),
    (br#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, None, -32600),
    (br#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, None, -32600),
    (br#"{"jsonrpc":"2.0","id":7.5,"method":"ping"}"#, Some("7.5"), -32600),
    (br#"{"jsonrpc":"2.0","id":"\ud800","method":"ping"}"#, None, -32600),
    (br#"{"jsonrpc":"2.0","id":"a","method":"ping","result":{}}"#, Some(r#""a""#), -32600),
];

/// Lines that get no response.
#[rustfmt::skip]
pub(crate) const IGNORED: [&str; 17] = [
    "",
    "  ",
    "\r",
    r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/initialized","params":7}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"nobody"}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7.5}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/unknown","params":[1]}"#,
    r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"panic"}}"#,
    r#"{"jsonrpc":"2.0","id":"nobody","result":{}}"#,
    r#"{"jsonrpc":"2.0","id":987654,"result":7}"#,
    r#"{"jsonrpc":"2.0","id":987654,"error":{"code":1,"message":"no"}}"#,
    r#"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"no"}}"#,
    r#"{"jsonrpc":"2.0","error":"no"}"#,
];

/// The answer to a question. `Wrong` is a position in `WRONG`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Answer {
    Accept,
    Decline,
    Error,
    Wrong(usize),
}

/// Responses to a question that do not fit.
pub(crate) const WRONG: [&str; 5] = [
    r#""result":7"#,
    r#""result":{}"#,
    r#""result":{"action":"dance"}"#,
    r#""result":{"action":"accept","content":{"agreed":"x"}}"#,
    r#""error":"no""#,
];

/// Returns the value of an id, so that two spellings of an id are equal. `7` and `7.0` are one id.
pub(crate) fn value(id: &str) -> String {
    match serde_json::from_str(id) {
        Ok(Value::String(text)) => format!("text {text}"),
        _ => format!("number {}", id.strip_suffix(".0").unwrap_or(id)),
    }
}

/// Spells an id in another way.
pub(crate) fn other_spelling(id: &str) -> String {
    match serde_json::from_str(id) {
        Ok(Value::String(text)) => {
            let units = text.encode_utf16().map(|unit| format!("\\u{unit:04x}"));
            format!("\"{}\"", units.collect::<String>())
        }
        _ if id.ends_with(".0") => id.trim_end_matches(".0").to_owned(),
        _ => format!("{id}.0"),
    }
}

/// Returns a request. Its parameters have this `_meta`, and the key of its call.
pub(crate) fn request(
    id: &str,
    method: &str,
    params: &str,
    meta: Option<&str>,
    key: u32,
) -> String {
    let mut params = params.replace('$', &key.to_string());
    if let Some(meta) = meta {
        params = params
            .replacen('{', &format!(r#"{{"_meta":{meta},"#), 1)
            .replace(",}", "}");
    }
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#)
}

/// Returns the cancellation of a request.
pub(crate) fn cancellation(id: &str, is_spelled_otherwise: bool) -> String {
    let id = if is_spelled_otherwise {
        other_spelling(id)
    } else {
        id.to_owned()
    };
    format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
    )
}

impl Answer {
    /// Returns the outcome of a call whose question gets this answer, and the response to the question.
    pub(crate) fn response(self, question: &str, call: u32) -> (String, String) {
        let (outcome, response) = match self {
            Answer::Accept => {
                let response = r#""result":{"action":"accept","content":{"agreed":true}}"#;
                (format!("text agreed {call}"), response)
            }
            Answer::Decline => (
                format!("text declined {call}"),
                r#""result":{"action":"decline"}"#,
            ),
            Answer::Error => (
                "is error".to_owned(),
                r#""error":{"code":-1,"message":"no"}"#,
            ),
            Answer::Wrong(number) => ("is error".to_owned(), WRONG[number]),
        };
        let response = format!(r#"{{"jsonrpc":"2.0","id":{question},{response}}}"#);
        (outcome, response)
    }
}

/// A message from the server.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Message<'a> {
    pub(crate) jsonrpc: &'a str,
    #[serde(borrow)]
    pub(crate) id: Option<&'a RawValue>,
    pub(crate) method: Option<&'a str>,
    pub(crate) params: Option<&'a RawValue>,
    pub(crate) result: Option<Value>,
    pub(crate) error: Option<Value>,
}

/// The parameters of a message from the server.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(crate) struct Params<'a> {
    pub(crate) message: String,
    #[serde(borrow, rename = "requestId")]
    pub(crate) request: Option<&'a RawValue>,
    #[serde(borrow, rename = "_meta")]
    pub(crate) meta: Meta<'a>,
    pub(crate) notifications: Value,
}

#[derive(Deserialize, Default)]
pub(crate) struct Meta<'a> {
    #[serde(borrow, rename = "io.modelcontextprotocol/subscriptionId")]
    pub(crate) stream: Option<&'a RawValue>,
}

impl Message<'_> {
    /// Returns the JSON of the id in a message with this text.
    pub(crate) fn id(&self, text: &str) -> String {
        match self.id {
            Some(id) => id.get().to_owned(),
            None if text.contains(r#""id":null"#) => "null".to_owned(),
            None => "absent".to_owned(),
        }
    }
}

/// Describes a response in a few words. Returns `None` for one that is not valid.
pub(crate) fn outcome(id: &str, result: Option<Value>, error: Option<Value>) -> Option<String> {
    let result = match (result, error) {
        (Some(result), None) => result,
        (None, Some(error)) => {
            let message = error["message"].as_str()?;
            let is_in_use =
                message.ends_with("is in use by a request that has not been answered yet");
            return Some(if is_in_use {
                "in use".to_owned()
            } else {
                format!("error {}", error["code"].as_i64()?)
            });
        }
        _ => return None,
    };
    let stream = &result["_meta"]["io.modelcontextprotocol/subscriptionId"];
    let words = if result == json!({}) {
        "pong".to_owned()
    } else if let Some(version) = result["protocolVersion"].as_str() {
        format!("initialized {version}")
    } else if result["supportedVersions"].is_array() {
        "discovered".to_owned()
    } else if result["tools"].is_array() {
        "tools".to_owned()
    } else if result["inputRequests"].is_object() {
        "input required".to_owned()
    } else if !stream.is_null() {
        let is_same = *stream == serde_json::from_str::<Value>(id).ok()?;
        is_same.then(|| "ended".to_owned())?
    } else {
        let text = result["content"][0]["text"].as_str()?;
        if result["isError"] == true {
            "is error".to_owned()
        } else {
            // The tool `large` repeats a word.
            let is_large = text.len() == 300_000;
            format!("text {}", if is_large { "large" } else { text })
        }
    };
    let is_modern = result.get("resultType").is_some();
    Some(if is_modern {
        format!("modern {words}")
    } else {
        words
    })
}
