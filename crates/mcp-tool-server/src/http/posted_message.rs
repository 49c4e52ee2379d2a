//! A posted message, and what came with it.

use std::sync::Arc;
use std::time::Duration;

use http::StatusCode;
use http::request::Parts;

use super::events::Stream;
use super::head::NamedVersion;
use super::session::Visit;
use crate::connection::{Connection, Outlet, Room};
use crate::received::{Dispatched, Received};

/// How long a response may take, and still be sent as JSON.
pub(super) const PROMPT: Duration = Duration::from_millis(20);

/// A posted message, and what came with it.
pub(super) struct Post {
    pub(super) head: Arc<Parts>,
    pub(super) version: NamedVersion,
    pub(super) visit: Option<Visit>,
    /// Counts the message as a request. `None` if too many run.
    pub(super) room: Option<Room>,
}

impl Post {
    /// Creates the stream of the response.
    pub(super) fn stream(&self) -> Arc<Stream> {
        let history = self.visit.as_ref().map(|visit| visit.session().history());
        Stream::new(history.unwrap_or_default())
    }

    /// Passes the message on, with the head of the request for the tool.
    pub(super) fn dispatch(
        &mut self,
        connection: &Arc<Connection>,
        outlet: &Arc<dyn Outlet>,
        dispatch: impl FnOnce(Received<'_>) -> Dispatched,
    ) -> Dispatched {
        dispatch(Received {
            connection,
            outlet,
            room: self.room.take(),
            head: Some(Arc::clone(&self.head)),
        })
    }
}

/// Returns the status of a response with an error. Since protocol version 2026-07-28, it says what went wrong before
/// the tool ran.
pub(super) fn status(code: i32, is_modern: bool) -> StatusCode {
    match code {
        -32600 => StatusCode::BAD_REQUEST,
        -32601 if is_modern => StatusCode::NOT_FOUND,
        -32022..=-32020 if is_modern => StatusCode::BAD_REQUEST,
        _ => StatusCode::OK,
    }
}
