//! The conversion of errors into `ToolError`. `#[derive(ToolError)]` implements this conversion.

use std::convert::Infallible;
use std::error::Error;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use super::ProtocolError;
use super::tool_error::chain;
use crate::error::ToolError;

/// An error type that defines which text the model reads.
///
/// Implement this trait with `#[derive(ToolError)]`. If a tool returns such an error, the registry converts
/// the error to a [`ToolError`](struct@ToolError). For any other error, the registry uses the error's
/// `Display` as the text, unless it [masks errors](crate::registry::ToolRegistryBuilder::mask_errors). In a function that
/// returns `Result<T, ToolError>`, `?` converts an error that implements this trait:
///
/// ```
/// use mcp_tool_runtime::ToolError;
///
/// #[derive(Debug, thiserror::Error, ToolError)]
/// enum StoreError {
///     #[error("no note {0} in table notes_v2")]
///     #[tool_error("there is no note {0}", suggest = "list the notes first")]
///     Missing(u32),
/// }
///
/// fn load(id: u32) -> Result<String, StoreError> {
///     Err(StoreError::Missing(id))
/// }
///
/// fn title(id: u32) -> Result<String, ToolError> {
///     let note = load(id)?;
///     Ok(note.lines().next().unwrap_or_default().to_owned())
/// }
///
/// assert_eq!(
///     title(7).unwrap_err().to_string(),
///     "there is no note 7\nlist the notes first",
/// );
/// ```
///
/// To use `?` on an error that does not implement this trait, write `.map_err(ToolError::display)?` or
/// `.map_err(ToolError::private)?`. See [`ToolError::display`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not define what the model reads: it does not implement `IntoToolError`",
    // At a `?`, rustc prints only the label and drops the notes, so the label contains the help.
    label = "is not mapped to a `ToolError`; help: on the `Result`, call `.map_err(|_| ToolError::new(\"…\"))` for your own text, `.map_err(ToolError::display)` to show the error's text to the model, or `.map_err(ToolError::private)` to hide the error and log it",
    note = "on the error itself, write `ToolError::display(error)` or `ToolError::private(error)`; if the type is yours, add `#[derive(mcp_tool_runtime::ToolError)]`"
)]
pub trait IntoToolError {
    /// Returns a `ToolError` with the text for the model and the cause for the log.
    fn into_tool_error(self) -> ToolError;
}

// `ToolError` itself must not implement `IntoToolError`. If `ToolError` implements the trait, the
// `From` impl below overlaps with the standard library's `From<T> for T`.
impl<E: IntoToolError> From<E> for ToolError {
    fn from(error: E) -> Self {
        error.into_tool_error()
    }
}

#[diagnostic::do_not_recommend]
impl<E: IntoToolError> IntoToolError for Box<E> {
    fn into_tool_error(self) -> ToolError {
        (*self).into_tool_error()
    }
}

/// The mapping takes ownership of the error. If the `Arc` has other owners, the mapping is not possible, and
/// only the log gets the error's text.
#[diagnostic::do_not_recommend]
impl<E: IntoToolError + Error + Send + Sync + 'static> IntoToolError for Arc<E> {
    fn into_tool_error(self) -> ToolError {
        match Arc::try_unwrap(self) {
            Ok(error) => error.into_tool_error(),
            Err(shared) => ToolError::private(shared),
        }
    }
}

/// If the `Rc` has other owners, the mapping is not possible, and only the log gets the error's text.
#[diagnostic::do_not_recommend]
impl<E: IntoToolError + Error + 'static> IntoToolError for Rc<E> {
    fn into_tool_error(self) -> ToolError {
        match Rc::try_unwrap(self) {
            Ok(error) => error.into_tool_error(),
            Err(shared) => (&*shared).into_tool_error(),
        }
    }
}

/// The mapping takes ownership of an error, so only the log gets the text of a borrowed error.
#[diagnostic::do_not_recommend]
impl<E: IntoToolError + Error + 'static> IntoToolError for &E {
    fn into_tool_error(self) -> ToolError {
        ToolError::private(chain(self))
    }
}

#[diagnostic::do_not_recommend]
impl IntoToolError for Infallible {
    fn into_tool_error(self) -> ToolError {
        match self {}
    }
}

#[diagnostic::do_not_recommend]
impl IntoToolError for ProtocolError {
    fn into_tool_error(self) -> ToolError {
        ToolError::protocol(self)
    }
}

/// An error that a variant with `#[tool_error(transparent)]` can contain. Every type that converts into
/// `ToolError` implements this trait, and so does `ToolError` itself.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not define what the model reads: it does not implement `IntoToolError`",
    label = "is not mapped to a `ToolError`",
    note = "add `#[derive(mcp_tool_runtime::ToolError)]` to the type, if it is yours",
    note = "for a type of another crate, remove `#[tool_error(transparent)]` to show the model the outer error's `Display`, or replace it with `#[tool_error(private)]` to hide the error"
)]
pub trait TransparentError {
    #[doc(hidden)]
    fn __into_tool_error(self) -> ToolError;
}

#[diagnostic::do_not_recommend]
impl<E: Into<ToolError>> TransparentError for E {
    fn __into_tool_error(self) -> ToolError {
        self.into()
    }
}

/// An error that a `ToolError` can keep as its cause for the log. Every type that converts into `Box<dyn
/// Error + Send + Sync>` implements this trait.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be mapped to a `ToolError`: it is not `Error + Send + Sync + 'static`",
    label = "cannot be kept for the log",
    note = "for your own type, implement `std::error::Error`, for example with `#[derive(Debug, thiserror::Error)]`, and use only `Send + Sync` types inside it, such as `Arc` in place of `Rc`; for a type parameter, write bounds, as in `T: Debug + Send + Sync + 'static`"
)]
pub trait LoggedError {
    #[doc(hidden)]
    fn __boxed(self) -> Box<dyn Error + Send + Sync>;
}

#[diagnostic::do_not_recommend]
impl<E: Into<Box<dyn Error + Send + Sync>>> LoggedError for E {
    fn __boxed(self) -> Box<dyn Error + Send + Sync> {
        self.into()
    }
}

/// The attributes that `#[derive(ToolError)]` reads from a variant or a struct. Only [`Mapping::apply`] takes
/// the error, so only that method requires the bound [`LoggedError`].
pub struct Mapping {
    text: Text,
    suggestions: Vec<String>,
    retry_after: Option<Duration>,
    code: Option<&'static str>,
}

enum Text {
    Display,
    Public(String),
    Private,
}

impl Mapping {
    fn new(text: Text) -> Self {
        Mapping {
            text,
            suggestions: Vec::new(),
            retry_after: None,
            code: None,
        }
    }

    /// Creates a mapping that shows the model the error's `Display`.
    pub fn display() -> Self {
        Mapping::new(Text::Display)
    }

    /// Creates a mapping that shows the model `text`.
    pub fn public(text: String) -> Self {
        Mapping::new(Text::Public(text))
    }

    /// Creates a mapping that hides the error's text from the model.
    pub fn private() -> Self {
        Mapping::new(Text::Private)
    }

    /// Adds a line with a suggestion for the model.
    pub fn suggest(mut self, suggestion: String) -> Self {
        self.suggestions.push(suggestion);
        self
    }

    /// Sets the delay in milliseconds after which a new call may succeed.
    pub fn retry_after(mut self, milliseconds: u64) -> Self {
        self.retry_after = Some(Duration::from_millis(milliseconds));
        self
    }

    /// Sets the error code, which programs can read in the result's `_meta`.
    pub fn code(mut self, code: &'static str) -> Self {
        self.code = Some(code);
        self
    }

    /// Converts the error to a `ToolError` as the attributes specify.
    pub fn apply<E: LoggedError>(self, error: E) -> ToolError {
        let error = error.__boxed();
        let mapped = match &self.text {
            Text::Private => ToolError::private(error),
            Text::Public(text) => ToolError::new(text).with_cause(error),
            Text::Display => ToolError::new(error.to_string()).with_cause(error),
        };
        self.add_hints(mapped)
    }

    /// Adds the suggestions, the delay and the code to `mapped`.
    pub(super) fn add_hints(self, mut mapped: ToolError) -> ToolError {
        for suggestion in self.suggestions {
            mapped = mapped.suggest(suggestion);
        }
        if let Some(delay) = self.retry_after {
            mapped = mapped.retry_after(delay);
        }
        match self.code {
            Some(code) => mapped.code(code),
            None => mapped,
        }
    }
}

/// The model reads only the error's message. Its code and data are meant for protocol errors, so they go only
/// to the log. An error that the client must handle stays a protocol error.
#[cfg(feature = "rmcp-types")]
#[diagnostic::do_not_recommend]
impl IntoToolError for rmcp::ErrorData {
    fn into_tool_error(self) -> ToolError {
        ToolError::display(self).authored()
    }
}
