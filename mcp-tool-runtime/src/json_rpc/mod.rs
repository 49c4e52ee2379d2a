//! JSON-RPC 2.0 for the two methods about tools: bytes in, bytes out.

pub(crate) mod message;
pub(crate) mod request_id;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use self::message::{Message, Refusal};
use self::request_id::Id;
use crate::call::{Earlier, Given};
use crate::registry::{ToolRegistry, Tools};
use crate::tool::State;
use crate::{ClientCapabilities, ProtocolError, ProtocolVersion, ToolContext, json_kind};

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

#[derive(Serialize)]
struct Success<'a, R> {
    jsonrpc: &'static str,
    id: &'a Id,
    result: R,
}

#[derive(Serialize)]
struct Failure<'a, E> {
    jsonrpc: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Option<&'a Id>>,
    error: &'a E,
}

impl<S: State> ToolRegistry<S> {
    /// Serves one JSON-RPC 2.0 message for `tools/list` or `tools/call`: the bytes of a request
    /// in, the bytes of its response out.
    ///
    /// `None` for a notification and for a response, which have none, and for a call that was
    /// [cancelled](ToolContext::with_cancellation). All else is answered: bytes that
    /// are no JSON with -32700, JSON that is no request with -32600, another method with -32601
    /// (R155). Where the id cannot be read, the error has no `id`; before 2025-11-25, it is `null`. A server
    /// with other methods looks at `method` first and hands these two over.
    ///
    /// ```
    /// use mcp_tool_runtime::{ProtocolVersion, ToolContext, ToolRegistry, mcp_tool, tools};
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
    /// let context = ToolContext::new(ProtocolVersion::V2025_11_25);
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
        self.tools().handle_json(message, context).await
    }
}

impl Tools {
    async fn handle_json(&self, message: &[u8], context: &ToolContext) -> Option<Vec<u8>> {
        match message::read(message) {
            Ok(Message::Request { id, method, params }) => {
                match self.serve(&id, &method, params, context).await {
                    Ok(response) => Some(response),
                    // R184
                    Err(error) if error.is_cancelled() => None,
                    Err(error) => Some(error_response(Some(&id), &error, None)),
                }
            }
            Ok(Message::Notification { .. } | Message::Answer(_)) => None,
            Err(Refusal { id, error }) => {
                let revision = Some(context.protocol_version());
                Some(error_response(id.as_ref(), &error, revision))
            }
        }
    }

    async fn serve(
        &self,
        id: &Id,
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
            Some(other) => return Err(mismatch("params", "an object", other)),
        };
        let meta: Option<Map<String, Value>> = member(params.meta, "_meta", "an object")?;
        let revision = context.version_of(meta.as_ref())?;
        // A host may know the version, and what the client can do, from elsewhere.
        if let Some(meta) = meta
            .as_ref()
            .filter(|meta| meta.contains_key(ProtocolVersion::META_KEY))
        {
            ClientCapabilities::check(meta, revision)?;
        }
        if method == "tools/list" {
            let cursor: Option<String> = member(params.cursor, "cursor", "a string")?;
            let list = self.list(revision, cursor.as_deref())?;
            return success(id, list);
        }
        let name: Cow<'_, str> = member(params.name, "name", "a string")?
            .ok_or_else(|| ProtocolError::invalid_params("`name` is missing"))?;
        let given = match params.arguments {
            None => Given::Map(Map::new()),
            Some(raw) if raw.get() == "null" => Given::Map(Map::new()),
            Some(raw) if raw.get().starts_with('{') => Given::Text(raw.get()),
            Some(other) => return Err(mismatch("arguments", "an object", other)),
        };
        let context = context.for_request(revision, meta);
        let mut earlier = Earlier::default();
        if revision.has_input_required() {
            let responses = member(params.input_responses, "inputResponses", "an object")?;
            earlier.responses = responses.unwrap_or_default();
            earlier.state = member(params.request_state, "requestState", "a string")?;
        }
        let result = self.call_tool(&name, given, earlier, &context).await?;
        success(id, result)
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

fn success(id: &Id, result: impl Serialize) -> Result<Vec<u8>, ProtocolError> {
    let response = Success {
        jsonrpc: "2.0",
        id,
        result,
    };
    serde_json::to_vec(&response).map_err(|error| {
        tracing::error!(%error, "a result cannot be written");
        ProtocolError::internal_error("the result cannot be written")
    })
}

/// Writes an error response. Where the request's id is unknown, `id` is absent since 2025-11-25, and
/// `null` before. JSON-RPC itself has `null`, and so has a response to a client of an unknown version.
pub(crate) fn error_response(
    id: Option<&Id>,
    error: &impl Serialize,
    revision: Option<ProtocolVersion>,
) -> Vec<u8> {
    let is_absent = id.is_none() && revision.is_some_and(ProtocolVersion::omits_unknown_id);
    let response = Failure {
        jsonrpc: "2.0",
        id: (!is_absent).then_some(id),
        error,
    };
    serde_json::to_vec(&response).unwrap_or_else(|_| {
        // A message, a code and JSON data can be written; this is here so that nothing panics.
        br#"{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"internal error"}}"#
            .to_vec()
    })
}

/// Writes an error response to a request whose id is known.
#[cfg(feature = "tower")]
pub(crate) fn failure(id: Option<&Id>, error: &ProtocolError) -> Vec<u8> {
    error_response(id, error, None)
}
