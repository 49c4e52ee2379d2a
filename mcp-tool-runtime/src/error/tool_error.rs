use std::error::Error;
use std::fmt;

/// A failure of a tool, in words for the model that called it.
///
/// Any error type that implements `Display` does as a tool's error: its text is what the model
/// reads. `ToolError` adds suggestions, which say how the call could succeed, and a private
/// cause, which goes to the log and never to the peer (R150, R152, R153).
///
/// ```
/// use mcp_tool_runtime::ToolError;
///
/// fn find(city: &str) -> Result<u32, ToolError> {
///     match city {
///         "Oslo" => Ok(3),
///         _ => Err(ToolError::new(format!("no weather station in {city}"))
///             .suggest("try the nearest larger city")),
///     }
/// }
/// assert_eq!(
///     find("Atlantis").unwrap_err().to_string(),
///     "no weather station in Atlantis\ntry the nearest larger city",
/// );
/// ```
///
/// `?` turns every standard error into one; its text is then masked where the registry masks
/// errors.
///
/// ```
/// # use mcp_tool_runtime::ToolError;
/// fn read(number: &str) -> Result<u32, ToolError> {
///     Ok(number.parse::<u32>()?)
/// }
/// assert_eq!(read("x").unwrap_err().to_string(), "invalid digit found in string");
/// ```
pub struct ToolError {
    message: String,
    suggestions: Vec<String>,
    cause: Option<Box<dyn Error + Send + Sync>>,
    /// Whether the message was written for the peer, and not taken from another error.
    authored: bool,
}

impl ToolError {
    /// An error with a message that the model reads.
    pub fn new(message: impl Into<String>) -> Self {
        ToolError {
            message: message.into(),
            suggestions: Vec::new(),
            cause: None,
            authored: true,
        }
    }

    /// Adds a line that says what to do instead.
    pub fn suggest(mut self, suggestion: impl Into<String>) -> Self {
        self.suggestions.push(suggestion.into());
        self
    }

    /// Keeps the cause for the log. It never reaches the peer.
    pub fn with_cause(mut self, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.cause = Some(cause.into());
        self
    }

    /// The message, without the suggestions.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What to do instead, a line each.
    pub fn suggestions(&self) -> &[String] {
        &self.suggestions
    }

    /// The private cause.
    pub fn cause(&self) -> Option<&(dyn Error + Send + Sync + 'static)> {
        self.cause.as_deref()
    }

    pub(crate) fn is_authored(&self) -> bool {
        self.authored
    }
}

/// The text that the model reads: the message, then each suggestion on a line of its own.
impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        for suggestion in &self.suggestions {
            write!(f, "\n{suggestion}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolError")
            .field("message", &self.message)
            .field("suggestions", &self.suggestions)
            .field("cause", &self.cause)
            .finish_non_exhaustive()
    }
}

// `ToolError` is not `std::error::Error` itself, as with every type that converts from all
// errors: the two would overlap.
impl<E: Error + Send + Sync + 'static> From<E> for ToolError {
    fn from(error: E) -> Self {
        ToolError {
            message: error.to_string(),
            suggestions: Vec::new(),
            cause: Some(Box::new(error)),
            authored: false,
        }
    }
}
