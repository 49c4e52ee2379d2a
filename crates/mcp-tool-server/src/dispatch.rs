//! Does what each method asks for.

use std::str::FromStr as _;
use std::sync::Arc;

use mcp_tool_runtime::context::{ClientCapabilities, ClientInfo, LogLevel};
use mcp_tool_runtime::embed::{
    InvalidMessage, Message, ToolRequest, check_capabilities, error_response, read_cancellation,
    read_message, success_response, wrong_type,
};
use mcp_tool_runtime::{ProtocolError, ProtocolVersion, ToolContext};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use crate::connection::{Call, Connection, Kind, Outlet, StartedCall, is_modern};

/// One message of the client. A request for tools is parsed, so that it can wait without another parse.
pub(crate) enum Incoming {
    Tools(ToolRequest),
    Other(String),
}

impl Incoming {
    pub(crate) fn read(text: String) -> Self {
        ToolRequest::read(text).map_or_else(Incoming::Other, Incoming::Tools)
    }

    /// Returns the length of the message in bytes.
    pub(crate) fn size(&self) -> usize {
        match self {
            Incoming::Tools(request) => request.size(),
            Incoming::Other(text) => text.len(),
        }
    }
}

/// Handles one message of the client. Everything but a request for tools is done at once. Returns a request for
/// tools, which the transport has to run.
pub(crate) fn dispatch(
    connection: &Arc<Connection>,
    outlet: &Arc<dyn Outlet>,
    message: Incoming,
) -> Option<StartedCall> {
    let text = match message {
        Incoming::Tools(request) => return start(connection, outlet, request),
        Incoming::Other(text) => text,
    };
    match read_message(text.as_bytes()) {
        Ok(Message::Request { id, method, params }) => {
            if !matches!(&*method, "tools/call" | "tools/list") {
                answer(connection, outlet, id, &method, params);
                return None;
            }
            // A request without any version gets an error of its own, in `start`.
            let default = connection
                .session_version()
                .unwrap_or(ProtocolVersion::LATEST);
            match ToolRequest::from_params(id, &method, params, default) {
                Ok(request) => start(connection, outlet, request),
                Err(error) => {
                    let error = connection.server.with_offered(error);
                    refuse(outlet, id, &error);
                    None
                }
            }
        }
        Ok(Message::Notification { method, params }) => {
            notify(connection, outlet, &method, params);
            None
        }
        Ok(Message::Response { id, outcome }) => {
            connection.questions.answer(id, outcome);
            None
        }
        Err(InvalidMessage { id, error }) => {
            tracing::debug!(%error, "refused a message");
            let version = connection.last_version();
            outlet.respond(error_response(id.as_deref(), &error, version));
            None
        }
    }
}

fn refuse(outlet: &Arc<dyn Outlet>, id: &str, error: &ProtocolError) {
    tracing::debug!(%error, "refused a request");
    outlet.respond(error_response(Some(id), error, None));
}

/// Starts a request for tools.
fn start(
    connection: &Arc<Connection>,
    outlet: &Arc<dyn Outlet>,
    mut request: ToolRequest,
) -> Option<StartedCall> {
    let server = &connection.server;
    let started = connection
        .client(request.protocol_version())
        .and_then(|client| {
            connection.calls.check(request.id(), request.size())?;
            let version = request
                .protocol_version()
                .unwrap_or(client.protocol_version());
            let id = request.id();
            let call = Call::new(connection, outlet, id, Kind::Tool, version, request.size());
            let context = request.context(client.with_peer(call.clone()));
            let context = server.prepare(context, request.tool())?;
            Ok((call, context))
        });
    match started {
        Ok((call, context)) => {
            let tools = server.tools().snapshot();
            let info = Arc::clone(&server.info);
            let response = Box::pin(request.respond(&tools, context, Some(info)));
            Some(StartedCall { call, response })
        }
        Err(error) => {
            refuse(outlet, request.id(), &error);
            None
        }
    }
}

/// Answers a request that is not for tools.
fn answer(
    connection: &Arc<Connection>,
    outlet: &Arc<dyn Outlet>,
    id: &str,
    method: &str,
    params: Option<&RawValue>,
) {
    let result = Params::read(params)
        .map_err(|error| {
            if is_served(method) {
                error
            } else {
                ProtocolError::method_not_found(method)
            }
        })
        .and_then(|params| {
            connection.calls.check_id(id)?;
            respond(connection, outlet, id, method, &params)
        })
        .and_then(|result| match result {
            Some(result) => {
                success_response(id, 256, |out| serde_json::to_writer(out, &result)).map(Some)
            }
            None => Ok(None),
        });
    match result {
        Ok(Some(response)) => outlet.respond(response),
        Ok(None) => {}
        Err(error) => refuse(outlet, id, &connection.server.with_offered(error)),
    }
}

/// Returns whether some protocol version has the method, and a tool server serves it.
fn is_served(method: &str) -> bool {
    matches!(
        method,
        "initialize" | "ping" | "server/discover" | "subscriptions/listen" | "logging/setLevel"
    )
}

/// The parameters of a request that is not for tools.
struct Params<'a> {
    json: Option<&'a str>,
    meta: Option<Map<String, Value>>,
}

impl<'a> Params<'a> {
    /// Reads `_meta`, and leaves the other members as they are. The method may be unknown, or ignore them.
    fn read(params: Option<&'a RawValue>) -> Result<Self, ProtocolError> {
        #[derive(Deserialize, Default)]
        struct WithMeta<'a> {
            #[serde(borrow, default, rename = "_meta")]
            meta: Option<&'a RawValue>,
        }

        let json = params.map(RawValue::get);
        let with_meta: WithMeta<'_> = match json {
            None => WithMeta::default(),
            Some(json) if json.starts_with('{') => serde_json::from_str(json).map_err(|_| {
                ProtocolError::invalid_params(
                    "`params` has a duplicate member, or a name with half a surrogate pair",
                )
            })?,
            Some(json) => return Err(mismatch("params", "an object", json)),
        };
        let meta = match with_meta.meta.map(RawValue::get) {
            None | Some("null") => None,
            Some(meta) => Some(read_object("_meta", meta)?),
        };
        Ok(Params { json, meta })
    }

    /// Returns all members.
    fn members(&self) -> Result<Map<String, Value>, ProtocolError> {
        let missing = || ProtocolError::invalid_params("`params` is missing");
        read_object("params", self.json.ok_or_else(missing)?)
    }
}

fn read_object(name: &str, json: &str) -> Result<Map<String, Value>, ProtocolError> {
    if !json.starts_with('{') {
        return Err(mismatch(name, "an object", json));
    }
    serde_json::from_str(json).map_err(|error| {
        ProtocolError::invalid_params(format!("`{name}` cannot be decoded: {error}"))
    })
}

/// Returns a member that must be there. `read` returns `None` for a value of the wrong type.
fn member<'v, T>(
    members: &'v Map<String, Value>,
    name: &str,
    expected: &str,
    read: impl FnOnce(&'v Value) -> Option<T>,
) -> Result<T, ProtocolError> {
    let missing = || ProtocolError::invalid_params(format!("`{name}` is missing"));
    let value = members.get(name).ok_or_else(missing)?;
    read(value).ok_or_else(|| mismatch(name, expected, &value.to_string()))
}

fn mismatch(name: &str, expected: &str, json: &str) -> ProtocolError {
    ProtocolError::invalid_params(wrong_type(name, expected, json))
}

/// Returns the result of a request that is not for tools. Returns `None` if the response comes later.
fn respond(
    connection: &Arc<Connection>,
    outlet: &Arc<dyn Outlet>,
    id: &str,
    method: &str,
    params: &Params<'_>,
) -> Result<Option<Value>, ProtocolError> {
    let server = &connection.server;
    let meta = params.meta.as_ref();
    let named = meta.map(ProtocolVersion::from_meta).transpose()?.flatten();
    // A client may send these two methods before it has stated its version.
    if named.is_none_or(|version| !is_modern(version)) {
        match method {
            "ping" => return Ok(Some(json!({}))),
            "initialize" => return initialize(connection, params).map(Some),
            _ => {}
        }
    }
    let version = connection.client(named)?.protocol_version();
    if let (Some(_), Some(meta)) = (named, meta) {
        check_capabilities(meta, version)?;
    }
    match method {
        "server/discover" if is_modern(version) => Ok(Some(server.discover_result())),
        "subscriptions/listen" if is_modern(version) && server.tools().is_live() => {
            listen(connection, outlet, id, version, params)?;
            Ok(None)
        }
        "logging/setLevel" if !is_modern(version) && server.offers_logs() => {
            let members = params.members()?;
            let level = member(&members, "level", "a string", Value::as_str)?;
            let level = LogLevel::from_str(level);
            let level = level.map_err(|error| ProtocolError::invalid_params(error.to_string()))?;
            connection.set_log_level(level);
            Ok(Some(json!({})))
        }
        _ => Err(ProtocolError::method_not_found(method)),
    }
}

fn initialize(connection: &Connection, params: &Params<'_>) -> Result<Value, ProtocolError> {
    let members = params.members()?;
    let version = member(&members, "protocolVersion", "a string", Value::as_str)?;
    let capabilities = member(&members, "capabilities", "an object", Value::as_object)?;
    let info = member(&members, "clientInfo", "an object", Value::as_object)?;
    for name in ["name", "version"] {
        member(info, name, "a string", Value::as_str)?;
    }
    let info = ClientInfo::deserialize(info).map_err(|error| {
        ProtocolError::invalid_params(format!("`clientInfo` cannot be decoded: {error}"))
    })?;
    let version = connection.server.negotiate(version)?;
    let capabilities = ClientCapabilities::new(capabilities.clone());
    let context = ToolContext::new(version).with_client(info, capabilities);
    if !connection.begin_session(context) {
        return Err(ProtocolError::invalid_request(
            "the client has sent `initialize` before",
        ));
    }
    Ok(connection.server.initialize_result(version))
}

/// The member of `_meta` with the id of a `subscriptions/listen` request.
const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

/// Opens a stream of notifications, and acknowledges it.
fn listen(
    connection: &Arc<Connection>,
    outlet: &Arc<dyn Outlet>,
    id: &str,
    version: ProtocolVersion,
    params: &Params<'_>,
) -> Result<(), ProtocolError> {
    let members = params.members()?;
    let notifications = member(&members, "notifications", "an object", Value::as_object)?;
    connection.calls.check(id, id.len())?;
    let tools = notifications.get("toolsListChanged") == Some(&Value::Bool(true));
    let stream = Call::new(
        connection,
        outlet,
        id,
        Kind::Stream { tools },
        version,
        id.len(),
    );
    connection.calls.add(&stream);
    let accepted = if tools {
        r#"{"toolsListChanged":true}"#
    } else {
        "{}"
    };
    let params = format!(r#"{{"_meta":{{"{SUBSCRIPTION}":{id}}},"notifications":{accepted}}}"#);
    stream.send("notifications/subscriptions/acknowledged", &params);
    Ok(())
}

const LIST_CHANGED: &str = "notifications/tools/list_changed";

/// Tells the client that the list of tools has changed.
pub(crate) fn tools_changed(connection: &Connection, outlet: &dyn Outlet) {
    if connection.gets_change() {
        notify_session(outlet);
    }
    for stream in connection.calls.streams() {
        if stream.kind == (Kind::Stream { tools: true }) {
            let params = format!(r#"{{"_meta":{{"{SUBSCRIPTION}":{}}}}}"#, stream.id);
            stream.send(LIST_CHANGED, &params);
        }
    }
}

fn notify_session(outlet: &dyn Outlet) {
    let message = format!(r#"{{"jsonrpc":"2.0","method":"{LIST_CHANGED}"}}"#);
    outlet.ask(message.into_bytes());
}

/// Ends all streams of notifications, because the server shuts down.
pub(crate) fn end_streams(connection: &Connection) {
    for stream in connection.calls.streams() {
        if connection.calls.remove(&stream.id).is_some() {
            let result = format!(
                r#"{{"resultType":"complete","_meta":{{"{SUBSCRIPTION}":{}}}}}"#,
                stream.id
            );
            let write = |out: &mut Vec<u8>| {
                out.extend_from_slice(result.as_bytes());
                Ok(())
            };
            if let Ok(response) = success_response(&stream.id, result.len(), write) {
                stream.outlet.respond(response);
            }
        }
    }
}

fn notify(
    connection: &Connection,
    outlet: &Arc<dyn Outlet>,
    method: &str,
    params: Option<&RawValue>,
) {
    match method {
        "notifications/initialized" => {
            if connection.set_initialized() {
                notify_session(&**outlet);
            }
        }
        "notifications/cancelled" => {
            // A cancelled request gets no response, and the client can reuse its id at once.
            let id = params.and_then(read_cancellation).map(|(id, _)| id);
            if let Some(call) = id.and_then(|id| connection.calls.remove(id)) {
                call.cancel();
                call.outlet.skip();
                connection.room.notify_one();
            }
        }
        _ => tracing::debug!(method, "ignored a notification"),
    }
}
