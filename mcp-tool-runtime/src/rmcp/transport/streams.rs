//! Streams of `subscriptions/listen`: requests that do not end by themselves. Their messages have the
//! request's id.

use ::rmcp::model::{GetMeta as _, JsonRpcMessage, RequestId, ServerJsonRpcMessage, ServerResult};
use serde_json::Value;

use super::in_flight::InFlight;
use crate::json_rpc::request_id::Id;

const KEY: &str = "io.modelcontextprotocol/subscriptionId";

/// The opened streams, some of which may have ended.
#[derive(Default)]
pub(super) struct Streams(Vec<RequestId>);

impl Streams {
    pub(super) fn add(&mut self, stream: RequestId) {
        self.0.push(stream);
    }

    /// Returns how many streams are open.
    pub(super) fn count(&mut self, in_flight: &InFlight) -> usize {
        self.0.retain(|stream| in_flight.id(stream).is_some());
        self.0.len()
    }

    /// Removes an open stream.
    pub(super) fn next_open(&mut self, in_flight: &InFlight) -> Option<RequestId> {
        self.0.retain(|stream| in_flight.id(stream).is_some());
        self.0.pop()
    }
}

/// Replaces the SDK's number of a stream by the client's id. Returns `false` for a message of a stream that
/// has ended: its number may be the id of another.
pub(super) fn name(message: &mut ServerJsonRpcMessage, in_flight: &InFlight) -> bool {
    let peers = |number: RequestId| in_flight.id(&number).map(to_value);
    match message {
        JsonRpcMessage::Notification(message) => {
            if let Some(number) = message.notification.get_meta().subscription_id() {
                let Some(id) = peers(number) else {
                    return false;
                };
                let meta = message.notification.get_meta_mut();
                meta.insert(KEY.to_owned(), id);
            }
        }
        JsonRpcMessage::Response(message) => {
            if let ServerResult::SubscriptionsListenResult(result) = &mut message.result
                && let Some(id) = result.meta.subscription_id().and_then(peers)
            {
                result.meta.insert(KEY.to_owned(), id);
            }
        }
        _ => {}
    }
    true
}

fn to_value(id: Id) -> Value {
    match id {
        Id::Number(number) => Value::Number(number),
        Id::Text(text) => Value::String(text),
    }
}
