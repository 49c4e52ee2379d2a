//! The extensions of the SDK's requests.

use ::rmcp::RoleServer;
use ::rmcp::service::RequestContext;

/// Returns a value that the SDK or the HTTP server has added to the extensions of a request.
pub(crate) fn extension<T: Send + Sync + 'static>(
    request: &RequestContext<RoleServer>,
) -> Option<&T> {
    let own = request.extensions.get();
    #[cfg(feature = "http")]
    let own = own.or_else(|| {
        let parts = request.extensions.get::<http::request::Parts>()?;
        parts.extensions.get()
    });
    own
}
