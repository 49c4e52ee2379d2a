//! Reads the body of a request, up to a size limit and a time limit.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use bytes::Bytes;
use http::StatusCode;
use http_body_util::BodyExt as _;
use http_body_util::combinators::UnsyncBoxBody;
use tokio::time::timeout;

use super::rejection::Rejection;
use crate::connection::Room;

/// The body of a request, independent of the body type of the HTTP server.
pub(super) type RequestBody = UnsyncBoxBody<Bytes, String>;

/// Reads the first `limit` bytes of a body, and counts them in `counted`. Returns whether they are the whole body.
///
/// # Errors
///
/// Returns an error if the body takes longer than `time`, if it cannot be read, or if the open requests have too many
/// bytes.
pub(super) async fn read(
    body: RequestBody,
    limit: usize,
    time: Duration,
    counted: Option<&mut Room>,
) -> Result<(Vec<u8>, bool), Rejection> {
    let mut read = pin!(read_to_end(body, limit, counted));
    // A body that has arrived needs no timer.
    if let Poll::Ready(read) = poll_fn(|context| Poll::Ready(read.as_mut().poll(context))).await {
        return read;
    }
    timeout(time, read).await.unwrap_or_else(|_| {
        let time = time.as_secs_f64();
        let fault = format!("the body was not complete within {time} seconds");
        Err(Rejection::invalid(StatusCode::REQUEST_TIMEOUT, fault))
    })
}

async fn read_to_end(
    mut body: RequestBody,
    limit: usize,
    mut counted: Option<&mut Room>,
) -> Result<(Vec<u8>, bool), Rejection> {
    let mut bytes = Vec::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| {
            let fault = format!("the body cannot be read: {error}");
            Rejection::invalid(StatusCode::BAD_REQUEST, fault)
        })?;
        let Ok(data) = frame.into_data() else {
            continue;
        };
        if let Some(counted) = &mut counted
            && !counted.grow(data.len())
        {
            return Err(Rejection::busy());
        }
        let room = limit - bytes.len();
        bytes.extend_from_slice(&data[..data.len().min(room)]);
        if data.len() > room {
            return Ok((bytes, false));
        }
    }
    Ok((bytes, true))
}
