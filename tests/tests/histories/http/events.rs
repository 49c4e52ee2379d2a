//! What a connection receives.

use std::task::Poll;

use http_body_util::BodyExt as _;
use hyper::Response;
use hyper::body::{Body, Bytes};
use tokio::sync::{mpsc, watch};

/// A part of a response.
#[derive(Debug)]
pub(crate) enum Received {
    Head {
        status: u16,
        is_stream: bool,
        session: Option<String>,
    },
    Event(Event),
    /// The body of a response that is no stream.
    Body(String),
    End,
    /// The response does not follow the protocol.
    Failed(#[allow(dead_code, reason = "in the message of a failure")] String),
}

#[derive(Debug, PartialEq)]
pub(crate) struct Event {
    pub(crate) id: Option<String>,
    pub(crate) data: String,
}

impl Event {
    /// Reads a block of lines. Returns `None` for one without data, such as a comment.
    fn read(block: &str) -> Option<Self> {
        let field = |name: &str| {
            let values = block.lines().filter_map(|line| {
                let value = line.strip_prefix(name)?.strip_prefix(':')?;
                Some(value.strip_prefix(' ').unwrap_or(value).to_owned())
            });
            let values: Vec<_> = values.collect();
            (!values.is_empty()).then(|| values.join("\n"))
        };
        let data = field("data")?;
        let id = field("id");
        Some(Event { id, data })
    }
}

pub(crate) fn head<B>(response: &Response<B>) -> Received {
    let text = |name: &str| {
        let value = response.headers().get(name)?.to_str().ok()?;
        Some(value.to_owned())
    };
    Received::Head {
        status: response.status().as_u16(),
        is_stream: text("content-type").is_some_and(|kind| kind.starts_with("text/event-stream")),
        session: text("mcp-session-id"),
    }
}

/// Reads a response while `is_reading` is true. If `response` is pending, waits for it in `future`.
pub(crate) async fn read<B, E>(
    response: Poll<Result<Response<B>, E>>,
    future: impl Future<Output = Result<Response<B>, E>>,
    mut is_reading: watch::Receiver<bool>,
    (number, sender): (usize, mpsc::UnboundedSender<(usize, Received)>),
) where
    B: Body<Data = Bytes, Error: std::fmt::Display> + Unpin,
    E: std::fmt::Debug,
{
    let send = |received| drop(sender.send((number, received)));
    let response = match response {
        Poll::Ready(response) => response.unwrap(),
        Poll::Pending => {
            let response = future.await.unwrap();
            send(head(&response));
            response
        }
    };
    let is_stream = matches!(head(&response), Received::Head { is_stream, .. } if is_stream);
    let mut body = response.into_body();
    let mut bytes = Vec::new();
    loop {
        let frame = tokio::select! {
            biased;
            Ok(()) = is_reading.changed() => continue,
            frame = body.frame(), if *is_reading.borrow() => frame,
        };
        match frame {
            Some(Ok(frame)) => bytes.extend_from_slice(&frame.into_data().unwrap_or_default()),
            Some(Err(error)) => return send(Received::Failed(error.to_string())),
            None => break,
        }
        let end = |bytes: &[u8]| bytes.windows(2).position(|pair| pair == b"\n\n");
        while is_stream && let Some(end) = end(&bytes) {
            let block: Vec<_> = bytes.drain(..end + 2).collect();
            if let Some(event) = Event::read(&String::from_utf8_lossy(&block)) {
                send(Received::Event(event));
            }
        }
    }
    let rest = String::from_utf8_lossy(&bytes).into_owned();
    if is_stream && !rest.is_empty() {
        return send(Received::Failed(format!("half an event: {rest}")));
    }
    if !is_stream {
        send(Received::Body(rest));
    }
    send(Received::End);
}
