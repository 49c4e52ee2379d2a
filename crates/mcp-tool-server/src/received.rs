//! A message of a client, where it comes from, and what remains to be done for it.

use std::sync::Arc;

use mcp_tool_runtime::embed::ToolRequest;
use mcp_tool_runtime::{ProtocolError, ProtocolVersion};

use crate::companion::channel::Head;
use crate::connection::{Call, Connection, Kind, Outlet, Room, StartedCall};

/// One message of the client. A request for tools is parsed, so that it can wait without another parse.
pub(crate) enum Incoming {
    Tools(ToolRequest),
    Other(String),
}

impl Incoming {
    pub(crate) fn read(text: String) -> Self {
        ToolRequest::read(text).map_or_else(Incoming::Other, Incoming::Tools)
    }

    /// Returns the length of the message in bytes.
    pub(crate) fn size(&self) -> usize {
        match self {
            Incoming::Tools(request) => request.size(),
            Incoming::Other(text) => text.len(),
        }
    }
}

/// Where a message comes from, and where its response goes.
pub(crate) struct Received<'a> {
    pub(crate) connection: &'a Arc<Connection>,
    pub(crate) outlet: &'a Arc<dyn Outlet>,
    /// Counts a request. `None` if the request is not counted yet.
    pub(crate) room: Option<Room>,
    /// The head of the HTTP request, for tools and for the companion.
    pub(crate) head: Option<Arc<Head>>,
}

impl Received<'_> {
    /// Counts the message as a request of this size, unless it is counted already.
    ///
    /// # Errors
    ///
    /// Returns -32603 if too many requests are open.
    pub(crate) fn admit(&mut self, size: usize) -> Result<Room, ProtocolError> {
        match self.room.take() {
            Some(room) => Ok(room),
            None => self.connection.load.admit(size),
        }
    }

    /// Creates a call that counts as a request.
    ///
    /// # Errors
    ///
    /// Works like [`admit`](Self::admit).
    pub(crate) fn call(
        &mut self,
        id: &str,
        params: Option<&str>,
        kind: Kind,
        version: ProtocolVersion,
    ) -> Result<Arc<Call>, ProtocolError> {
        let mut room = self.admit(id.len() + params.map_or(0, str::len))?;
        if let Kind::Stream { .. } = kind {
            room.rest();
        }
        Ok(Call::new(
            self.connection,
            self.outlet,
            id,
            kind,
            version,
            room,
        ))
    }
}

/// What remains to be done for a message.
pub(crate) enum Dispatched {
    Done,
    /// The transport has to run the request.
    Call(StartedCall),
    /// The companion has the request, or it is an open stream of notifications.
    #[cfg_attr(not(feature = "http"), allow(dead_code))]
    Open(Arc<Call>),
}
