//! Streams of `subscriptions/listen`. Every message of a stream carries the id of the `subscriptions/listen`
//! request that opened the stream.

use rmcp::model::{GetMeta as _, JsonRpcMessage, RequestId, ServerJsonRpcMessage, ServerResult};
use serde_json::json;

use super::in_flight::InFlight;

const KEY: &str = "io.modelcontextprotocol/subscriptionId";

/// In a message of a stream, replaces the number that the SDK gave the stream with the id that the client
/// chose. Returns `false` for a notification of an ended stream. The caller must not send this notification,
/// because the number could equal the id of another request.
pub(super) fn name(message: &mut ServerJsonRpcMessage, in_flight: &InFlight) -> bool {
    let client_id = |number: RequestId| in_flight.id(&number).map(|id| json!(id));
    match message {
        JsonRpcMessage::Notification(message) => {
            if let Some(number) = message.notification.get_meta().subscription_id() {
                let Some(id) = client_id(number) else {
                    return false;
                };
                let meta = message.notification.get_meta_mut();
                meta.insert(KEY.to_owned(), id);
            }
        }
        JsonRpcMessage::Response(message) => {
            if let ServerResult::SubscriptionsListenResult(result) = &mut message.result
                && let Some(id) = result.meta.subscription_id().and_then(client_id)
            {
                result.meta.insert(KEY.to_owned(), id);
            }
        }
        _ => {}
    }
    true
}
