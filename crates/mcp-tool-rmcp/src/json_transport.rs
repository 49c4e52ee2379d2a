//! The SDK's transport to a client of the server, in JSON-RPC messages.

use std::convert::Infallible;
use std::future::{Future, ready};

use mcp_tool_server::{ClientMessage, CompanionChannel, CompanionSender};
use rmcp::RoleServer;
use rmcp::model::{
    ClientJsonRpcMessage, ErrorData, GetExtensions as _, InitializeRequestParams, RequestId,
    ServerJsonRpcMessage,
};
use rmcp::service::OriginatingRequestId;
use rmcp::transport::Transport;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// Carries the messages of one client.
pub(crate) struct JsonTransport {
    channel: CompanionChannel,
    sender: CompanionSender,
    /// The first message, which was received before the transport began.
    first: Option<ClientMessage>,
}

/// The members of a message that the SDK cannot read.
#[derive(Deserialize)]
struct Head {
    id: Option<i64>,
    method: Option<IgnoredAny>,
}

impl JsonTransport {
    pub(crate) fn new(channel: CompanionChannel, first: ClientMessage) -> Self {
        JsonTransport {
            sender: channel.sender(),
            channel,
            first: Some(first),
        }
    }

    /// Decodes a message. Answers a request that the SDK cannot read, and returns an error in place of a response that it
    /// cannot read, because the handler waits for the response.
    fn decode(&self, message: &ClientMessage) -> Option<ClientJsonRpcMessage> {
        let error = match serde_json::from_str(message.json()) {
            Ok(decoded) => return Some(with_http_head(decoded, message)),
            Err(error) => error,
        };
        tracing::debug!(%error, "the SDK cannot read a message");
        let mut reason = error.to_string();
        if reason.contains("hex escape") {
            reason = r"a text contains half a surrogate pair, such as `\ud83d`".to_owned();
        }
        let head = serde_json::from_str::<Head>(message.json()).ok()?;
        let id = RequestId::Number(head.id?);
        if head.method.is_none() {
            let error = ErrorData::internal_error(reason, None);
            return Some(ClientJsonRpcMessage::error(error, Some(id)));
        }
        let error = ErrorData::invalid_params(reason, None);
        self.write(&ServerJsonRpcMessage::error(error, Some(id)));
        None
    }

    fn write(&self, message: &ServerJsonRpcMessage) {
        // The keys of all maps in these types are strings, so writing never fails.
        let json = serde_json::to_string(message).unwrap_or_default();
        let request = match message {
            ServerJsonRpcMessage::Request(request) => request.request.extensions().get(),
            _ => None,
        };
        match request {
            Some(OriginatingRequestId(RequestId::Number(id))) => {
                self.sender.send_during(id.cast_unsigned(), json);
            }
            _ => self.sender.send(json),
        }
    }
}

impl Transport<RoleServer> for JsonTransport {
    type Error = Infallible;

    /// Sends the message at once, because the SDK may run the returned futures in any order.
    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Infallible>> + Send + 'static {
        self.write(&message);
        ready(Ok(()))
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            let message = match self.first.take() {
                Some(first) => first,
                None => self.channel.receive().await?,
            };
            if let Some(decoded) = self.decode(&message) {
                return Some(decoded);
            }
        }
    }

    async fn close(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

/// Adds the head of the HTTP request to a message. It is not part of the JSON.
#[cfg_attr(not(feature = "http"), expect(unused_mut, unused_variables))]
fn with_http_head(
    mut decoded: ClientJsonRpcMessage,
    message: &ClientMessage,
) -> ClientJsonRpcMessage {
    #[cfg(feature = "http")]
    if let Some(head) = message.extension::<http::request::Parts>() {
        let extensions = match &mut decoded {
            ClientJsonRpcMessage::Request(request) => request.request.extensions_mut(),
            ClientJsonRpcMessage::Notification(message) => message.notification.extensions_mut(),
            _ => return decoded,
        };
        extensions.insert(head.clone());
    }
    decoded
}

/// Returns what the SDK should know of a client over HTTP that has no session, as the SDK's own transport does. Returns
/// `None` for any other client: it sends `initialize`, or names its protocol version in each request.
pub(crate) fn client_without_session(first: &ClientMessage) -> Option<InitializeRequestParams> {
    #[cfg(feature = "http")]
    {
        #[derive(Deserialize)]
        struct Request {
            method: String,
        }

        let head = first.extension::<http::request::Parts>()?;
        let request = serde_json::from_str::<Request>(first.json()).ok()?;
        if request.method != "initialize" {
            let version = head.headers.get("mcp-protocol-version");
            let version = version.and_then(|version| version.to_str().ok());
            let version = serde_json::from_value(version.unwrap_or("2025-03-26").into()).ok()?;
            let client = InitializeRequestParams::default();
            return Some(client.with_protocol_version(version));
        }
    }
    let _ = first;
    None
}
