//! The metadata of a protected resource (RFC 9728).

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::sync::Arc;
use std::task::{Context, Poll};

use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    CONTENT_TYPE,
};
use http::{HeaderValue, Method, Request, StatusCode, Uri};
use http_body_util::{BodyExt as _, Full};
use serde_json::json;
use tower_service::Service;

use super::response::{Answer, empty};

const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";

/// Serves the metadata of a protected resource. [`Protection::metadata`](crate::Protection::metadata) returns
/// it.
#[derive(Clone, Debug)]
pub struct ResourceMetadata(Arc<Resource>);

#[derive(Clone, Debug)]
struct Resource {
    resource: String,
    /// The address of the metadata.
    url: String,
    /// The start of the path in that address.
    path: usize,
    authorization_servers: Vec<String>,
    scopes: Vec<String>,
}

impl ResourceMetadata {
    pub(super) fn new(resource: String) -> Self {
        let uri = resource.parse::<Uri>().ok();
        let uri = uri.filter(|uri| uri.query().is_none() && !resource.contains(['#', '"', '\\']));
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
            resource,
            authorization_servers: Vec::new(),
            scopes: Vec::new(),
        }))
    }

    pub(super) fn add_authorization_server(&mut self, issuer: String) {
        Arc::make_mut(&mut self.0)
            .authorization_servers
            .push(issuer);
    }

    pub(super) fn add_scopes(&mut self, scopes: Vec<String>) {
        Arc::make_mut(&mut self.0).scopes.extend(scopes);
    }

    pub(super) fn url(&self) -> &str {
        &self.0.url
    }

    pub(super) fn path(&self) -> &str {
        &self.0.url[self.0.path..]
    }

    /// Answers a request for the metadata. The client may be a web page.
    pub(super) fn answer(&self, method: &Method) -> Answer {
        let mut answer = match *method {
            Method::GET | Method::HEAD => Answer::new(Full::from(self.json()).boxed()),
            Method::OPTIONS => empty(StatusCode::NO_CONTENT),
            _ => empty(StatusCode::METHOD_NOT_ALLOWED),
        };
        let headers = answer.headers_mut();
        let any = HeaderValue::from_static("*");
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(
            ACCESS_CONTROL_ALLOW_METHODS,
            HeaderValue::from_static("GET"),
        );
        headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, any.clone());
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, any);
        answer
    }

    fn json(&self) -> String {
        let resource = &*self.0;
        let mut metadata = json!({
            "resource": resource.resource,
            "bearer_methods_supported": ["header"],
        });
        if !resource.authorization_servers.is_empty() {
            metadata["authorization_servers"] = json!(resource.authorization_servers);
        }
        if !resource.scopes.is_empty() {
            metadata["scopes_supported"] = json!(resource.scopes);
        }
        metadata.to_string()
    }
}

impl<B> Service<Request<B>> for ResourceMetadata {
    type Response = Answer;
    type Error = Infallible;
    type Future = Ready<Result<Answer, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        ready(Ok(self.answer(request.method())))
    }
}
