//! The envelope of a JSON-RPC message, independent of methods.

use std::borrow::Cow;
use std::fmt::{self, Formatter};

use mcp_tool_schema::json_values::to_json;
use mcp_tool_schema::numbers::{integer_of_float, is_safe};
use serde::Deserializer as _;
use serde::de::{Error as _, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Number, Value};

use crate::error::ProtocolError;

/// One message from the client. Ids and parameters stay JSON text, so that a response repeats the id exactly, and
/// the id is known even if the parameters are invalid.
#[derive(Debug)]
pub enum Message<'a> {
    /// A request, which needs a response.
    Request {
        /// The JSON of the id: a string or an integer. The response repeats this text.
        id: &'a str,
        /// The method, such as `tools/call`.
        method: Cow<'a, str>,
        /// The JSON of `params`. `None` for `null`.
        params: Option<&'a RawValue>,
    },
    /// A notification, which has no response.
    Notification {
        /// The method, such as `notifications/cancelled`.
        method: Cow<'a, str>,
        /// The JSON of `params`. `None` for `null`.
        params: Option<&'a RawValue>,
    },
    /// The client's response to a request of the server.
    Response {
        /// The JSON of the id, of any type.
        id: Option<&'a str>,
        /// The JSON of the result, or the whole response if it has none.
        outcome: Result<&'a RawValue, &'a str>,
    },
}

/// The error for bytes that are not a valid message, and the id if it is readable.
#[derive(Debug)]
pub struct InvalidMessage {
    /// The JSON of the message's id.
    pub id: Option<String>,
    /// The error: -32700 for bytes that are not JSON, or else -32600.
    pub error: ProtocolError,
}

impl InvalidMessage {
    fn parse_error(message: String) -> Self {
        InvalidMessage {
            id: None,
            error: ProtocolError::parse_error(message),
        }
    }

    fn invalid_request(id: Option<&str>, message: impl Into<String>) -> Self {
        InvalidMessage {
            id: id.map(str::to_owned),
            error: ProtocolError::invalid_request(message),
        }
    }
}

impl InvalidMessage {
    /// Returns the error for a message of more than `limit` bytes.
    pub fn too_long(id: Option<&str>, limit: usize) -> Self {
        const KIB: usize = 1024;
        const MIB: usize = 1024 * KIB;

        let limit = match limit {
            limit if limit % MIB == 0 => format!("{} MiB", limit / MIB),
            limit if limit % KIB == 0 => format!("{} KiB", limit / KIB),
            limit => format!("{limit} bytes"),
        };
        InvalidMessage::invalid_request(
            id,
            format!("the message is longer than the limit of {limit}"),
        )
    }
}

/// Reads the members of a JSON object that have these names. `null` differs from an absent member.
///
/// # Errors
///
/// Returns an error if a member with one of the names occurs twice, or if a name has half a surrogate pair.
pub(super) fn members<'a, const N: usize>(
    json: &'a str,
    names: [&str; N],
) -> serde_json::Result<[Option<&'a RawValue>; N]> {
    let mut found = [None; N];
    let members = Members {
        names: &names,
        found: &mut found,
    };
    serde_json::Deserializer::from_str(json).deserialize_map(members)?;
    Ok(found)
}

struct Members<'m, 'a> {
    names: &'m [&'m str],
    found: &'m mut [Option<&'a RawValue>],
}

impl<'a> Visitor<'a> for Members<'_, 'a> {
    type Value = ();

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut members: A) -> Result<(), A::Error> {
        while let Some((name, value)) = members.next_entry::<String, &RawValue>()? {
            let known = self.names.iter().position(|known| *known == name);
            if known.is_some_and(|known| self.found[known].replace(value).is_some()) {
                return Err(A::Error::custom("a duplicate member"));
            }
        }
        Ok(())
    }
}

/// Reads one message.
///
/// # Errors
///
/// Returns the error to respond with if the bytes are not a message.
pub fn read(line: &[u8]) -> Result<Message<'_>, InvalidMessage> {
    read_text(text(line)?)
}

/// Returns the text of a message, without a byte order mark.
pub(super) fn text(line: &[u8]) -> Result<&str, InvalidMessage> {
    let line = str::from_utf8(line).map_err(|error| {
        InvalidMessage::parse_error(format!("the message is not UTF-8: {error}"))
    })?;
    Ok(line.strip_prefix('\u{feff}').unwrap_or(line))
}

/// Returns whether the JSON text of an id is a string or an integer. `7.0` is an integer.
pub(super) fn is_allowed(id: &str) -> bool {
    let digits = id.strip_prefix('-').unwrap_or(id);
    is_text(id)
        || digits.bytes().all(|byte| byte.is_ascii_digit())
        || float_as_integer(id).is_some()
}

/// Returns the integer that the JSON text of a float is equal to.
fn float_as_integer(id: &str) -> Option<Number> {
    integer_of_float(&id.parse().ok()?)
}

/// Returns the JSON text that all spellings of an id share, such as `1` for `1.0`, and `"a"` for `"\u0061"`. Compare
/// ids in this form.
pub fn normalize_id(id: &str) -> Cow<'_, str> {
    let is_text = id.starts_with('"');
    if is_text && id.contains('\\') {
        let text: Option<Value> = serde_json::from_str(id).ok();
        return text.map_or(Cow::Borrowed(id), |text| to_json(&text).into());
    }
    if !is_text && id.contains(['e', 'E']) {
        let number = float_as_integer(id).filter(is_safe);
        return number.map_or(Cow::Borrowed(id), |number| number.to_string().into());
    }
    match id.split_once('.') {
        Some((whole, zeros)) if !is_text && zeros.bytes().all(|byte| byte == b'0') => {
            Cow::Borrowed(whole)
        }
        _ => Cow::Borrowed(id),
    }
}

/// Reads one message of any kind, and returns what is wrong with an invalid message.
pub(super) fn read_text(line: &str) -> Result<Message<'_>, InvalidMessage> {
    // Read the message as a `RawValue`. Reading a `Value` would fail if the message is nested too
    // deeply, or contains the escape of half a surrogate pair, such as `\ud800`. The error
    // response would then lack the id of the request.
    let message: &RawValue = serde_json::from_str(line).map_err(|error| {
        InvalidMessage::parse_error(format!("the message is not JSON: {error}"))
    })?;
    let json = message.get();
    if json.starts_with('[') {
        return Err(InvalidMessage::invalid_request(
            None,
            "batches are not supported; send one request per message",
        ));
    }
    if !json.starts_with('{') {
        return Err(InvalidMessage::invalid_request(
            None,
            "a message must be an object",
        ));
    }
    let names = ["jsonrpc", "id", "method", "params", "result", "error"];
    // The text is a valid object, so only the two faults below are possible.
    let [jsonrpc, id, method, params, result, error] = members(json, names).map_err(|_| {
        InvalidMessage::invalid_request(
            id_of(json),
            "the message has a duplicate member, or a name with half a surrogate pair",
        )
    })?;
    let id = id.map(RawValue::get);
    let known = id.filter(|id| is_scalar(id));
    let invalid = |fault: &str| Err(InvalidMessage::invalid_request(known, fault));
    let answers = result.is_some() || error.is_some();
    let Some(method) = method else {
        if answers {
            let outcome = result.filter(|_| error.is_none());
            let outcome = outcome.ok_or(json);
            return Ok(Message::Response { id, outcome });
        }
        return invalid("`method` is missing");
    };
    if answers {
        return invalid("a message must not have both `method` and `result` or `error`");
    }
    if jsonrpc.and_then(decoded).as_deref() != Some("2.0") {
        return invalid(r#"`jsonrpc` must be "2.0""#);
    }
    let Some(method) = decoded(method) else {
        return invalid("`method` must be a string");
    };
    let params = params.filter(|params| params.get() != "null");
    match id {
        None => Ok(Message::Notification { method, params }),
        Some(id) if is_allowed(id) => Ok(Message::Request { id, method, params }),
        Some(_) => invalid("`id` must be a string or an integer"),
    }
}

/// Returns whether the JSON text is a string that every client can decode: without half a surrogate pair.
fn is_text(json: &str) -> bool {
    json.starts_with('"') && (!json.contains('\\') || serde_json::from_str::<Value>(json).is_ok())
}

/// Returns whether the JSON text is a string or a number that every client can decode.
fn is_scalar(json: &str) -> bool {
    json.parse().is_ok_and(f64::is_finite) || is_text(json)
}

/// Returns the id of an object whose other members are invalid. Returns `None` if the id is missing or repeated,
/// or if a member name is invalid.
fn id_of(json: &str) -> Option<&str> {
    let [id] = members(json, ["id"]).ok()?;
    id.map(RawValue::get).filter(|id| is_scalar(id))
}

/// Reads the parameters of `notifications/cancelled`: the JSON of the request's id, and the reason. Returns
/// `None` if they are invalid.
pub fn cancellation(params: &RawValue) -> Option<(&str, Option<String>)> {
    let [id, reason] = members(params.get(), ["requestId", "reason"]).ok()?;
    let reason = reason.map_or(Ok(None), |reason| serde_json::from_str(reason.get()));
    let id = id?.get();
    is_scalar(id).then_some((id, reason.ok()?))
}

/// Decodes a string. Borrows it if it has no escapes.
fn decoded(json: &RawValue) -> Option<Cow<'_, str>> {
    match serde_json::from_str(json.get()) {
        Ok(text) => Some(Cow::Borrowed(text)),
        Err(_) => serde_json::from_str(json.get()).ok().map(Cow::Owned),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn refusal(line: impl AsRef<[u8]>) -> (Value, i32, String) {
        let refusal = read(line.as_ref()).unwrap_err();
        let id = refusal.id.map(|id| serde_json::from_str(&id).unwrap());
        (
            id.unwrap_or_default(),
            refusal.error.code(),
            refusal.error.message().to_owned(),
        )
    }

    #[test]
    fn requests_notifications_and_responses_are_decoded() {
        let line = r#" {"jsonrpc":"2.0","id":"a","method":"m\u0061","params":{"x":1}} "#;
        let Ok(Message::Request { id, method, params }) = read(line.as_bytes()) else {
            panic!("a request");
        };
        assert_eq!((id, &*method), (r#""a""#, "ma"));
        assert_eq!(params.map(RawValue::get), Some(r#"{"x":1}"#));

        let line = "\u{feff}{\"jsonrpc\":\"2.0\",\"method\":\"n\",\"params\":null}";
        let message = read(line.as_bytes()).unwrap();
        assert!(
            matches!(message, Message::Notification { params: None, .. }),
            "{message:?}"
        );

        for (line, id, result) in [
            (
                r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
                Some("1"),
                Some("{}"),
            ),
            (r#"{"id":null,"error":7}"#, Some("null"), None),
            (r#"{"result":1,"error":7}"#, None, None),
        ] {
            let Ok(Message::Response { id: found, outcome }) = read(line.as_bytes()) else {
                panic!("a response");
            };
            assert_eq!((found, outcome.ok().map(RawValue::get)), (id, result));
        }
    }

    #[test]
    fn ids_have_one_normal_form() {
        for (id, normal) in [
            ("1", "1"),
            ("1.0", "1"),
            ("-2.50e1", "-25"),
            ("18446744073709551617.0", "18446744073709551617"),
            ("7.5", "7.5"),
            (r#""7.0""#, r#""7.0""#),
            ("1e300", "1e300"),
            (r#""a""#, r#""a""#),
            (r#""\u0061\n""#, r#""a\n""#),
            (r#""\ud800""#, r#""\ud800""#),
        ] {
            assert_eq!(normalize_id(id), normal, "{id}");
        }
        for (id, allowed) in [
            ("-7", true),
            ("18446744073709551617", true),
            ("7.0", true),
            ("7.5", false),
        ] {
            assert_eq!(is_allowed(id), allowed, "{id}");
        }
    }

    #[test]
    fn an_undecodable_message_keeps_its_id() {
        let deep = "[".repeat(10_000) + &"]".repeat(10_000);
        for params in [deep.as_str(), r#""\ud800""#, r#"{"\udc00":1e999}"#] {
            let line = format!(r#"{{"jsonrpc":"2.0","id":7,"method":"m","params":{params}}}"#);
            let message = read(line.as_bytes()).unwrap();
            assert!(matches!(message, Message::Request { .. }), "{message:?}");
        }
        let line = r#"{"jsonrpc":"2.0","id":7,"method":"\ud800"}"#;
        assert_eq!(
            refusal(line),
            (json!(7), -32600, "`method` must be a string".to_owned())
        );
        let (id, code, _) = refusal(r#"{"jsonrpc":"2.0","\ud800":1,"id":7,"method":"m"}"#);
        assert_eq!((id, code), (json!(null), -32600));
        let (id, code, message) = refusal(r#"{"jsonrpc":"2.0","id":7,"method":"a","method":"b"}"#);
        assert_eq!((id, code), (json!(7), -32600));
        assert!(message.contains("has a duplicate member"), "{message}");
    }

    #[test]
    fn invalid_json_is_a_parse_error() {
        // R155
        for line in [
            &b"{"[..],
            b"hello",
            b"{\"a\":1}}",
            b"\"\xff\"",
            b"{'a':1}",
            b"\"\x01\"",
            b"\"\\ud8\"",
        ] {
            let (id, code, _) = refusal(line);
            assert_eq!(
                (id, code),
                (json!(null), -32700),
                "{}",
                String::from_utf8_lossy(line)
            );
        }
    }

    #[test]
    fn other_messages_are_invalid_requests() {
        // R155, R172
        let cases = [
            (
                r#"[{"jsonrpc":"2.0","id":1,"method":"m"}]"#,
                json!(null),
                "batches are not supported; send one request per message",
            ),
            (
                "[]",
                json!(null),
                "batches are not supported; send one request per message",
            ),
            ("7", json!(null), "a message must be an object"),
            ("{}", json!(null), "`method` is missing"),
            (
                r#"{"jsonrpc":"2.0","id":1}"#,
                json!(1),
                "`method` is missing",
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":7}"#,
                json!(1),
                "`method` must be a string",
            ),
            (
                r#"{"id":"a","method":"m"}"#,
                json!("a"),
                r#"`jsonrpc` must be "2.0""#,
            ),
            (
                r#"{"jsonrpc":2.0,"id":1,"method":"m"}"#,
                json!(1),
                r#"`jsonrpc` must be "2.0""#,
            ),
            (
                r#"{"jsonrpc":"1.0","method":"m"}"#,
                json!(null),
                r#"`jsonrpc` must be "2.0""#,
            ),
            (
                r#"{"jsonrpc":"2.0","id":null,"method":"m"}"#,
                json!(null),
                "`id` must be a string or an integer",
            ),
            (
                r#"{"jsonrpc":"2.0","id":1.5,"method":"m"}"#,
                json!(1.5),
                "`id` must be a string or an integer",
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"m","result":null}"#,
                json!(1),
                "a message must not have both `method` and `result` or `error`",
            ),
        ];
        for (line, id, message) in cases {
            assert_eq!(refusal(line), (id, -32600, message.to_owned()), "{line}");
        }
    }
}
