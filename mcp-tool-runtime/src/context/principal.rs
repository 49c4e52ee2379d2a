//! The authenticated user of a request.

use std::time::SystemTime;

use crate::context::ToolContext;

/// The authenticated user. A tool takes it as `#[principal] user: &Principal`. The registry refuses a call without a
/// user before it reads the arguments. With `Option<&Principal>`, the tool also serves callers without a user.
///
/// Add a `Principal` to the [extensions](crate::ToolContext::with_extension) of a
/// context, or to those of an HTTP request.
///
/// A sealed `requestState` is valid only for the user whose call produced it. Over HTTP, only the user who
/// opened a session can use that session.
///
/// ```
/// use mcp_tool_runtime::ToolContext;
/// use mcp_tool_runtime::context::Principal;
///
/// let ada = Principal::new("ada@example.com").scopes(["orders:read", "orders:write"]);
/// let context = ToolContext::detached().with_extension(ada);
/// let principal = context.principal().unwrap();
/// assert_eq!(principal.name(), "ada@example.com");
/// assert!(principal.has_scopes(["orders:read"]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Principal {
    name: String,
    issuer: Option<String>,
    scopes: Vec<String>,
    expires_at: Option<SystemTime>,
}

impl Principal {
    /// Creates a principal from the unique id of a user. The id appears in the log, so do not use a
    /// token.
    pub fn new(name: impl Into<String>) -> Self {
        Principal {
            name: name.into(),
            issuer: None,
            scopes: Vec::new(),
            expires_at: None,
        }
    }

    /// Sets the issuer of the id: the authorization server that issued the user's token. Ids are unique only
    /// within one issuer.
    pub fn issuer(mut self, issuer: impl Into<String>) -> Self {
        self.issuer = Some(issuer.into());
        self
    }

    /// Adds scopes that the user has granted. The registry compares scopes by name. So if `admin`
    /// includes `read`, add both.
    pub fn scopes<T: Into<String>>(mut self, scopes: impl IntoIterator<Item = T>) -> Self {
        self.scopes.extend(scopes.into_iter().map(Into::into));
        self
    }

    /// Sets the time at which the user's access token expires. Default: no expiry time.
    pub fn expires_at(mut self, time: SystemTime) -> Self {
        self.expires_at = Some(time);
        self
    }

    /// Returns the id of the user.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the issuer of the id, if it is known.
    pub fn issued_by(&self) -> Option<&str> {
        self.issuer.as_deref()
    }

    /// Returns the granted scopes.
    pub fn granted_scopes(&self) -> &[String] {
        &self.scopes
    }

    /// Returns whether the principal has all of these scopes.
    pub fn has_scopes<T: AsRef<str>>(&self, scopes: impl IntoIterator<Item = T>) -> bool {
        let is_granted = |scope: T| self.scopes.iter().any(|it| it == scope.as_ref());
        scopes.into_iter().all(is_granted)
    }

    /// Returns the time at which the user's access token expires, if it is known.
    pub fn expiry(&self) -> Option<SystemTime> {
        self.expires_at
    }
}

/// Marks the type that a `#[principal]` parameter borrows. Only [`Principal`] implements this trait.
#[diagnostic::on_unimplemented(
    message = "the principal of a call is a `Principal`, not a `{Self}`",
    label = "is not the authenticated user",
    note = "write `#[principal] user: &Principal`, or `Option<&Principal>` if callers need no user",
    note = "to read a value that a middleware inserted, write `#[context] cx: &ToolContext`, and call `cx.extension::<{Self}>()`"
)]
pub trait PrincipalArgument {
    #[doc(hidden)]
    fn from_context(context: &ToolContext) -> Option<&Self>;
}

#[diagnostic::do_not_recommend]
impl PrincipalArgument for Principal {
    fn from_context(context: &ToolContext) -> Option<&Self> {
        context.principal()
    }
}
