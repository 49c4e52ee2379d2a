//! The requests without a response.

use std::collections::HashMap;

use ::rmcp::model::RequestId;
use tokio::sync::watch;

use crate::json_rpc::request_id::Id;

/// Numbers the requests for the SDK, and restores the client's id in the response. So ids never clash in
/// the SDK, and no request has two responses.
#[derive(Default)]
pub(super) struct InFlight(watch::Sender<Table>);

#[derive(Default)]
struct Table {
    last: i64,
    /// The client's id of each request, and the length of its message.
    ids: HashMap<RequestId, (Id, usize)>,
    numbers: HashMap<Id, RequestId>,
    bytes: usize,
}

impl InFlight {
    /// Adds a request of this many bytes. Returns `None` if a running request has the id.
    pub(super) fn begin(&self, id: &Id, bytes: usize) -> Option<RequestId> {
        let mut begun = None;
        self.0.send_if_modified(|table| {
            if !table.numbers.contains_key(id) {
                table.last += 1;
                let number = RequestId::Number(table.last);
                table.ids.insert(number.clone(), (id.clone(), bytes));
                table.bytes += bytes;
                table.numbers.insert(id.clone(), number.clone());
                begun = Some(number);
            }
            // No waiter depends on new requests.
            false
        });
        begun
    }

    /// Returns the client's id of a running request.
    pub(super) fn id(&self, number: &RequestId) -> Option<Id> {
        self.0.borrow().ids.get(number).map(|(id, _)| id.clone())
    }

    /// Returns the number of a running request.
    pub(super) fn number(&self, id: &Id) -> Option<RequestId> {
        self.0.borrow().numbers.get(id).cloned()
    }

    /// Returns how many requests run.
    pub(super) fn count(&self) -> usize {
        self.0.borrow().ids.len()
    }

    /// Returns the length of all running requests' messages in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.0.borrow().bytes
    }

    /// Ends a request and sends its response, both under the lock: a client that has the response may use
    /// the id again. Does nothing if the request has ended before.
    pub(super) fn end(&self, number: &RequestId, send: impl FnOnce()) {
        self.0.send_if_modified(|table| {
            let Some((id, bytes)) = table.ids.remove(number) else {
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
        self.wait(|table| !table.ids.contains_key(number)).await;
    }

    /// Waits until no request runs.
    pub(super) async fn idle(&self) {
        self.wait(|table| table.ids.is_empty()).await;
    }

    async fn wait(&self, condition: impl FnMut(&Table) -> bool) {
        // This fails only if there is no sender, and `self` has one.
        let _ = self.0.subscribe().wait_for(condition).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_free_again_once_answered() {
        let in_flight = InFlight::default();
        let id = Id::Text("a".to_owned());
        let first = in_flight.begin(&id, 1).unwrap();
        assert_eq!(in_flight.begin(&id, 1), None);
        assert_eq!(in_flight.number(&id), Some(first.clone()));
        assert_eq!(in_flight.id(&first), Some(id.clone()));

        let mut answers = 0;
        in_flight.end(&first, || answers += 1);
        in_flight.end(&first, || answers += 1);
        assert_eq!(answers, 1);
        assert_ne!(in_flight.begin(&id, 1), Some(first));
    }

    #[tokio::test]
    async fn waits_for_one_and_for_all() {
        let in_flight = InFlight::default();
        in_flight.idle().await;
        let one = in_flight.begin(&Id::Number(1.into()), 1).unwrap();
        let two = in_flight.begin(&Id::Number(2.into()), 1).unwrap();
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
