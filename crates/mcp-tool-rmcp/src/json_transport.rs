//! The SDK's transport to a client of the server, in JSON-RPC messages.

use std::convert::Infallible;
use std::future::{Future, ready};

use mcp_tool_server::{ClientMessage, CompanionChannel};
use rmcp::RoleServer;
use rmcp::model::{
    ClientJsonRpcMessage, ErrorData, GetExtensions as _, RequestId, ServerJsonRpcMessage,
};
use rmcp::service::OriginatingRequestId;
use rmcp::transport::Transport;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// Carries the messages of one client.
pub(crate) struct JsonTransport {
    pub(crate) channel: CompanionChannel,
    /// The first message, which was received before the transport began.
    pub(crate) first: Option<ClientMessage>,
}

/// The members of a message that the SDK cannot read.
#[derive(Deserialize)]
struct Head {
    id: Option<i64>,
    method: Option<IgnoredAny>,
}

impl JsonTransport {
    /// Decodes a message. Answers a request that the SDK cannot read, and returns an error in place of a response that it
    /// cannot read, because the handler waits for the response.
    fn decode(&self, message: &ClientMessage) -> Option<ClientJsonRpcMessage> {
        let error = match serde_json::from_str(message.json()) {
            Ok(decoded) => {
                #[cfg(feature = "http")]
                let decoded = with_http_head(decoded, message);
                return Some(decoded);
            }
            Err(error) => error,
        };
        tracing::debug!(%error, "the SDK cannot read a message");
        let mut reason = error.to_string();
        if reason.contains("hex escape") {
            reason = r"a text contains half a surrogate pair, such as `\ud83d`".to_owned();
        }
        let head = serde_json::from_str::<Head>(message.json()).ok()?;
        let id = Some(RequestId::Number(head.id?));
        let error = ErrorData::invalid_params(reason, None);
        if head.method.is_none() {
            return Some(ClientJsonRpcMessage::error(error, id));
        }
        self.write(&ServerJsonRpcMessage::error(error, id));
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
                self.channel.sender().send_during(id.cast_unsigned(), json);
            }
            _ => self.channel.sender().send(json),
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
#[cfg(feature = "http")]
fn with_http_head(
    mut decoded: ClientJsonRpcMessage,
    message: &ClientMessage,
) -> ClientJsonRpcMessage {
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

/// Returns what the SDK should know of a client over HTTP without a session: the protocol version in the header. The SDK's
/// own transport does the same.
#[cfg(feature = "http")]
pub(crate) fn client(first: &ClientMessage) -> Option<rmcp::model::InitializeRequestParams> {
    let head = first.extension::<http::request::Parts>()?;
    let version = head.headers.get("mcp-protocol-version");
    let version = version.map_or(Ok("2025-03-26"), |version| version.to_str());
    let version = serde_json::from_value(version.ok()?.into()).ok()?;
    Some(rmcp::model::InitializeRequestParams::default().with_protocol_version(version))
}
