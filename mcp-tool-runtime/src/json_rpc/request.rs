//! Requests for `tools/list` and `tools/call`.
//!
//! There are two paths. The fast path parses a typical request once, and borrows from its bytes. The careful
//! path reads every other message member by member, and reports the first fault. For a typical request, the
//! careful path would return the same result.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::message::{self, InvalidMessage, Message};
use super::request_id::Id;
use super::request_meta::RequestMeta;
use crate::call::{EarlierRounds, RawArguments, RawCall};
use crate::context::{Meta, ToolContext};
use crate::error::ProtocolError;
use crate::json::json_kind;
use crate::protocol::{ClientCapabilities, ProtocolVersion};

pub(crate) struct Request<'a> {
    pub(crate) version: ProtocolVersion,
    pub(crate) meta: Option<Meta>,
    pub(crate) method: Method<'a>,
}

pub(crate) enum Method<'a> {
    List { cursor: Option<String> },
    Call(RawCall<'a>),
}

/// The id of a request, with the parsed request or the error to return.
pub(crate) type IdentifiedRequest<'a> = (Id, Result<Request<'a>, ProtocolError>);

/// Reads a message. Returns `None` for a notification and for a response.
pub(crate) fn read<'a>(
    message: &'a [u8],
    context: &ToolContext,
) -> Result<Option<IdentifiedRequest<'a>>, InvalidMessage> {
    let line = message::text(message)?;
    if let Some(request) = read_at_once(line, context) {
        return Ok(Some(request));
    }
    Ok(match message::read_text(line)? {
        Message::Request { id, method, params } => Some((id, explain(&method, params, context))),
        Message::Notification { .. } | Message::Response(_) => None,
    })
}

fn read_at_once<'a>(line: &'a str, context: &ToolContext) -> Option<IdentifiedRequest<'a>> {
    let (id, method, params) = message::read_request::<TypedParams<'a>>(line)?;
    let params = params.unwrap_or_default();
    let meta = params.meta.unwrap_or_default();
    let version = meta.version.unwrap_or(context.protocol_version());
    if meta.version.is_some() && version.has_result_type() && !meta.has_capabilities {
        return None;
    }
    let method = match method {
        "tools/list" => Method::List { cursor: None },
        "tools/call" => Method::Call(RawCall {
            name: Cow::Borrowed(params.name?),
            arguments: arguments(params.arguments).ok()?,
            earlier: EarlierRounds::default(),
        }),
        _ => return None,
    };
    let request = Request {
        version,
        meta: meta.text.map(Meta::from_text),
        method,
    };
    Some((id, Ok(request)))
}

/// The parameters that the fast path reads.
#[derive(Deserialize, Default)]
struct TypedParams<'a> {
    #[serde(borrow, default)]
    name: Option<&'a str>,
    #[serde(borrow, default)]
    arguments: Option<&'a RawValue>,
    #[serde(default, rename = "_meta")]
    meta: Option<RequestMeta>,
    #[serde(default, rename = "cursor")]
    _cursor: Option<UncommonMember>,
    #[serde(default, rename = "inputResponses")]
    _input_responses: Option<UncommonMember>,
    #[serde(default, rename = "requestState")]
    _request_state: Option<UncommonMember>,
}

/// A member that the fast path supports only as `null`. Any other value fails to deserialize, so the request
/// takes the careful path.
#[derive(Deserialize)]
enum UncommonMember {}

#[derive(Deserialize, Default)]
struct Params<'a> {
    #[serde(borrow, default)]
    name: Option<&'a RawValue>,
    #[serde(borrow, default)]
    arguments: Option<&'a RawValue>,
    #[serde(borrow, default)]
    cursor: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "_meta")]
    meta: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "inputResponses")]
    input_responses: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "requestState")]
    request_state: Option<&'a RawValue>,
}

/// Reads the parameters one by one, and explains the first fault.
fn explain<'a>(
    method: &str,
    params: Option<&'a RawValue>,
    context: &ToolContext,
) -> Result<Request<'a>, ProtocolError> {
    if !matches!(method, "tools/list" | "tools/call") {
        return Err(ProtocolError::method_not_found(method));
    }
    let params = match params {
        None => Params::default(),
        // serde also reads a struct from a JSON array. So check first that `raw` is an object.
        Some(raw) if raw.get().starts_with('{') => serde_json::from_str(raw.get())
            .map_err(|_| ProtocolError::invalid_params("`params` has a duplicate member"))?,
        Some(other) => return Err(mismatch("params", "an object", other)),
    };
    let meta: Option<Map<String, Value>> = member(params.meta, "_meta", "an object")?;
    let version = context.version_of(meta.as_ref())?;
    // Check the capabilities only if `_meta` has a protocol version. Otherwise, the version comes
    // from `context`, which can also contain the capabilities.
    if let Some(meta) = &meta
        && meta.contains_key(ProtocolVersion::META_KEY)
    {
        ClientCapabilities::check(meta, version)?;
    }
    let method = if method == "tools/list" {
        let cursor = member(params.cursor, "cursor", "a string")?;
        Method::List { cursor }
    } else {
        let name = member(params.name, "name", "a string")?
            .ok_or_else(|| ProtocolError::invalid_params("`name` is missing"))?;
        let arguments = arguments(params.arguments)?;
        let mut earlier = EarlierRounds::default();
        if version.has_input_required() {
            let responses = member(params.input_responses, "inputResponses", "an object")?;
            earlier.responses = responses.unwrap_or_default();
            earlier.state = member(params.request_state, "requestState", "a string")?;
        }
        Method::Call(RawCall {
            name: Cow::Owned(name),
            arguments,
            earlier,
        })
    };
    Ok(Request {
        version,
        meta: meta.map(Meta::from),
        method,
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
        Some(raw) => serde_json::from_str(raw.get()).map_err(|_| mismatch(name, expected, raw)),
    }
}

fn mismatch(name: &str, expected: &str, found: &RawValue) -> ProtocolError {
    let found = json_kind::of_text(found.get());
    ProtocolError::invalid_params(json_kind::mismatch(name, expected, found))
}
