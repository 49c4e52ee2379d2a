//! Bearer tokens: who may use a service, and which scopes a request needs.

use std::convert::Infallible;
use std::error::Error;
use std::fmt;
use std::future::{Future, Ready, ready};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::SystemTime;

use http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    AUTHORIZATION, WWW_AUTHENTICATE,
};
use http::request::Parts;
use http::{HeaderValue, Method, Request, StatusCode, Uri};
use mcp_tool_rules::scope::is_scope;
use mcp_tool_runtime::context::Principal;
use mcp_tool_runtime::embed::{AnyState, is_visible};
use mcp_tool_runtime::{ProtocolVersion, ToolContext, ToolDefinition, ToolRegistry};
use serde_json::{Value, json};
use tower_service::Service;

use super::head::NamedVersion;
use super::rejection::Rejection;
use super::response::{HttpResponse, empty, json_response};

/// Protects a service with bearer tokens. Pass this value to
/// [`HttpConfig::protect`](crate::HttpConfig::protect). The service is then an OAuth 2.1 *resource server*,
/// as in the [specification]. It accepts the tokens of an authorization server, and issues no tokens itself.
///
/// - A request without a token, or with an invalid or expired one, gets 401. The header `WWW-Authenticate`
///   contains the URL of the resource's metadata.
/// - A call gets 403 with `insufficient_scope` if the caller lacks one of the tool's `scopes`. The header
///   `WWW-Authenticate` names all scopes that the call needs. The tool stays in the tool list, so that
///   clients can ask their user for the missing scopes. The server treats a tool that is hidden from the
///   caller as unknown.
/// - Tools take the caller as `#[principal] user: &Principal`, or read it with
///   [`cx.principal()`](mcp_tool_runtime::ToolContext::principal). The service removes the token itself from the request.
/// - Notification streams end when the token expires. Calls that run at that time may finish.
///
/// ```
/// use axum::Router;
/// use mcp_tool_runtime::ToolRegistry;
/// use mcp_tool_runtime::context::Principal;
/// use mcp_tool_server::{BearerToken, HttpConfig, Protection, TokenError, ToolServer};
///
/// /// Looks up a token. Most servers verify a signed token here, with a crate for that.
/// async fn verify(token: BearerToken) -> Result<Principal, TokenError> {
///     match token.as_str() {
///         "3f1d9a70c2be4586b1d0a2c4e6f80912" => Ok(Principal::new("ada").scopes(["orders:write"])),
///         _ => Err(TokenError::Invalid),
///     }
/// }
///
/// let protection = Protection::new("https://tools.example/mcp", verify)
///     .authorization_server("https://login.example")
///     .scopes_supported(["orders:read", "orders:write"])
///     .implies("orders:write", ["orders:read"]);
///
/// let registry = ToolRegistry::builder(()).build()?;
/// let config = HttpConfig::new().allow_hosts(["tools.example"]).protect(protection.clone());
/// let tools = ToolServer::new("orders", "1.0.0", registry).http_service(config);
/// let app: Router = Router::new()
///     .route_service("/mcp", tools)
///     .route_service(protection.metadata_path(), protection.metadata());
/// assert_eq!(protection.metadata_path(), "/.well-known/oauth-protected-resource/mcp");
/// # drop(app);
/// # Ok::<(), mcp_tool_runtime::BuildError>(())
/// ```
///
/// [specification]: https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
#[derive(Clone)]
pub struct Protection {
    metadata: ResourceMetadata,
    /// The scopes that every request needs.
    required: Vec<String>,
    /// Each scope that includes others, with the scopes that it includes.
    implied: Vec<(String, Vec<String>)>,
    verify: Verify,
}

type Verify = Arc<dyn Fn(BearerToken) -> VerifyFuture + Send + Sync>;

type VerifyFuture = Pin<Box<dyn Future<Output = Result<Principal, TokenError>> + Send>>;

impl Protection {
    /// Creates the protection of a resource. `resource` is the URL that clients use, such as
    /// `https://tools.example/mcp`. `verify` returns the caller that a token identifies, or a [`TokenError`].
    ///
    /// `verify` must check the token's signature, or look up the token. It must also check that the token's
    /// audience is this resource. Pass the token's expiry to [`Principal::expires_at`]. The service then
    /// rejects the token once it has expired.
    ///
    /// # Panics
    ///
    /// Panics if the resource is not an absolute `http` or `https` URL, has a query or a fragment, or
    /// contains `"` or `\`.
    pub fn new<F>(
        resource: impl Into<String>,
        verify: impl Fn(BearerToken) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<Principal, TokenError>> + Send + 'static,
    {
        Protection {
            metadata: ResourceMetadata::new(resource.into()),
            required: Vec::new(),
            implied: Vec::new(),
            verify: Arc::new(move |token| Box::pin(verify(token))),
        }
    }

    /// Adds the issuer URL of an authorization server that issues tokens for the resource. Clients find this
    /// URL in the metadata.
    pub fn authorization_server(mut self, issuer: impl Into<String>) -> Self {
        let issuers = vec![issuer.into()];
        self.metadata.add("authorization_servers", issuers);
        self
    }

    /// Adds scopes to the metadata. If a 401 response names no [required scopes](Self::required_scopes), a
    /// client requests all scopes in the metadata.
    ///
    /// # Panics
    ///
    /// Panics if a scope is empty, or contains `"`, `\` or a character that is not visible ASCII.
    pub fn scopes_supported<T: Into<String>>(
        mut self,
        scopes: impl IntoIterator<Item = T>,
    ) -> Self {
        self.metadata.add("scopes_supported", checked(scopes));
        self
    }

    /// Adds scopes that every request needs. A request whose caller lacks one of them gets 403. A 401
    /// response names these scopes, so that a client requests its first token with them.
    ///
    /// # Panics
    ///
    /// Panics as [`scopes_supported`](Self::scopes_supported) does.
    pub fn required_scopes<T: Into<String>>(mut self, scopes: impl IntoIterator<Item = T>) -> Self {
        self.required.extend(checked(scopes));
        self
    }

    /// Declares that a scope includes others. A caller with `scope` also has the scopes `others`, and all
    /// scopes that these include.
    ///
    /// # Panics
    ///
    /// Panics for an invalid scope in `others`, as [`scopes_supported`](Self::scopes_supported) does.
    pub fn implies<T: Into<String>>(
        mut self,
        scope: impl Into<String>,
        others: impl IntoIterator<Item = T>,
    ) -> Self {
        self.implied.push((scope.into(), checked(others)));
        self
    }

    /// Returns the service that serves the metadata ([RFC 9728](https://www.rfc-editor.org/rfc/rfc9728)).
    /// Route [`metadata_path`](Self::metadata_path) to this service. Web pages of all origins may read the
    /// metadata.
    ///
    /// You need no such route if the protected [`HttpService`](crate::HttpService) serves all paths. It then
    /// serves the metadata, too.
    pub fn metadata(&self) -> ResourceMetadata {
        self.metadata.clone()
    }

    /// Returns the path at which clients look for the metadata: `/.well-known/oauth-protected-resource`,
    /// followed by the path of the resource.
    pub fn metadata_path(&self) -> &str {
        self.metadata.path()
    }

    /// Answers a request for the metadata. Returns `None` for any other request.
    pub(super) fn answer_metadata<B>(&self, request: &Request<B>) -> Option<HttpResponse> {
        let is_metadata = request.uri().path() == self.metadata_path();
        is_metadata.then(|| self.metadata.answer(request.method()))
    }

    /// Removes the token from a request, and verifies the token. Adds the caller to the request's extensions.
    /// Rejects a caller who lacks a required scope.
    pub(super) async fn authenticate<B>(
        &self,
        request: Request<B>,
        version: NamedVersion,
    ) -> Result<Request<B>, Rejection> {
        let (mut head, body) = request.into_parts();
        // Remove the token from the headers, so that tools and logs cannot see it.
        let header = head.headers.remove(AUTHORIZATION);
        let Some(token) = header.as_ref().and_then(bearer) else {
            return Err(self.unauthorized(""));
        };
        if token.is_empty() {
            return Err(self.unauthorized(INVALID));
        }
        let head = Arc::new(head);
        let token = BearerToken {
            text: token.to_owned(),
            request: Arc::clone(&head),
        };
        let verified = (self.verify)(token).await.map_err(|error| match error {
            TokenError::Invalid => self.unauthorized(INVALID),
            TokenError::Unavailable => {
                let error = "the server cannot check the token now; try again in a moment";
                Rejection::unavailable(error)
            }
        })?;
        let expired = verified
            .expiry()
            .is_some_and(|end| end <= SystemTime::now());
        if expired {
            return Err(self.unauthorized(INVALID));
        }
        let principal = self.with_implied(verified);
        if !principal.has_scopes(&self.required) {
            return Err(self.forbidden(version, &principal, &[]));
        }
        // The verifier has usually dropped the token.
        let mut head = Arc::unwrap_or_clone(head);
        head.extensions.insert(principal);
        Ok(Request::from_parts(head, body))
    }

    /// Adds the scopes that the principal's scopes include, directly or indirectly.
    fn with_implied(&self, mut principal: Principal) -> Principal {
        let mut position = 0;
        while let Some(scope) = principal.granted_scopes().get(position) {
            let rows = self.implied.iter().filter(|(row, _)| row == scope);
            let others = rows.flat_map(|(_, others)| others);
            let missing: Vec<_> = others
                .filter(|other| !principal.has_scopes([other]))
                .cloned()
                .collect();
            principal = principal.scopes(missing);
            position += 1;
        }
        principal
    }

    fn unauthorized(&self, error: &str) -> Rejection {
        let text = match error {
            INVALID => "the bearer token is invalid or has expired",
            _ => "the request needs a bearer token",
        };
        self.challenge(StatusCode::UNAUTHORIZED, text, error, &self.required)
    }

    /// Rejects a call if the caller lacks a scope of the tool. Accepts a call of an unknown or hidden tool,
    /// because the registry rejects it later. `tool` is the called tool.
    pub(super) fn check_scopes(
        &self,
        tools: &ToolRegistry<AnyState>,
        head: &Parts,
        version: NamedVersion,
        tool: Option<&str>,
    ) -> Result<(), Rejection> {
        let called = tool.and_then(|name| tools.definition(name));
        let principal = head.extensions.get::<Principal>();
        let (Some(tool), Some(principal)) = (called, principal) else {
            return Ok(());
        };
        if principal.has_scopes(&tool.scopes) {
            return Ok(());
        }
        let form = version.form().unwrap_or(ProtocolVersion::V2025_03_26);
        let context = ToolContext::new(form).with_extension(head.clone());
        if !is_visible(tools, &tool.name, &context) {
            return Ok(());
        }
        Err(self.forbidden(version, principal, &tool.scopes))
    }

    /// Rejects a caller who lacks a scope of the tool, or a scope that every request needs.
    fn forbidden(
        &self,
        version: NamedVersion,
        principal: &Principal,
        of_tool: &[String],
    ) -> Rejection {
        let mut scopes: Vec<_> = self.required.iter().chain(of_tool).cloned().collect();
        let missing: Vec<_> = scopes
            .iter()
            .filter(|scope| !principal.has_scopes([scope]))
            .map(|scope| format!("`{scope}`"))
            .collect();
        let text = format!("the token lacks the scopes {}", missing.join(", "));
        // After this error, the client requests a new token. A client of protocol version
        // 2026-07-28 requests the scopes that it already has and the scopes in the error. An
        // older client requests only the scopes in the error, so add the scopes that the client
        // already has.
        if version.is_older {
            scopes.extend_from_slice(principal.granted_scopes());
        }
        let error = "insufficient_scope";
        self.challenge(StatusCode::FORBIDDEN, &text, error, &scopes)
    }

    fn challenge(
        &self,
        status: StatusCode,
        text: &str,
        error: &str,
        scopes: &[String],
    ) -> Rejection {
        let mut named: Vec<&str> = Vec::new();
        for scope in scopes {
            if is_scope(scope) && !named.contains(&&**scope) {
                named.push(scope);
            }
        }
        let named = named.join(" ");
        let metadata = self.metadata.url();
        let all = [
            ("error", error),
            ("scope", &named),
            ("resource_metadata", metadata),
        ];
        let parameters: Vec<_> = all
            .iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, value)| format!("{name}=\"{value}\""))
            .collect();
        let rejection = Rejection::invalid(status, text);
        match HeaderValue::try_from(format!("Bearer {}", parameters.join(", "))) {
            Ok(challenge) => rejection.with_header(WWW_AUTHENTICATE, challenge),
            Err(_) => rejection,
        }
    }
}

/// Panics if a tool has scopes. A service without a protection calls this function, because it checks no
/// scopes.
pub(super) fn check_protected(tools: &[Arc<ToolDefinition>]) {
    if let Some(tool) = tools.iter().find(|tool| !tool.scopes.is_empty()) {
        panic!(
            "the tool `{}` has scopes, but the HTTP service does not check them: add `HttpConfig::protect`",
            tool.name
        );
    }
}

const INVALID: &str = "invalid_token";

/// Returns the bearer token, or an empty string if the token is missing or malformed. Returns `None` for
/// another scheme.
fn bearer(header: &HeaderValue) -> Option<&str> {
    let (scheme, token) = header.as_bytes().split_at_checked("Bearer".len())?;
    let is_bearer = scheme.eq_ignore_ascii_case(b"Bearer");
    let bytes = match token {
        [] => token,
        [b' ', token @ ..] => token.trim_ascii(),
        _ => return None,
    };
    let token = str::from_utf8(bytes).unwrap_or_default();
    let is_token = token.bytes().all(|byte| byte.is_ascii_graphic());
    is_bearer.then_some(if is_token { token } else { "" })
}

fn checked<T: Into<String>>(scopes: impl IntoIterator<Item = T>) -> Vec<String> {
    let scopes: Vec<_> = scopes.into_iter().map(Into::into).collect();
    for scope in &scopes {
        assert!(
            is_scope(scope),
            "`{scope}` is not a scope: use visible ASCII without `\"` and `\\`"
        );
    }
    scopes
}

impl fmt::Debug for Protection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Protection")
            .field("metadata", &self.metadata)
            .finish_non_exhaustive()
    }
}

/// The token of a request, for the verifier of a [`Protection`]. `Debug` hides the token.
pub struct BearerToken {
    text: String,
    request: Arc<Parts>,
}

impl BearerToken {
    /// Returns the text of the token.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the head of the request, without its header `Authorization`.
    pub fn request(&self) -> &Parts {
        &self.request
    }
}

impl fmt::Debug for BearerToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BearerToken").finish_non_exhaustive()
    }
}

/// The reason why a verifier returns no caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TokenError {
    /// The token is unknown, forged, expired, or meant for another resource. The client gets 401, and can
    /// request another token from the authorization server.
    Invalid,
    /// The token cannot be checked now, for instance because the keys cannot be loaded. The client gets 503.
    Unavailable,
}

impl fmt::Display for TokenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TokenError::Invalid => "the token is invalid",
            TokenError::Unavailable => "the token cannot be checked now",
        })
    }
}

impl Error for TokenError {}

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
