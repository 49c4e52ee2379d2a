//! A posted message, and what came with it.

use std::sync::Arc;

use http::StatusCode;
use http::request::Parts;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::events::Stream;
use super::session::Visit;
use super::version::NamedVersion;
use crate::connection::{Connection, Outlet, Room};
use crate::received::{Dispatched, Received};

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

pub(super) const VERSION: &str = "io.modelcontextprotocol/protocolVersion";

/// Reads the `_meta` of a request. Ignores an invalid one, because a later step reports it.
pub(super) fn meta(params: Option<&RawValue>) -> Option<Map<String, Value>> {
    #[derive(Deserialize)]
    struct WithMeta<'a> {
        #[serde(borrow, rename = "_meta")]
        meta: &'a RawValue,
    }

    let with_meta: WithMeta<'_> = serde_json::from_str(params?.get()).ok()?;
    serde_json::from_str(with_meta.meta.get()).ok()
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
