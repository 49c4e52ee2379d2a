//! Does what each method asks for.

use std::str::FromStr as _;
use std::sync::Arc;

use mcp_tool_runtime::context::{ClientCapabilities, ClientInfo, LogLevel, Peer as _};
use mcp_tool_runtime::embed::{
    InvalidMessage, Message, ToolRequest, check_capabilities, error_response, read_cancellation,
    read_message, success_response, wrong_type,
};
use mcp_tool_runtime::{ProtocolError, ProtocolVersion, ToolContext};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use crate::connection::{Call, Connection, Kind, Outlet, Room, Scope, StartedCall, is_modern};

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

/// Where a message comes from, and where its response goes.
pub(crate) struct Received<'a> {
    pub(crate) connection: &'a Arc<Connection>,
    pub(crate) outlet: &'a Arc<dyn Outlet>,
    /// Counts a request. `None` if the request is not counted yet.
    pub(crate) room: Option<Room>,
    /// Adds what the transport knows to the context of a request for tools.
    pub(crate) extend: &'a dyn Fn(ToolContext) -> ToolContext,
}

/// What remains to be done for a message.
pub(crate) enum Dispatched {
    Done,
    /// The transport has to run the request.
    Call(StartedCall),
    /// A stream of notifications is open until it is removed from the open calls.
    #[cfg_attr(not(feature = "http"), allow(dead_code))]
    Stream(Arc<Call>),
}

/// Handles one message of the client. Everything but a request for tools is done at once.
pub(crate) fn dispatch(received: Received<'_>, message: Incoming) -> Dispatched {
    let text = match message {
        Incoming::Tools(request) => return start(received, request),
        Incoming::Other(text) => text,
    };
    match read_message(text.as_bytes()) {
        Ok(message) => dispatch_message(received, message),
        Err(InvalidMessage { id, error }) => {
            tracing::debug!(%error, "refused a message");
            let version = received.connection.last_version();
            let response = error_response(id.as_deref(), &error, version);
            received.outlet.respond(response, received.room);
            Dispatched::Done
        }
    }
}

/// Handles a message that [`Incoming::read`] could not read in one pass.
pub(crate) fn dispatch_message(received: Received<'_>, message: Message<'_>) -> Dispatched {
    let connection = received.connection;
    match message {
        Message::Request { id, method, params } => {
            if !matches!(&*method, "tools/call" | "tools/list") {
                return answer(received, id, &method, params);
            }
            // A request without any version gets an error of its own, in `start`.
            let default = connection
                .session_version()
                .unwrap_or(ProtocolVersion::LATEST);
            match ToolRequest::from_params(id, &method, params, default) {
                Ok(request) => start(received, request),
                Err(error) => {
                    let error = connection.server.with_offered(error);
                    refuse(received, id, &error)
                }
            }
        }
        Message::Notification { method, params } => {
            notify(connection, received.outlet, &method, params);
            Dispatched::Done
        }
        Message::Response { id, outcome } => {
            connection.questions.answer(id, outcome);
            Dispatched::Done
        }
    }
}

fn refuse(received: Received<'_>, id: &str, error: &ProtocolError) -> Dispatched {
    tracing::debug!(%error, "refused a request");
    let response = error_response(Some(id), error, None);
    received.outlet.respond(response, received.room);
    Dispatched::Done
}

/// Starts a request for tools.
fn start(mut received: Received<'_>, mut request: ToolRequest) -> Dispatched {
    let connection = received.connection;
    let server = &connection.server;
    let started = connection
        .client(request.protocol_version())
        .and_then(|client| {
            connection.check_id(request.id())?;
            let room = match received.room.take() {
                Some(room) => room,
                None => connection.load.admit(request.size())?,
            };
            let version = request
                .protocol_version()
                .unwrap_or(client.protocol_version());
            let id = request.id();
            let call = Call::new(connection, received.outlet, id, Kind::Tool, version, room);
            let context = request.context(client.with_peer(call.clone()));
            let context = server.prepare((received.extend)(context), request.tool())?;
            Ok((call, context))
        });
    match started {
        Ok((call, context)) => {
            let tools = server.tools().snapshot();
            let info = Arc::clone(&server.info);
            let response = Box::pin(request.respond(&tools, context, Some(info)));
            Dispatched::Call(StartedCall { call, response })
        }
        Err(error) => refuse(received, request.id(), &error),
    }
}

/// Answers a request that is not for tools.
fn answer(
    mut received: Received<'_>,
    id: &str,
    method: &str,
    params: Option<&RawValue>,
) -> Dispatched {
    let answer = Params::read(params)
        .map_err(|error| {
            if is_served(method) {
                error
            } else {
                ProtocolError::method_not_found(method)
            }
        })
        .and_then(|params| {
            received.connection.check_id(id)?;
            respond(&mut received, id, method, &params)
        })
        .and_then(|answer| match answer {
            Answer::Result(result) => {
                success_response(id, 256, |out| serde_json::to_writer(out, &result)).map(Ok)
            }
            Answer::Stream(stream) => Ok(Err(stream)),
        });
    match answer {
        Ok(Ok(response)) => {
            received.outlet.respond(response, received.room);
            Dispatched::Done
        }
        Ok(Err(stream)) => Dispatched::Stream(stream),
        Err(error) => {
            let error = received.connection.server.with_offered(error);
            refuse(received, id, &error)
        }
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

/// The answer to a request that is not for tools.
enum Answer {
    Result(Value),
    /// The response comes at the end of the stream.
    Stream(Arc<Call>),
}

fn respond(
    received: &mut Received<'_>,
    id: &str,
    method: &str,
    params: &Params<'_>,
) -> Result<Answer, ProtocolError> {
    let connection = received.connection;
    let server = &connection.server;
    let meta = params.meta.as_ref();
    let named = meta.map(ProtocolVersion::from_meta).transpose()?.flatten();
    // A client may send these two methods before it has stated its version.
    if named.is_none_or(|version| !is_modern(version)) {
        match method {
            "ping" => return Ok(Answer::Result(json!({}))),
            "initialize" => return initialize(connection, params).map(Answer::Result),
            _ => {}
        }
    }
    let version = connection.client(named)?.protocol_version();
    if let (Some(_), Some(meta)) = (named, meta) {
        check_capabilities(meta, version)?;
    }
    match method {
        "server/discover" if is_modern(version) => Ok(Answer::Result(server.discover_result())),
        "subscriptions/listen" if is_modern(version) && server.tools().is_live() => {
            listen(received, id, version, params).map(Answer::Stream)
        }
        "logging/setLevel" if !is_modern(version) && server.offers_logs() => {
            let members = params.members()?;
            let level = member(&members, "level", "a string", Value::as_str)?;
            let level = LogLevel::from_str(level);
            let level = level.map_err(|error| ProtocolError::invalid_params(error.to_string()))?;
            connection.set_log_level(level);
            Ok(Answer::Result(json!({})))
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
    if connection.scope == Scope::Session {
        check_kept(&info, capabilities)?;
    }
    let capabilities = ClientCapabilities::new(capabilities.clone());
    let context = ToolContext::new(version).with_client(info, capabilities);
    let has_session = connection.has_session_of_its_own();
    if has_session && !connection.begin_session(context) {
        return Err(ProtocolError::invalid_request(
            "the client has sent `initialize` before",
        ));
    }
    Ok(connection.server.initialize_result(version, has_session))
}

/// Checks the size of what a session keeps of its client, because a server has many sessions.
fn check_kept(info: &ClientInfo, capabilities: &Map<String, Value>) -> Result<(), ProtocolError> {
    const LIMIT: usize = 16 * 1024;

    let capabilities = serde_json::to_string(capabilities).map_or(0, |json| json.len());
    let title = info.title.as_ref().map_or(0, String::len);
    if capabilities + info.name.len() + info.version.len() + title > LIMIT {
        return Err(ProtocolError::invalid_params(format!(
            "`capabilities` and `clientInfo` have more than {} KiB",
            LIMIT / 1024
        )));
    }
    Ok(())
}

/// The member of `_meta` with the id of a `subscriptions/listen` request.
const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

/// Opens a stream of notifications, and acknowledges it.
fn listen(
    received: &mut Received<'_>,
    id: &str,
    version: ProtocolVersion,
    params: &Params<'_>,
) -> Result<Arc<Call>, ProtocolError> {
    let members = params.members()?;
    let notifications = member(&members, "notifications", "an object", Value::as_object)?;
    let connection = received.connection;
    let mut room = match received.room.take() {
        Some(room) => room,
        None => connection.load.admit(id.len())?,
    };
    room.rest();
    let tools = notifications.get("toolsListChanged") == Some(&Value::Bool(true));
    let kind = Kind::Stream { tools };
    let stream = Call::new(connection, received.outlet, id, kind, version, room);
    connection.calls.add(&stream);
    let accepted = if tools {
        r#"{"toolsListChanged":true}"#
    } else {
        "{}"
    };
    let params = format!(r#"{{"_meta":{{"{SUBSCRIPTION}":{id}}},"notifications":{accepted}}}"#);
    stream.send("notifications/subscriptions/acknowledged", &params);
    Ok(stream)
}

const LIST_CHANGED: &str = "notifications/tools/list_changed";

/// Tells the client that the list of tools has changed. `outlet` returns where notifications outside of requests go, if
/// the client can get one.
pub(crate) fn tools_changed<O: Outlet + ?Sized>(
    connection: &Connection,
    outlet: impl FnOnce() -> Option<Arc<O>>,
) {
    if connection.gets_change()
        && let Some(outlet) = outlet()
    {
        notify_session(&*outlet);
    }
    for stream in connection.calls.streams() {
        if stream.kind == (Kind::Stream { tools: true }) {
            let params = format!(r#"{{"_meta":{{"{SUBSCRIPTION}":{}}}}}"#, stream.id);
            // A client that does not read asks for the list anew when it comes back.
            stream.notify(LIST_CHANGED, &params);
        }
    }
}

fn notify_session<O: Outlet + ?Sized>(outlet: &O) {
    let message = format!(r#"{{"jsonrpc":"2.0","method":"{LIST_CHANGED}"}}"#);
    outlet.ask(message.into_bytes());
}

/// Ends all streams of notifications, because the server shuts down.
pub(crate) fn end_streams(connection: &Connection) {
    for stream in connection.calls.streams() {
        if connection.calls.remove_call(&stream) {
            let result = format!(
                r#"{{"resultType":"complete","_meta":{{"{SUBSCRIPTION}":{}}}}}"#,
                stream.id
            );
            let write = |out: &mut Vec<u8>| {
                out.extend_from_slice(result.as_bytes());
                Ok(())
            };
            if let Ok(response) = success_response(&stream.id, result.len(), write) {
                stream.respond(Some(response));
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
        // Without a session, the id may be that of another client's request.
        "notifications/cancelled" if connection.has_session_of_its_own() => {
            // A cancelled request gets no response, and the client can reuse its id at once.
            let id = params.and_then(read_cancellation).map(|(id, _)| id);
            for call in id.map_or_else(Vec::new, |id| connection.calls.remove(id)) {
                call.skip();
            }
        }
        _ => tracing::debug!(method, "ignored a notification"),
    }
}
