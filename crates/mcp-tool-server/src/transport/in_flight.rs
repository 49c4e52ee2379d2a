//! The client's requests that have no response yet.

use std::collections::HashMap;

use crate::sdk::request_id::Id;
use rmcp::model::RequestId;
use tokio::sync::watch;

/// Gives each request a unique number as its id in the SDK, and keeps the client's id for the response. So a
/// reused id never clashes in the SDK, and no request receives two responses.
#[derive(Default)]
pub(super) struct InFlight(watch::Sender<Table>);

#[derive(Default)]
struct Table {
    last: i64,
    requests: HashMap<RequestId, Request>,
    numbers: HashMap<Id, RequestId>,
    bytes: usize,
}

struct Request {
    /// The client's id.
    id: Id,
    /// The length of the request's message in bytes.
    bytes: usize,
    /// Whether the request is `subscriptions/listen`, which does not end by itself.
    is_stream: bool,
}

impl InFlight {
    /// Adds a request, and returns its number for the SDK. Returns `None` if an open request has the same
    /// id.
    pub(super) fn begin(&self, id: &Id, bytes: usize, is_stream: bool) -> Option<RequestId> {
        let mut begun = None;
        self.0.send_if_modified(|table| {
            if !table.numbers.contains_key(id) {
                table.last += 1;
                let number = RequestId::Number(table.last);
                let id = id.clone();
                table.numbers.insert(id.clone(), number.clone());
                let request = Request {
                    id,
                    bytes,
                    is_stream,
                };
                table.requests.insert(number.clone(), request);
                table.bytes += bytes;
                begun = Some(number);
            }
            // Return `false`, so that `send_if_modified` wakes no task. The waiting tasks wait
            // only for requests to end.
            false
        });
        begun
    }

    /// Returns the client's id of an open request.
    pub(super) fn id(&self, number: &RequestId) -> Option<Id> {
        let table = self.0.borrow();
        table.requests.get(number).map(|request| request.id.clone())
    }

    /// Returns the number that the SDK uses for the open request with this id of the client.
    pub(super) fn number(&self, id: &Id) -> Option<RequestId> {
        self.0.borrow().numbers.get(id).cloned()
    }

    /// Returns the number of open requests, including those that wait for the client.
    pub(super) fn count(&self) -> usize {
        self.0.borrow().requests.len()
    }

    /// Returns the number of open streams.
    pub(super) fn streams(&self) -> usize {
        let table = self.0.borrow();
        let streams = table.requests.values().filter(|request| request.is_stream);
        streams.count()
    }

    /// Returns the id that any one open stream has in the SDK.
    pub(super) fn next_stream(&self) -> Option<RequestId> {
        let table = self.0.borrow();
        let mut requests = table.requests.iter();
        let stream = requests.find(|(_, request)| request.is_stream)?;
        Some(stream.0.clone())
    }

    /// Returns the total length of the messages of all open requests, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.0.borrow().bytes
    }

    /// Removes a request and sends its response under one lock. The client may reuse the id as soon as it has
    /// the response, so the id must then be free. Does nothing if the request has already ended.
    pub(super) fn end(&self, number: &RequestId, send: impl FnOnce()) {
        self.0.send_if_modified(|table| {
            let Some(Request { id, bytes, .. }) = table.requests.remove(number) else {
                return false;
            };
            table.bytes -= bytes;
            table.numbers.remove(&id);
            send();
            true
        });
    }

    /// Waits until a request has ended.
    pub(super) async fn ended(&self, number: &RequestId) {
        self.wait(|table| !table.requests.contains_key(number))
            .await;
    }

    /// Waits until no request is open.
    pub(super) async fn idle(&self) {
        self.wait(|table| table.requests.is_empty()).await;
    }

    async fn wait(&self, condition: impl FnMut(&Table) -> bool) {
        // `wait_for` fails only if no sender is left, but `self` owns one.
        let _ = self.0.subscribe().wait_for(condition).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_can_be_reused_after_its_response() {
        let in_flight = InFlight::default();
        let id = Id::Text("a".to_owned());
        let first = in_flight.begin(&id, 1, false).unwrap();
        assert_eq!(in_flight.begin(&id, 1, false), None);
        assert_eq!(in_flight.number(&id), Some(first.clone()));
        assert_eq!(in_flight.id(&first), Some(id.clone()));

        let mut answers = 0;
        in_flight.end(&first, || answers += 1);
        in_flight.end(&first, || answers += 1);
        assert_eq!(answers, 1);
        assert_ne!(in_flight.begin(&id, 1, false), Some(first));
    }

    #[tokio::test]
    async fn waits_complete_when_one_or_all_requests_end() {
        let in_flight = InFlight::default();
        in_flight.idle().await;
        let one = in_flight.begin(&Id::Number(1.into()), 1, false).unwrap();
        let two = in_flight.begin(&Id::Number(2.into()), 1, false).unwrap();
        tokio::join!(
            async {
                in_flight.ended(&one).await;
                in_flight.end(&two, || {});
            },
            async { in_flight.end(&one, || {}) },
            in_flight.idle(),
        );
    }
}
