//! A request for `tools/list` or `tools/call` that owns its text, so that a task can keep it.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::tool_registry::{AnyState, ToolRegistry};
use crate::call::{EarlierRounds, RawArguments, start_call};
use crate::context::{Meta, ToolContext};
use crate::error::ProtocolError;
use crate::json_rpc::message::{self, Message};
use crate::json_rpc::request::{self, Method};
use crate::json_rpc::{error_response, success};
use crate::protocol::ProtocolVersion;

/// A request for `tools/list` or `tools/call`, parsed once. It owns its text, so that a task can keep it.
///
/// ```
/// use mcp_tool_runtime::embed::{ToolRequest, erase};
/// use mcp_tool_runtime::{ProtocolVersion, ToolContext, ToolRegistry};
///
/// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
/// let registry = erase(ToolRegistry::builder(()).build()?);
/// let line = r#"{"jsonrpc":"2.0","id":7.0,"method":"tools/list"}"#;
/// let Ok(mut request) = ToolRequest::read(line.to_owned()) else {
///     panic!("a request for tools");
/// };
/// let context = request.context(ToolContext::new(ProtocolVersion::V2025_11_25));
/// let response = request.respond(&registry, context, None).await;
/// let json = r#"{"jsonrpc":"2.0","id":7.0,"result":{"tools":[]}}"#;
/// assert_eq!(response.as_deref(), Some(json.as_bytes()));
/// # Ok(())
/// # }
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(run()).unwrap();
/// ```
#[derive(Debug)]
pub struct ToolRequest {
    line: String,
    id: Range<usize>,
    version: Option<ProtocolVersion>,
    meta: Option<Meta>,
    target: Target,
}

/// The length in bytes up to which a waiting call keeps its text. This saves a copy of the id.
const SHORT_LINE: usize = 1024;

#[derive(Debug)]
enum Target {
    List { cursor: Option<String> },
    Call(OwnedCall),
}

/// A call whose texts are ranges of the request's line, unless they needed decoding.
#[derive(Debug)]
struct OwnedCall {
    name: Result<Range<usize>, String>,
    arguments: Result<Range<usize>, Map<String, Value>>,
    earlier: EarlierRounds,
}

impl ToolRequest {
    /// Reads a typical request in one pass.
    ///
    /// # Errors
    ///
    /// Returns the line if it is any other message, valid or not. [`read_message`](crate::embed::read_message) reads it.
    pub fn read(line: String) -> Result<Self, String> {
        let text = line.strip_prefix('\u{feff}').unwrap_or(&line);
        match request::read_at_once(text) {
            Some((id, request)) => Ok(ToolRequest {
                id: range(&line, id),
                version: request.version,
                meta: request.meta,
                target: Target::new(&line, request.method),
                line,
            }),
            None => Err(line),
        }
    }

    /// Reads the parameters of a request for `tools/list` or `tools/call`, one by one. `id` is the JSON of the id.
    /// `default` is the protocol version of a request that names none.
    ///
    /// # Errors
    ///
    /// Returns the first fault, or -32601 for another method.
    pub fn from_params(
        id: &str,
        method: &str,
        params: Option<&RawValue>,
        default: ProtocolVersion,
    ) -> Result<Self, ProtocolError> {
        let request = request::explain(method, params, default)?;
        let params = params.map_or("", RawValue::get);
        Ok(ToolRequest {
            id: params.len()..params.len() + id.len(),
            version: request.version,
            meta: request.meta,
            target: Target::new(params, request.method),
            line: [params, id].concat(),
        })
    }

    /// Returns the JSON of the id.
    pub fn id(&self) -> &str {
        &self.line[self.id.clone()]
    }

    /// Returns the name of the called tool, or `None` for `tools/list`.
    pub fn tool(&self) -> Option<&str> {
        match &self.target {
            Target::List { .. } => None,
            Target::Call(call) => Some(text(&self.line, &call.name)),
        }
    }

    /// Returns the JSON of the call's arguments. Returns `None` for `tools/list`.
    pub fn arguments(&self) -> Option<Cow<'_, str>> {
        match &self.target {
            Target::List { .. } => None,
            Target::Call(call) => Some(match &call.arguments {
                Ok(range) => Cow::Borrowed(&self.line[range.clone()]),
                Err(map) => Cow::Owned(serde_json::to_string(map).unwrap_or_default()),
            }),
        }
    }

    /// Returns the cursor of `tools/list`, if there is one.
    pub fn cursor(&self) -> Option<&str> {
        match &self.target {
            Target::List { cursor } => cursor.as_deref(),
            Target::Call(_) => None,
        }
    }

    /// Returns the JSON of the parameters, as they came. Returns `None` if there are none.
    pub fn params(&self) -> Option<&str> {
        // The id stands behind parameters that were read one by one.
        if self.id.end == self.line.len() {
            let params = &self.line[..self.id.start];
            return Some(params).filter(|params| !params.is_empty());
        }
        match message::read(self.line.as_bytes()) {
            Ok(Message::Request { params, .. }) => params.map(RawValue::get),
            _ => None,
        }
    }

    /// Returns the length of the request's text in bytes.
    pub fn size(&self) -> usize {
        self.line.len()
    }

    /// Returns the protocol version that the request names in its `_meta`.
    pub fn protocol_version(&self) -> Option<ProtocolVersion> {
        self.version
    }

    /// Returns the context of the request, from the context of its client. Moves the request's `_meta` into it.
    pub fn context(&mut self, client: ToolContext) -> ToolContext {
        let version = self.version.unwrap_or(client.protocol_version());
        client.for_request(version, self.meta.take())
    }

    /// Runs the request. Returns the response, or `None` if the request was cancelled. `server_info` is the JSON of
    /// the server's name and version. Results contain it since protocol version 2026-07-28.
    pub fn respond(
        self,
        registry: &ToolRegistry<AnyState>,
        mut context: ToolContext,
        server_info: Option<Arc<str>>,
    ) -> impl Future<Output = Option<Vec<u8>>> + Send + use<> {
        let tools = Arc::clone(registry.tools());
        let server_info = server_info.filter(|_| context.protocol_version().has_result_type());
        async move {
            let ToolRequest {
                mut line,
                mut id,
                target,
                ..
            } = self;
            let info = server_info.as_deref();
            let extra = info.map_or(0, |info| info.len() + 64);
            let response = match target {
                Target::List { cursor } => {
                    let list = tools.list_for(&context, cursor.as_deref());
                    list.and_then(|list| {
                        success(&line[id.clone()], list.size() + extra, |out| {
                            list.write(out, info)
                        })
                    })
                }
                Target::Call(call) => {
                    let answer = match tools.called(text(&line, &call.name), &mut context) {
                        Ok(tool) => {
                            let arguments = match call.arguments {
                                Ok(range) => RawArguments::Text(&line[range]),
                                Err(map) => RawArguments::Map(map),
                            };
                            let mut started = start_call(tool, arguments, call.earlier, &context);
                            // The arguments are decoded, so a call that waits keeps no long text.
                            if line.len() > SHORT_LINE {
                                line = line[id].to_owned();
                                id = 0..line.len();
                            }
                            (&mut started).await
                        }
                        Err(error) => Err(error),
                    };
                    answer.and_then(|it| {
                        success(&line[id.clone()], it.size() + extra, |out| {
                            it.write(out, info)
                        })
                    })
                }
            };
            match response {
                Ok(response) => Some(response),
                // Do not respond to a cancelled request. A tool can also return this error for
                // another request, which it made itself.
                Err(error) if error.is_cancelled() && context.is_cancelled() => None,
                Err(error) => Some(error_response(Some(&line[id]), &error, None)),
            }
        }
    }
}

impl Target {
    /// Replaces texts that borrow from `line` by their ranges.
    fn new(line: &str, method: Method<'_>) -> Self {
        match method {
            Method::List { cursor } => Target::List { cursor },
            Method::Call(call) => Target::Call(OwnedCall {
                name: match call.name {
                    Cow::Borrowed(name) => Ok(range(line, name)),
                    Cow::Owned(name) => Err(name),
                },
                arguments: match call.arguments {
                    RawArguments::Text(text) | RawArguments::Unreadable(text) => {
                        Ok(range(line, text))
                    }
                    RawArguments::Map(map) => Err(map),
                },
                earlier: call.earlier,
            }),
        }
    }
}

/// Returns the range of a part that borrows from `line`.
fn range(line: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr().addr() - line.as_ptr().addr();
    start..start + part.len()
}

fn text<'a>(line: &'a str, part: &'a Result<Range<usize>, String>) -> &'a str {
    match part {
        Ok(range) => &line[range.clone()],
        Err(text) => text,
    }
}
