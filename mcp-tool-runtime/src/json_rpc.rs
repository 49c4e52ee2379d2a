//! JSON-RPC 2.0 for the two methods about tools: bytes in, bytes out.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::registry::ToolRegistry;
use crate::registry::call::{Given, effective_revision};
use crate::tool::State;
use crate::{ProtocolError, ToolContext};

/// What is read of a message before its parts are looked at one by one.
#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow, default)]
    jsonrpc: Option<&'a RawValue>,
    /// `null` is no id, but it is not the absence of one either.
    #[serde(borrow, default, deserialize_with = "present")]
    id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    method: Option<&'a RawValue>,
    #[serde(borrow, default)]
    params: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    result: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    error: Option<&'a RawValue>,
}

type Request<'a> = (Envelope<'a>, String);

/// The id to answer under, if there is one, and what is wrong.
type Refused<'a> = (Option<&'a RawValue>, ProtocolError);

fn present<'de: 'a, 'a, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<&'a RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

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
}

#[derive(Serialize)]
struct Response<'a, R> {
    jsonrpc: &'static str,
    id: &'a RawValue,
    #[serde(flatten)]
    body: Body<'a, R>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Body<'a, R> {
    Result(R),
    Error(&'a ProtocolError),
}

impl<S: State> ToolRegistry<S> {
    /// Serves one JSON-RPC 2.0 message for `tools/list` or `tools/call`: the bytes of a request
    /// in, the bytes of its response out.
    ///
    /// `None` for a notification and for a response, which have none. All else is answered: bytes that
    /// are no JSON with -32700, JSON that is no request with -32600, another method with -32601
    /// (R155). A server with other methods looks at `method` first and hands these two over.
    ///
    /// ```
    /// use mcp_tool_runtime::{Revision, ToolContext, ToolRegistry, mcp_tool, tools};
    ///
    /// /// Adds two numbers.
    /// #[mcp_tool(read_only)]
    /// async fn add(a: i64, b: i64) -> i64 {
    ///     a + b
    /// }
    ///
    /// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
    /// let registry = ToolRegistry::builder(()).tools(tools![add]).build()?;
    /// let request = br#"{"jsonrpc":"2.0","id":7,"method":"tools/call",
    ///                    "params":{"name":"add","arguments":{"a":1,"b":2}}}"#;
    /// let context = ToolContext::new(Revision::V2025_11_25);
    /// let response = registry.handle_json(request, &context).await.unwrap();
    /// assert_eq!(
    ///     std::str::from_utf8(&response)?,
    ///     r#"{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"3"}]}}"#,
    /// );
    /// # Ok(())
    /// # }
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(run()).unwrap();
    /// ```
    pub async fn handle_json(&self, message: &[u8], context: &ToolContext) -> Option<Vec<u8>> {
        let (envelope, method) = match read(message) {
            Ok(Some(read)) => read,
            Ok(None) => return None,
            Err((id, error)) => return Some(failure(id, &error)),
        };
        let id = envelope.id?;
        Some(
            match self.serve(id, &method, envelope.params, context).await {
                Ok(response) => response,
                Err(error) => failure(Some(id), &error),
            },
        )
    }

    async fn serve(
        &self,
        id: &RawValue,
        method: &str,
        params: Option<&RawValue>,
        context: &ToolContext,
    ) -> Result<Vec<u8>, ProtocolError> {
        if !matches!(method, "tools/list" | "tools/call") {
            return Err(ProtocolError::method_not_found(method));
        }
        let params = match params {
            None => Params::default(),
            // An object; serde would read a struct from an array as well.
            Some(raw) if raw.get().starts_with('{') => serde_json::from_str(raw.get())
                .map_err(|_| ProtocolError::invalid_params("`params` names a member twice"))?,
            Some(_) => return Err(ProtocolError::invalid_params("`params` must be an object")),
        };
        let meta: Option<Map<String, Value>> = member(params.meta, "_meta", "an object")?;
        let revision = effective_revision(meta.as_ref(), context)?;
        if method == "tools/list" {
            let cursor: Option<String> = member(params.cursor, "cursor", "a string")?;
            let list = self.list(revision, cursor.as_deref())?;
            return success(id, list);
        }
        let name: Cow<'_, str> = member(params.name, "name", "a string")?
            .ok_or_else(|| ProtocolError::invalid_params("`name` of `tools/call` is missing"))?;
        let given = match params.arguments.map(RawValue::get) {
            None | Some("null") => Given::Map(Map::new()),
            Some(text) if text.starts_with('{') => Given::Text(text),
            Some(_) => {
                return Err(ProtocolError::invalid_params(
                    "`arguments` of `tools/call` must be an object",
                ));
            }
        };
        let context = context.for_request(revision, meta);
        let result = self.call_tool(&name, given, &context).await?;
        success(id, result)
    }
}

/// Reads a message as far as its method.
///
/// `None` for a response: nothing is to be said about it, and least of all under its id, which the
/// peer would take for one of its own.
fn read(message: &[u8]) -> Result<Option<Request<'_>>, Refused<'_>> {
    let not_json = |_| {
        (
            None,
            ProtocolError::parse_error("the message is no JSON in UTF-8"),
        )
    };
    let whole: &RawValue = serde_json::from_slice(message).map_err(not_json)?;
    let invalid = |id, message| (id, ProtocolError::invalid_request(message));
    if whole.get().starts_with('[') {
        return Err(invalid(
            None,
            "batches are not supported; send one request per message",
        ));
    }
    if !whole.get().starts_with('{') {
        return Err(invalid(None, "a request is a JSON object"));
    }
    let envelope: Envelope<'_> = serde_json::from_str(whole.get())
        .map_err(|_| invalid(None, "the request names a member twice"))?;
    if envelope.result.is_some() || envelope.error.is_some() {
        return match envelope.method {
            None => Ok(None),
            Some(_) => Err(invalid(
                None,
                "a message is a request or a response, not both",
            )),
        };
    }
    if !envelope.id.is_none_or(is_request_id) {
        return Err(invalid(None, "`id` must be a string or an integer"));
    }
    if envelope.jsonrpc.map(RawValue::get) != Some("\"2.0\"") {
        return Err(invalid(envelope.id, "`jsonrpc` must be \"2.0\""));
    }
    match envelope
        .method
        .map(|method| serde_json::from_str(method.get()))
    {
        Some(Ok(method)) => Ok(Some((envelope, method))),
        Some(Err(_)) => Err(invalid(envelope.id, "`method` must be a string")),
        None => Err(invalid(envelope.id, "`method` is missing")),
    }
}

/// MCP allows strings and integers, not the fractions and `null` of JSON-RPC.
fn is_request_id(id: &RawValue) -> bool {
    let text = id.get();
    (text.starts_with('"') && serde_json::from_str::<String>(text).is_ok())
        || text.parse::<i64>().is_ok()
        || text.parse::<u64>().is_ok()
}

fn member<'a, T: Deserialize<'a>>(
    raw: Option<&'a RawValue>,
    name: &str,
    expected: &str,
) -> Result<Option<T>, ProtocolError> {
    match raw {
        None => Ok(None),
        Some(raw) => serde_json::from_str(raw.get())
            .map_err(|_| ProtocolError::invalid_params(format!("`{name}` must be {expected}"))),
    }
}

fn success(id: &RawValue, result: impl Serialize) -> Result<Vec<u8>, ProtocolError> {
    let response = Response {
        jsonrpc: "2.0",
        id,
        body: Body::Result(result),
    };
    serde_json::to_vec(&response).map_err(|error| {
        tracing::error!(%error, "a result cannot be written");
        ProtocolError::internal_error("the result cannot be written")
    })
}

fn failure(id: Option<&RawValue>, error: &ProtocolError) -> Vec<u8> {
    let response = Response::<()> {
        jsonrpc: "2.0",
        id: id.unwrap_or(RawValue::NULL),
        body: Body::Error(error),
    };
    serde_json::to_vec(&response).unwrap_or_else(|_| {
        // A message, a code and JSON data can be written; this is here so that nothing panics.
        br#"{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"internal error"}}"#
            .to_vec()
    })
}
