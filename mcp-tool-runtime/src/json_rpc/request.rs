//! Requests for `tools/list` and `tools/call`.
//!
//! There are two paths. The fast path parses a typical request once, and borrows from its bytes. It supports only
//! names without escape sequences. The careful path reads every other message member by member, and reports the first
//! fault. For a typical request, the careful path would return the same result.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::message::{self, InvalidMessage, Message};
use super::request_meta::RequestMeta;
use crate::arguments::TextReader;
use crate::call::{EarlierRounds, RawArguments, RawCall};
use crate::context::{LogLevel, Meta, ToolContext, UnknownLogLevel};
use crate::error::ProtocolError;
use crate::json::json_kind;
use crate::protocol::{ClientCapabilities, ProtocolVersion};

pub(crate) struct Request<'a> {
    /// The version in the request's `_meta`, if there is one.
    pub(crate) version: Option<ProtocolVersion>,
    pub(crate) meta: Option<Meta>,
    pub(crate) method: Method<'a>,
}

pub(crate) enum Method<'a> {
    List { cursor: Option<String> },
    Call(RawCall<'a>),
}

/// The JSON of a request's id, with the parsed request or the error to return.
pub(crate) type IdentifiedRequest<'a> = (&'a str, Result<Request<'a>, ProtocolError>);

/// Reads a message. Returns `None` for a notification and for a response.
pub(crate) fn read<'a>(
    message: &'a [u8],
    context: &ToolContext,
) -> Result<Option<IdentifiedRequest<'a>>, InvalidMessage> {
    let line = message::text(message)?;
    if let Some((id, request)) = read_at_once(line) {
        return Ok(Some((id, Ok(request))));
    }
    Ok(match message::read_text(line)? {
        Message::Request { id, method, params } => {
            Some((id, explain(&method, params, context.protocol_version())))
        }
        Message::Notification { .. } | Message::Response { .. } => None,
    })
}

/// Reads a typical request in one pass. Returns `None` for every other message, valid or not.
pub(crate) fn read_at_once(line: &str) -> Option<(&str, Request<'_>)> {
    let mut reader = TextReader::new(line);
    let (mut is_version_2, mut id, mut is_call, mut params) = (None, None, None, None);
    let (mut name, mut given, mut meta) = (None, None, None);
    reader.each_member(|reader| {
        if reader.consume_name("jsonrpc") {
            set(&mut is_version_2, reader.consume_string("2.0"))
        } else if reader.consume_name("id") {
            set(&mut id, reader.raw_value()?.get())
        } else if reader.consume_name("method") {
            let method = reader.consume_string("tools/call");
            let is_known = method || reader.consume_string("tools/list");
            set(&mut is_call, is_known.then_some(method)?)
        } else if reader.consume_name("params") {
            set(&mut params, ())?;
            reader.each_member(|reader| {
                if reader.consume_name("name") {
                    set(&mut name, reader.string()?)
                } else if reader.consume_name("arguments") {
                    set(&mut given, reader.raw_value()?)
                } else if reader.consume_name("_meta") {
                    set(&mut meta, RequestMeta::read(reader)?)
                } else {
                    None
                }
            })
        } else {
            None
        }
    })?;
    if reader.peek().is_some() || !is_version_2? {
        return None;
    }
    let id = id.filter(|id| message::is_allowed(id))?;
    let meta = meta.unwrap_or_default();
    let is_modern = meta.version.is_some_and(ProtocolVersion::has_result_type);
    if is_modern && !meta.has_capabilities {
        return None;
    }
    let method = if is_call? {
        Method::Call(RawCall {
            name: name?,
            arguments: arguments(given).ok()?,
            earlier: EarlierRounds::default(),
        })
    } else {
        Method::List { cursor: None }
    };
    let request = Request {
        version: meta.version,
        meta: meta
            .text
            .map(|text| Meta::from_text(text.to_owned(), meta.has_progress_token)),
        method,
    };
    Some((id, request))
}

/// Sets a member that occurs once. Returns `None` for a repeated member.
fn set<T>(member: &mut Option<T>, value: T) -> Option<()> {
    member.replace(value).is_none().then_some(())
}

/// Reads the parameters one by one, and explains the first fault. `default` is the version of a request that names
/// none.
pub(crate) fn explain<'a>(
    method: &str,
    params: Option<&'a RawValue>,
    default: ProtocolVersion,
) -> Result<Request<'a>, ProtocolError> {
    if !matches!(method, "tools/list" | "tools/call") {
        return Err(ProtocolError::method_not_found(method));
    }
    let params = match params {
        None if method == "tools/call" => {
            return Err(ProtocolError::invalid_params("`params` is missing"));
        }
        None => "{}",
        Some(raw) if raw.get().starts_with('{') => raw.get(),
        Some(other) => return Err(mismatch("params", "an object", other)),
    };
    let names = [
        "name",
        "arguments",
        "cursor",
        "_meta",
        "inputResponses",
        "requestState",
    ];
    let params = message::members(params, names).map_err(|_| {
        ProtocolError::invalid_params(
            "`params` has a duplicate member, or a name with half a surrogate pair",
        )
    })?;
    let is_null = |raw: &&RawValue| raw.get() == "null";
    let [name, given, cursor, meta, responses, state] =
        params.map(|member| member.filter(|raw| !is_null(raw)));
    let meta: Option<Map<String, Value>> = member(meta, "_meta", "an object")?;
    let named = meta.as_ref().map(ProtocolVersion::from_meta).transpose()?;
    let named = named.flatten();
    let version = named.unwrap_or(default);
    // Check the capabilities only if `_meta` has a protocol version. Otherwise, the version comes
    // from `context`, which can also contain the capabilities.
    if let Some(meta) = &meta
        && named.is_some()
    {
        ClientCapabilities::check(meta, version)?;
        check_log_level(meta, version)?;
    }
    let method = if method == "tools/list" {
        let cursor = member(cursor, "cursor", "a string")?;
        Method::List { cursor }
    } else {
        let name = member(name, "name", "a string")?
            .ok_or_else(|| ProtocolError::invalid_params("`name` is missing"))?;
        let arguments = arguments(given)?;
        let mut earlier = EarlierRounds::default();
        if version.has_input_required() {
            earlier.responses = member(responses, "inputResponses", "an object")?;
            earlier.state = member(state, "requestState", "a string")?;
        }
        Method::Call(RawCall {
            name: Cow::Owned(name),
            arguments,
            earlier,
        })
    };
    Ok(Request {
        version: named,
        meta: meta.map(Meta::from),
        method,
    })
}

fn check_log_level(
    meta: &Map<String, Value>,
    version: ProtocolVersion,
) -> Result<(), ProtocolError> {
    let level = meta.get(LogLevel::META_KEY);
    let Some(level) = level.filter(|_| version.has_log_level_in_meta()) else {
        return Ok(());
    };
    let parsed = level
        .as_str()
        .map_or(Err(UnknownLogLevel), str::parse::<LogLevel>);
    parsed.map(drop).map_err(|error| {
        ProtocolError::invalid_params(format!(
            "`{}` in `_meta` is unknown: {error}",
            LogLevel::META_KEY
        ))
    })
}

fn arguments(raw: Option<&RawValue>) -> Result<RawArguments<'_>, ProtocolError> {
    match raw {
        None => Ok(RawArguments::Map(Map::new())),
        Some(raw) if raw.get() == "null" => Ok(RawArguments::Map(Map::new())),
        Some(raw) if raw.get().starts_with('{') => Ok(RawArguments::Text(raw.get())),
        Some(other) => Err(mismatch("arguments", "an object", other)),
    }
}

fn member<'a, T: Deserialize<'a>>(
    raw: Option<&'a RawValue>,
    name: &str,
    expected: &str,
) -> Result<Option<T>, ProtocolError> {
    match raw {
        None => Ok(None),
        Some(raw) => serde_json::from_str(raw.get()).map_err(|error| {
            // For example, the value may be nested too deeply, or have half a surrogate pair.
            if expected == json_kind::of_text(raw.get()) {
                ProtocolError::invalid_params(format!("`{name}` cannot be decoded: {error}"))
            } else {
                mismatch(name, expected, raw)
            }
        }),
    }
}

fn mismatch(name: &str, expected: &str, found: &RawValue) -> ProtocolError {
    let kind = json_kind::of_text(found.get());
    ProtocolError::invalid_params(json_kind::mismatch(name, expected, kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Replaces and inserts a few characters at each place of a typical request. If the fast path accepts the new text,
    /// it must return the same as the careful path.
    #[test]
    fn both_paths_read_the_same() {
        let described = |id: &str, request: Request<'_>| {
            let Method::Call(call) = request.method else {
                return format!("{id} list");
            };
            let arguments = match &call.arguments {
                RawArguments::Map(map) => Value::Object(map.clone()).to_string(),
                RawArguments::Text(text) | RawArguments::Unreadable(text) => (*text).to_owned(),
            };
            let meta = request.meta.map(|meta| meta.members().clone());
            let version = request.version;
            format!("{id} {:?} {arguments} {meta:?} {version:?}", call.name)
        };
        let typical = concat!(
            r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"ad","#,
            r#""arguments":{"a":-1.5,"b":["c",null]},"_meta":{"progressToken":1,"#,
            r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
            r#""io.modelcontextprotocol/clientCapabilities":{}}}}"#,
        );
        let mut accepted = 0;
        let changes = [
            "",
            " ",
            "\n",
            "\t",
            "\u{1}",
            "\\",
            "\\\\",
            "\\u0061",
            "\\ud800",
            "\"",
            ",",
            ":",
            "0",
            "7",
            "-",
            ".",
            "e",
            "{",
            "}",
            "[",
            "]",
            "a",
            "é",
            "null",
            "\"a\":1,",
            ",\"id\":8",
        ];
        for (at, change) in (0..=typical.len()).flat_map(|at| changes.map(|change| (at, change))) {
            for end in [at, typical.len().min(at + 1)] {
                let line = [&typical[..at], change, &typical[end..]].concat();
                let Some((id, request)) = read_at_once(&line) else {
                    continue;
                };
                accepted += 1;
                let fast = described(id, request);
                let Ok(Message::Request { id, method, params }) = message::read_text(&line) else {
                    panic!("{line} is not a request");
                };
                let careful = explain(&method, params, ProtocolVersion::LATEST);
                let careful = careful.unwrap_or_else(|error| panic!("{line}: {error}"));
                assert_eq!(fast, described(id, careful), "{line}");
            }
        }
        assert!(accepted > 300, "{accepted}");
    }
}
