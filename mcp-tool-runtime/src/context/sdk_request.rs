//! The extensions of the SDK's requests.

use rmcp::RoleServer;
use rmcp::service::RequestContext;

/// Returns the value of type `T` in the extensions of the SDK's request or else, with the feature `http-types`, of the
/// HTTP request. Returns `None` if there is no such value.
pub(crate) fn extension<T: Send + Sync + 'static>(
    request: &RequestContext<RoleServer>,
) -> Option<&T> {
    let own = request.extensions.get();
    #[cfg(feature = "http-types")]
    let own = own.or_else(|| {
        let parts = request.extensions.get::<http::request::Parts>()?;
        parts.extensions.get()
    });
    own
}
