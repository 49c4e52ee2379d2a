//! Reads the body of a request, up to a size limit and a time limit.

use std::time::Duration;

use bytes::Bytes;
use http_body_util::BodyExt as _;
use http_body_util::combinators::UnsyncBoxBody;
use tokio::time::timeout;

/// The body of a request, independent of the body type of the HTTP server.
pub(crate) type RequestBody = UnsyncBoxBody<Bytes, String>;

/// The reason why a body could not be read.
pub(crate) enum UnreadableBody {
    Broken(String),
    /// The body is longer than the limit, and begins with these bytes.
    TooLong(Vec<u8>),
    /// The body was not complete within the time limit.
    TooSlow,
}

/// Reads a body. Fails if the body is longer than `limit` bytes, takes longer than `time`, or cannot be read to
/// its end.
pub(crate) async fn read(
    body: RequestBody,
    limit: usize,
    time: Duration,
) -> Result<Bytes, UnreadableBody> {
    let read = timeout(time, read_to_end(body, limit)).await;
    read.unwrap_or(Err(UnreadableBody::TooSlow))
}

async fn read_to_end(mut body: RequestBody, limit: usize) -> Result<Bytes, UnreadableBody> {
    let mut bytes = Vec::new();
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(UnreadableBody::Broken)?.into_data() else {
            continue;
        };
        let room = limit - bytes.len();
        bytes.extend_from_slice(&data[..data.len().min(room)]);
        if data.len() > room {
            return Err(UnreadableBody::TooLong(bytes));
        }
    }
    Ok(bytes.into())
}
