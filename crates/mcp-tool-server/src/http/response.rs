//! Responses of the service, and their body.

use std::convert::Infallible;
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue, Response, StatusCode};
use http_body::{Body, Frame, SizeHint};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, Full};

/// The content type of a stream of events.
pub(super) const EVENTS: &str = "text/event-stream";

/// The content type of a message.
pub(super) const JSON: &str = "application/json";

pub(super) type HttpResponse = Response<HttpBody>;

pub(super) type ResponseFuture =
    Pin<Box<dyn Future<Output = Result<HttpResponse, Infallible>> + Send>>;

/// The body of a response of [`HttpService`](crate::HttpService) and
/// [`ResourceMetadata`](crate::ResourceMetadata). Default: empty.
#[derive(Default)]
pub struct HttpBody(Kind);

enum Kind {
    Whole(Full<Bytes>),
    Boxed(BoxBody<Bytes, Infallible>),
}

impl Default for Kind {
    fn default() -> Self {
        Kind::Whole(Full::default())
    }
}

impl HttpBody {
    pub(super) fn boxed<B>(body: B) -> Self
    where
        B: Body<Data = Bytes, Error = Infallible> + Send + Sync + 'static,
    {
        HttpBody(Kind::Boxed(body.boxed()))
    }
}

impl From<Bytes> for HttpBody {
    fn from(bytes: Bytes) -> Self {
        HttpBody(Kind::Whole(Full::new(bytes)))
    }
}

impl From<Vec<u8>> for HttpBody {
    fn from(bytes: Vec<u8>) -> Self {
        Bytes::from(bytes).into()
    }
}

impl Body for HttpBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match &mut self.get_mut().0 {
            Kind::Whole(body) => Pin::new(body).poll_frame(context),
            Kind::Boxed(body) => Pin::new(body).poll_frame(context),
        }
    }

    fn is_end_stream(&self) -> bool {
        match &self.0 {
            Kind::Whole(body) => body.is_end_stream(),
            Kind::Boxed(body) => body.is_end_stream(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match &self.0 {
            Kind::Whole(body) => body.size_hint(),
            Kind::Boxed(body) => body.size_hint(),
        }
    }
}

impl fmt::Debug for HttpBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpBody").finish_non_exhaustive()
    }
}

/// Returns whether the content type is the expected one. Ignores parameters, such as `charset`.
pub(super) fn is_of_type(headers: &HeaderMap, expected: &str) -> bool {
    headers.get(CONTENT_TYPE).is_some_and(|kind| {
        let mut parts = kind.as_bytes().split(|byte| *byte == b';');
        let kind = parts.next().unwrap_or_default();
        kind.trim_ascii().eq_ignore_ascii_case(expected.as_bytes())
    })
}

/// Builds a response with JSON.
pub(super) fn json_response(status: StatusCode, body: impl Into<HttpBody>) -> HttpResponse {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    let json = HeaderValue::from_static(JSON);
    response.headers_mut().insert(CONTENT_TYPE, json);
    response
}

/// Builds a response without a body.
pub(super) fn empty(status: StatusCode) -> HttpResponse {
    let mut answer = Response::new(HttpBody::default());
    *answer.status_mut() = status;
    answer
}

/// Splits a response that this server has written into the JSON of the request's id, and the rest.
fn split(response: &[u8]) -> Option<(&[u8], &[u8])> {
    let response = response.strip_prefix(br#"{"jsonrpc":"2.0","id":"#)?;
    let mut is_escaped = false;
    let end = match response.strip_prefix(b"\"") {
        None => response.iter().position(|byte| *byte == b',')?,
        Some(text) => {
            let end = text.iter().position(|byte| {
                let is_end = *byte == b'"' && !is_escaped;
                is_escaped = *byte == b'\\' && !is_escaped;
                is_end
            });
            end? + 2
        }
    };
    Some(response.split_at(end))
}

/// Returns the JSON of the id of the request to which a response belongs.
pub(super) fn request_of(response: &[u8]) -> Option<&str> {
    let (id, _) = split(response)?;
    str::from_utf8(id).ok()
}

/// Returns the code of the error in a response.
pub(super) fn error_code(response: &[u8]) -> Option<i32> {
    let (_, rest) = split(response)?;
    let rest = rest.strip_prefix(br#","error":{"code":"#)?;
    let code = rest.split(|byte| *byte == b',').next()?;
    str::from_utf8(code).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_of_an_error_is_found() {
        use mcp_tool_runtime::ProtocolError;
        use mcp_tool_runtime::embed::{error_response, success_response};

        for id in ["7", "-7.0", r#""a""#, r#""\\\"error\"\\""#, r#""""#] {
            let error = ProtocolError::new(-32022, "no");
            let response = error_response(Some(id), &error, None);
            assert_eq!(error_code(&response), Some(-32022), "{id}");
            assert_eq!(request_of(&response), Some(id));
            let result = br#"{"error":{"code":-32022,"message":""}}"#;
            let write = |out: &mut Vec<u8>| {
                out.extend_from_slice(result);
                Ok(())
            };
            let response = success_response(id, 64, write).unwrap();
            assert_eq!(error_code(&response), None, "{id}");
            assert_eq!(request_of(&response), Some(id));
        }
        assert_eq!(error_code(b"[]"), None);
    }

    #[tokio::test]
    async fn a_body_knows_its_size_and_its_end() {
        for (mut body, text) in [
            (HttpBody::default(), ""),
            (HttpBody::from(Vec::new()), ""),
            (HttpBody::from(b"whole".to_vec()), "whole"),
            (HttpBody::boxed(Full::from("boxed")), "boxed"),
        ] {
            assert_eq!(body.size_hint().exact(), Some(text.len() as u64), "{text}");
            assert_eq!(body.is_end_stream(), text.is_empty(), "{text}");
            let bytes = (&mut body).collect().await.unwrap().to_bytes();
            assert_eq!(bytes, text);
            assert_eq!(body.size_hint().exact(), Some(0), "{text}");
            assert!(body.is_end_stream(), "{text}");
        }
    }
}
