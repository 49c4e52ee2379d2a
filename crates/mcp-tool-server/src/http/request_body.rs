//! Reads the body of a request, up to a size limit and a time limit.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::BodyExt as _;
use http_body_util::combinators::UnsyncBoxBody;
use tokio::time::timeout;

use crate::connection::Room;

/// The body of a request, independent of the body type of the HTTP server.
pub(crate) type RequestBody = UnsyncBoxBody<Bytes, String>;

/// The reason why a body could not be read.
pub(crate) enum UnreadableBody {
    Broken(String),
    /// The body is longer than the limit, and begins with these bytes.
    TooLong(Vec<u8>),
    /// The body was not complete within the time limit.
    TooSlow,
    /// The open requests have too many bytes.
    NoRoom,
}

/// Reads a body, and counts its bytes in `counted`. Fails if the body is longer than `limit` bytes, takes longer than
/// `time`, or cannot be read to its end.
pub(crate) async fn read(
    body: RequestBody,
    limit: usize,
    time: Duration,
    counted: Option<&mut Room>,
) -> Result<Vec<u8>, UnreadableBody> {
    let mut read = pin!(read_to_end(body, limit, counted));
    // A body that has arrived needs no timer.
    if let Poll::Ready(read) = poll_fn(|context| Poll::Ready(read.as_mut().poll(context))).await {
        return read;
    }
    let read = timeout(time, read).await;
    read.unwrap_or(Err(UnreadableBody::TooSlow))
}

async fn read_to_end(
    mut body: RequestBody,
    limit: usize,
    mut counted: Option<&mut Room>,
) -> Result<Vec<u8>, UnreadableBody> {
    let mut bytes = Vec::new();
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(UnreadableBody::Broken)?.into_data() else {
            continue;
        };
        if let Some(counted) = &mut counted
            && !counted.grow(data.len())
        {
            return Err(UnreadableBody::NoRoom);
        }
        let room = limit - bytes.len();
        bytes.extend_from_slice(&data[..data.len().min(room)]);
        if data.len() > room {
            return Err(UnreadableBody::TooLong(bytes));
        }
    }
    Ok(bytes)
}
