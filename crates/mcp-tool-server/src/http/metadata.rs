//! The metadata of a protected resource (RFC 9728).

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::sync::Arc;
use std::task::{Context, Poll};

use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
};
use http::{HeaderValue, Method, Request, StatusCode, Uri};
use serde_json::{Value, json};
use tower_service::Service;

use super::response::{HttpResponse, empty, json_response};

const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";

/// A `tower` service for the metadata of a protected resource.
/// [`Protection::metadata`](crate::Protection::metadata) creates this service.
#[derive(Clone, Debug)]
pub struct ResourceMetadata(Arc<Resource>);

#[derive(Clone, Debug)]
struct Resource {
    /// The address of the metadata.
    url: String,
    /// The position in `url` at which the path starts.
    path: usize,
    document: Value,
}

impl ResourceMetadata {
    pub(super) fn new(resource: String) -> Self {
        let uri = resource
            .parse::<Uri>()
            .ok()
            .filter(|uri| uri.query().is_none() && !resource.contains(['#', '"', '\\']));
        let parts = uri
            .as_ref()
            .and_then(|uri| Some((uri.scheme_str()?, uri.authority()?, uri.path())));
        let Some((scheme @ ("http" | "https"), authority, path)) = parts else {
            panic!(
                "`{resource}` is not the URL of a resource: write one such as \
                 `https://tools.example/mcp`, without a query and a fragment"
            )
        };
        let host = format!("{scheme}://{authority}");
        let path = path.trim_end_matches('/');
        ResourceMetadata(Arc::new(Resource {
            path: host.len(),
            url: format!("{host}{WELL_KNOWN}{path}"),
            document: json!({ "resource": resource, "bearer_methods_supported": ["header"] }),
        }))
    }

    /// Adds values to the member `list` of the metadata document.
    pub(super) fn add(&mut self, list: &str, values: Vec<String>) {
        let values = values.into_iter().map(Value::String);
        match &mut Arc::make_mut(&mut self.0).document[list] {
            Value::Array(list) => list.extend(values),
            none => *none = values.collect(),
        }
    }

    pub(super) fn url(&self) -> &str {
        &self.0.url
    }

    pub(super) fn path(&self) -> &str {
        &self.0.url[self.0.path..]
    }

    /// Answers a request for the metadata. The CORS headers let web pages of all origins read the metadata.
    pub(super) fn answer(&self, method: &Method) -> HttpResponse {
        let mut answer = match *method {
            Method::GET | Method::HEAD => {
                json_response(StatusCode::OK, self.0.document.to_string().into_bytes())
            }
            Method::OPTIONS => empty(StatusCode::NO_CONTENT),
            _ => empty(StatusCode::METHOD_NOT_ALLOWED),
        };
        let headers = answer.headers_mut();
        let any = HeaderValue::from_static("*");
        headers.insert(
            ACCESS_CONTROL_ALLOW_METHODS,
            HeaderValue::from_static("GET"),
        );
        headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, any.clone());
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, any);
        answer
    }
}

impl<B> Service<Request<B>> for ResourceMetadata {
    type Response = HttpResponse;
    type Error = Infallible;
    type Future = Ready<Result<HttpResponse, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        ready(Ok(self.answer(request.method())))
    }
}
