//! Implements `SessionManager`, the SDK's trait that manages sessions.

use futures_channel::mpsc;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::streamable_http_server::session::local::{
    LocalSessionManager, LocalSessionManagerError,
};
use rmcp::transport::streamable_http_server::session::{EventStream, SessionId, SessionManager};

use super::head::is_of_request;
use super::sessions::Sessions;

/// Delegates to the SDK, but also frees the data of ended sessions, and changes how streams resume.
#[expect(
    refining_impl_trait,
    reason = "the trait of streams is not in the tree"
)]
impl SessionManager for Sessions {
    type Error = LocalSessionManagerError;
    type Transport = <LocalSessionManager as SessionManager>::Transport;

    async fn create_session(&self) -> Result<(SessionId, Self::Transport), Self::Error> {
        self.sdk.create_session().await
    }

    async fn initialize_session(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<ServerJsonRpcMessage, Self::Error> {
        self.sdk.initialize_session(id, message).await
    }

    async fn has_session(&self, id: &SessionId) -> Result<bool, Self::Error> {
        self.sdk.has_session(id).await
    }

    /// Closes the session in the SDK, and frees its data in `self`. The SDK calls this method at the end of
    /// every session.
    async fn close_session(&self, id: &SessionId) -> Result<(), Self::Error> {
        let closed = self.sdk.close_session(id).await;
        self.remove(id);
        closed
    }

    async fn create_stream(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<EventStream, Self::Error> {
        Ok(Box::pin(self.sdk.create_stream(id, message).await?))
    }

    async fn accept_message(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<(), Self::Error> {
        self.sdk.accept_message(id, message).await
    }

    async fn create_standalone_stream(&self, id: &SessionId) -> Result<EventStream, Self::Error> {
        Ok(Box::pin(self.sdk.create_standalone_stream(id).await?))
    }

    async fn resume(&self, id: &SessionId, last: String) -> Result<EventStream, Self::Error> {
        if is_of_request(&last) {
            // Return an empty stream, because `Replay::resume` later replaces the returned stream
            // with the events after `last`.
            return Ok(Box::pin(mpsc::unbounded().1));
        }
        // The SDK sends the event with the given id again, so pass the id after `last`. Pass `0`
        // unchanged: the empty first event and the first message both have the id `0`, so the
        // client possibly lacks the message.
        let next = match last.parse::<usize>() {
            Ok(last @ 1..) => last.saturating_add(1).to_string(),
            _ => last,
        };
        Ok(Box::pin(self.sdk.resume(id, next).await?))
    }
}
