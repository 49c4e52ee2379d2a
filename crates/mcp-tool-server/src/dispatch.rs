//! Does what each method asks for.

use std::str::FromStr as _;
use std::sync::Arc;

use mcp_tool_runtime::context::{ClientCapabilities, ClientInfo, LogLevel, Peer as _};
use mcp_tool_runtime::embed::{
    InvalidMessage, Message, ToolRequest, check_capabilities, error_response, read_cancellation,
    read_message, success_response,
};
use mcp_tool_runtime::{ProtocolError, ProtocolVersion, ToolContext};
use serde::Deserialize as _;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use crate::companion::members::with_member;
use crate::connection::{
    Call, Connection, Forwarding, Kind, Link, Outlet, Reply, SUBSCRIPTION, Scope, StartedCall,
    is_modern, message,
};
use crate::forward;
use crate::json_text::to_json;
use crate::params::{Params, member};
use crate::received::{Dispatched, Incoming, Received};

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
            let outlet = received.outlet;
            notify(received, &method, params);
            outlet.skip();
            Dispatched::Done
        }
        Message::Response { id, outcome } => {
            let reply = outcome.map_or_else(Reply::Error, Reply::Result);
            connection.questions.answer(id, reply);
            received.outlet.skip();
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
    let tools = server.settings.tools.snapshot();
    let is_ours = |tool| tools.definition(tool).is_some();
    let link = match server.companion() {
        Some(_) if !request.tool().is_some_and(is_ours) => connection.link(received.outlet),
        _ => None,
    };
    let started = connection
        .client(request.protocol_version())
        .and_then(|client| {
            connection.check_id(request.id())?;
            let room = received.admit(request.size())?;
            let version = request
                .protocol_version()
                .unwrap_or(client.protocol_version());
            let kind = match (request.tool(), &link) {
                (Some(_), Some(_)) => Kind::Forwarded,
                _ => Kind::Tool,
            };
            let id = request.id();
            let call = Call::new(connection, received.outlet, id, kind, version, room);
            if let Some(link) = &link {
                call.use_link(Arc::clone(link) as Arc<dyn Forwarding>);
            }
            let mut context = request.context(client.with_peer(call.clone()));
            if let Some(head) = &received.head {
                context = context.with_shared_extension(Arc::clone(head));
            }
            Ok((call, server.prepare(context, request.tool())?))
        });
    match (started, link) {
        (Ok((call, context)), None) => {
            let info = Arc::clone(&server.info);
            let response = Box::pin(request.respond(&tools, context, Some(info)));
            Dispatched::Call(StartedCall { call, response })
        }
        (Ok((call, context)), Some(link)) => {
            let forward = match request.tool() {
                Some(_) => forward::call_tool,
                None => forward::list_tools,
            };
            forward(&mut received, &link, call, request, context)
        }
        (Err(error), _) => refuse(received, request.id(), &error),
    }
}

/// Answers a request that is not for tools.
fn answer(
    mut received: Received<'_>,
    id: &str,
    method: &str,
    params: Option<&RawValue>,
) -> Dispatched {
    let connection = received.connection;
    let server = &connection.server;
    let answered = match Params::read(params) {
        Ok(params) => connection
            .check_id(id)
            .and_then(|()| respond(&mut received, id, method, &params)),
        Err(_) if !is_served(method) && server.companion().is_none() => {
            Err(ProtocolError::method_not_found(method))
        }
        Err(error) => Err(error),
    };
    answered.unwrap_or_else(|error| refuse(received, id, &server.with_offered(error)))
}

/// Sends the result of a request.
fn succeed(
    received: &mut Received<'_>,
    id: &str,
    result: &Value,
) -> Result<Dispatched, ProtocolError> {
    let response = success_response(id, 256, |out| serde_json::to_writer(out, result))?;
    received.outlet.respond(response, received.room.take());
    Ok(Dispatched::Done)
}

/// Returns whether some protocol version has the method, and a tool server serves it.
fn is_served(method: &str) -> bool {
    matches!(
        method,
        "initialize" | "ping" | "server/discover" | "subscriptions/listen" | "logging/setLevel"
    )
}

/// Returns whether a protocol version has the method, if it is one that not all versions have.
fn has_method(version: ProtocolVersion, method: &str) -> bool {
    match method {
        "server/discover" | "subscriptions/listen" => is_modern(version),
        "initialize"
        | "ping"
        | "logging/setLevel"
        | "resources/subscribe"
        | "resources/unsubscribe" => !is_modern(version),
        _ => true,
    }
}

/// Responds to a request that is not for tools, now or later.
fn respond(
    received: &mut Received<'_>,
    id: &str,
    method: &str,
    params: &Params<'_>,
) -> Result<Dispatched, ProtocolError> {
    let connection = received.connection;
    let server = &connection.server;
    let meta = params.meta.as_ref();
    let named = meta.map(ProtocolVersion::from_meta).transpose()?.flatten();
    // A client may send these two methods before it has stated its version.
    if named.is_none_or(|version| !is_modern(version)) {
        match method {
            "ping" => return succeed(received, id, &json!({})),
            "initialize" => return initialize(received, id, params),
            _ => {}
        }
    }
    let version = connection.client(named)?.protocol_version();
    if let (Some(_), Some(meta)) = (named, meta) {
        check_capabilities(meta, version)?;
    }
    if !has_method(version, method) {
        return Err(ProtocolError::method_not_found(method));
    }
    let ours = match method {
        "server/discover" => Some(server.discover_result()),
        "logging/setLevel" if server.settings.logs => {
            connection.set_log_level(log_level(params)?);
            Some(json!({}))
        }
        _ => None,
    };
    let link = connection.link(received.outlet);
    let request = (method, params.json);
    match (ours, link) {
        (Some(ours), None) => succeed(received, id, &ours),
        (Some(ours), Some(link)) => forward::join(received, &link, id, request, (ours, version)),
        (None, link)
            if method == "subscriptions/listen"
                && (link.is_some() || server.settings.tools.is_live()) =>
        {
            listen(received, link, id, version, params)
        }
        (None, Some(link)) => forward::forward(received, &link, id, request, version),
        (None, None) => Err(ProtocolError::method_not_found(method)),
    }
}

fn log_level(params: &Params<'_>) -> Result<LogLevel, ProtocolError> {
    let members = params.members()?;
    let level = LogLevel::from_str(member(&members, "level", "a string", Value::as_str)?);
    level.map_err(|error| ProtocolError::invalid_params(error.to_string()))
}

fn initialize(
    received: &mut Received<'_>,
    id: &str,
    params: &Params<'_>,
) -> Result<Dispatched, ProtocolError> {
    let connection = received.connection;
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
    let link = connection.link(received.outlet);
    if has_session && !connection.begin_session(context) {
        return Err(ProtocolError::invalid_request(
            "the client has sent `initialize` before",
        ));
    }
    let ours = connection.server.initialize_result(version, has_session);
    let Some(link) = link else {
        return succeed(received, id, &ours);
    };
    if has_session {
        link.allow_requests();
    }
    let agreed = to_json(version.as_str());
    let params = with_member(params.json, "protocolVersion", agreed);
    let request = ("initialize", Some(&*params));
    forward::join(received, &link, id, request, (ours, version))
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

/// Returns whether a stream of notifications is to tell of changed tools.
fn wants_tools(params: &Params<'_>) -> Result<bool, ProtocolError> {
    let members = params.members()?;
    let notifications = member(&members, "notifications", "an object", Value::as_object)?;
    Ok(notifications.get("toolsListChanged") == Some(&Value::Bool(true)))
}

/// Opens a stream of notifications of the server, and of the companion if there is one.
fn listen(
    received: &mut Received<'_>,
    link: Option<Arc<Link>>,
    id: &str,
    version: ProtocolVersion,
    params: &Params<'_>,
) -> Result<Dispatched, ProtocolError> {
    let connection = received.connection;
    let tools = connection.server.settings.tools.is_live() && wants_tools(params)?;
    let stream = received.call(id, params.json, Kind::Stream { tools }, version)?;
    connection.calls.add(&stream);
    match link {
        Some(link) => forward::listen(received, &link, &stream, params.json),
        None => stream.acknowledge_alone(),
    }
    Ok(Dispatched::Open(stream))
}

const LIST_CHANGED: &str = "notifications/tools/list_changed";

/// Tells the client that the list of tools has changed. `home` returns where notifications outside of requests go, if
/// the client can get one.
pub(crate) fn tools_changed(
    connection: &Connection,
    home: impl FnOnce() -> Option<Arc<dyn Outlet>>,
) {
    if connection.gets_change()
        && let Some(home) = home()
    {
        home.send(message(None, LIST_CHANGED, None), false);
    }
    for stream in connection.calls.streams() {
        if stream.kind == (Kind::Stream { tools: true }) && stream.is_acknowledged() {
            let params = format!(r#"{{"_meta":{{"{SUBSCRIPTION}":{}}}}}"#, stream.id);
            // A client that does not read asks for the list anew when it comes back.
            stream.notify(LIST_CHANGED, &params);
        }
    }
}

/// Ends all streams of notifications, because the server shuts down.
pub(crate) fn end_streams(connection: &Connection) {
    for stream in connection.calls.streams() {
        let id = &stream.id;
        let result = format!(r#"{{"resultType":"complete","_meta":{{"{SUBSCRIPTION}":{id}}}}}"#);
        stream.end(forward::write_response(id, "result", &result));
    }
}

fn notify(mut received: Received<'_>, method: &str, params: Option<&RawValue>) {
    let connection = received.connection;
    match method {
        "notifications/initialized" if connection.set_initialized() => {
            let changed = message(None, LIST_CHANGED, None);
            received.outlet.send(changed, false);
        }
        // Without a session, the id may be that of another client's request.
        "notifications/cancelled" if connection.has_session_of_its_own() => {
            // A cancelled request gets no response, and the client can reuse its id at once.
            let id = params.and_then(read_cancellation).map(|(id, _)| id);
            for call in id.map_or_else(Vec::new, |id| connection.calls.remove(id)) {
                call.cancel_forwarded(params.map(RawValue::get));
                call.skip();
            }
            // The companion knows its requests by other ids, and was told.
            return;
        }
        _ => {}
    }
    match connection.open_link() {
        Some(link) => link.notify(method, params.map(RawValue::get), received.head.take()),
        None => tracing::debug!(method, "ignored a notification"),
    }
}
