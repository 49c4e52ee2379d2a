//! What is known of a session outside of its transport.

use std::sync::Mutex;

use tokio::sync::Notify;

use super::super::serve_error::Cause;
use super::asked::Asked;
use super::in_flight::InFlight;

/// What is known of a session outside of its transport.
#[derive(Default)]
pub(in super::super) struct Session {
    pub(super) in_flight: InFlight,
    pub(super) asked: Asked,
    pub(super) stopped: Notify,
    pub(super) input_ended: Notify,
    pub(super) output_ended: Notify,
    failure: Mutex<Option<Cause>>,
}

impl Session {
    /// Reads no more, as if the input had ended.
    pub(in super::super) fn stop(&self) {
        self.stopped.notify_one();
    }

    /// Waits for the end of the input. Only one may wait.
    pub(in super::super) async fn input_ended(&self) {
        self.input_ended.notified().await;
    }

    /// Waits until nothing can be written any more. Only one may wait.
    pub(in super::super) async fn output_ended(&self) {
        self.output_ended.notified().await;
    }

    /// How many requests wait for an answer.
    pub(in super::super) fn unanswered(&self) -> usize {
        self.in_flight.count()
    }

    /// The first failure, if there was one.
    pub(in super::super) fn failure(&self) -> Option<Cause> {
        self.failure
            .lock()
            .unwrap_or_else(|poison| poison.into_inner())
            .take()
    }

    pub(super) fn fail(&self, cause: Cause) {
        let mut first = self
            .failure
            .lock()
            .unwrap_or_else(|poison| poison.into_inner());
        first.get_or_insert(cause);
    }
}
