//! `ToolError`: failures that the model reads.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use serde_json::{Map, Value};

use super::ProtocolError;

/// The key in a result's `_meta` under which programs find the code and the details of an error.
pub(crate) const ERROR_KEY: &str = "mcp-tool-runtime/error";

/// A failure of a tool, with a message for the model.
///
/// A tool can return any error type that implements `Display`. By default, the model reads its `Display` text.
/// A `ToolError` can add suggestions that help the model to correct the call. It can also have a private
/// cause, which only the log gets. For your own error type, use `#[derive(ToolError)]`.
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
/// `?` converts an error whose type has `#[derive(ToolError)]` or implements
/// [`IntoToolError`](crate::IntoToolError). For any other error, choose who reads it:
/// [`display`](Self::display) shows its text to the model, [`private`](Self::private) sends it to the log
/// only, and [`new`](Self::new) creates an error from your own text.
///
/// ```
/// use mcp_tool_runtime::ToolError;
///
/// fn port(arguments: &[&str]) -> Result<u16, ToolError> {
///     let text = arguments.first().ok_or(ToolError::new("give a port"))?;
///     text.parse().map_err(ToolError::display)
/// }
/// assert_eq!(port(&[]).unwrap_err().to_string(), "give a port");
/// assert_eq!(port(&["x"]).unwrap_err().to_string(), "invalid digit found in string");
/// ```
#[derive(Debug)]
pub struct ToolError {
    message: String,
    suggestions: Vec<String>,
    retry_delay: Option<Duration>,
    cause: Option<Box<dyn Error + Send + Sync>>,
    origin: Origin,
    /// The parts that programs read. The box keeps `ToolError` small, because functions return a `ToolError`
    /// by value.
    details: Option<Box<Details>>,
}

/// The parts of an error that programs read.
#[derive(Debug, Default)]
struct Details {
    code: Option<String>,
    data: Option<Value>,
    /// If present, the client gets this JSON-RPC error instead of a tool result.
    protocol_error: Option<Box<ProtocolError>>,
}

/// The origin of the message. The origin determines whether the model may read the message.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Origin {
    /// The tool's author wrote the message for the model, so the model always reads it.
    Authored,
    /// The message is the text of another error. A registry that masks errors hides it from the model.
    Converted,
    /// The message is a placeholder, because only the log may contain the text of the cause.
    Private,
}

impl ToolError {
    /// Creates an error with a message for the model.
    pub fn new(message: impl Into<String>) -> Self {
        ToolError {
            message: message.into(),
            suggestions: Vec::new(),
            retry_delay: None,
            cause: None,
            origin: Origin::Authored,
            details: None,
        }
    }

    /// Creates an error that the client receives as a JSON-RPC error instead of a result. Few clients show
    /// such an error to the model. Use this function only for failures that the client itself must handle.
    ///
    /// A tool can also return `Result<T, ProtocolError>`. In a function that returns `Result<T, ToolError>`,
    /// `?` on a `ProtocolError` calls `ToolError::protocol`.
    ///
    /// ```
    /// use mcp_tool_runtime::{
    ///     CallToolRequest, ProtocolError, ToolContext, ToolError, ToolRegistry, mcp_tool, tools,
    /// };
    /// use serde_json::json;
    ///
    /// /// Reads the mailbox.
    /// #[mcp_tool(read_only)]
    /// async fn read_mail() -> Result<String, ToolError> {
    ///     let url = json!({ "url": "https://mail.example/login" });
    ///     let error = ProtocolError::new(-31001, "log in first").with_data(url);
    ///     Err(ToolError::protocol(error))
    /// }
    ///
    /// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
    /// let registry = ToolRegistry::builder(()).tools(tools![read_mail]).build()?;
    /// let request = CallToolRequest::new("read_mail");
    /// let error = registry.call(request, &ToolContext::detached()).await.unwrap_err();
    /// assert_eq!((error.code(), error.message()), (-31001, "log in first"));
    /// # Ok(())
    /// # }
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(run()).unwrap();
    /// ```
    pub fn protocol(error: ProtocolError) -> Self {
        let mut mapped = ToolError::new(error.message());
        mapped.details_mut().protocol_error = Some(Box::new(error));
        mapped
    }

    fn details_mut(&mut self) -> &mut Details {
        self.details.get_or_insert_default()
    }

    /// Builds an error whose message is the `Display` of another error, and keeps that error as the cause.
    /// Accepts `Box<dyn Error + Send + Sync>`, `anyhow::Error`, strings, and every type that implements
    /// `std::error::Error + Send + Sync`.
    ///
    /// A registry that [masks errors](crate::registry::ToolRegistryBuilder::mask_errors) replaces the message with the
    /// tool's name and an id. `display` ignores `#[derive(ToolError)]`: for a type with this derive, write
    /// `?` alone.
    ///
    /// For a JSON-RPC error, such as a [`ProtocolError`] or an error of the SDK, the message omits the code. The
    /// error -32021 stays a JSON-RPC error since protocol version 2026-07-28, if its data has
    /// `requiredCapabilities`.
    ///
    /// ```
    /// use mcp_tool_runtime::ToolError;
    ///
    /// fn double(number: &str) -> Result<u32, ToolError> {
    ///     let number: u32 = number.parse().map_err(ToolError::display)?;
    ///     Ok(2 * number)
    /// }
    /// assert_eq!(double("x").unwrap_err().to_string(), "invalid digit found in string");
    /// ```
    pub fn display(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        let error = error.into();
        let protocol_error = ProtocolError::for_client(&*error);
        let mut mapped = ToolError::new(ProtocolError::text_of(&*error)).with_cause(error);
        mapped.origin = Origin::Converted;
        if let Some(error) = protocol_error {
            mapped.details_mut().protocol_error = Some(Box::new(error));
        }
        mapped
    }

    /// Shows the message also if the registry masks errors.
    #[cfg(feature = "rmcp-types")]
    pub(crate) fn authored(mut self) -> Self {
        self.origin = Origin::Authored;
        self
    }

    /// Creates an error that hides the text of `cause` from the model, even if the registry does not mask
    /// errors. In the result, the model reads the tool's name and an id, followed by the suggestions and the
    /// delay. The log contains the texts of `cause` and of its sources under the same id.
    ///
    /// ```
    /// use mcp_tool_runtime::ToolError;
    ///
    /// let refused = std::io::Error::other("db.internal:5432 refused the password");
    /// let error = ToolError::private(refused).suggest("tell the user that notes are not available");
    /// assert_eq!(error.to_string(), "internal error\ntell the user that notes are not available");
    /// assert_eq!(error.cause().unwrap().to_string(), "db.internal:5432 refused the password");
    /// ```
    pub fn private(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        ToolError {
            origin: Origin::Private,
            ..ToolError::new("internal error").with_cause(cause)
        }
    }

    /// Adds a line with a suggestion, such as another tool to call.
    pub fn suggest(mut self, suggestion: impl Into<String>) -> Self {
        self.suggestions.push(suggestion.into());
        self
    }

    /// Adds the hint that the same call may succeed after `delay`. The model reads this hint on a separate
    /// line after the suggestions. The registry does not enforce the delay. Use this in a tool with a rate
    /// limit.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use mcp_tool_runtime::ToolError;
    ///
    /// let error = ToolError::new("too many requests").retry_after(Duration::from_secs(30));
    /// assert_eq!(error.to_string(), "too many requests\ntry again in 30 seconds");
    /// assert_eq!(error.retry_delay(), Some(Duration::from_secs(30)));
    /// ```
    pub fn retry_after(mut self, delay: Duration) -> Self {
        self.retry_delay = Some(delay);
        self
    }

    /// Sets a machine-readable code, such as `out_of_stock`. Programs find it in the result's `_meta` under
    /// `mcp-tool-runtime/error`. [`mask_errors`](crate::registry::ToolRegistryBuilder::mask_errors) does not hide the
    /// code.
    ///
    /// ```
    /// use mcp_tool_runtime::{ToolError, ToolRegistry, mcp_tool, testing::call_json, tools};
    /// use serde_json::json;
    ///
    /// /// Orders a lamp.
    /// #[mcp_tool]
    /// async fn order_lamp() -> Result<String, ToolError> {
    ///     let error = ToolError::new("no lamp is in stock before Friday");
    ///     Err(error.code("out_of_stock").data(json!({ "days": 3 })))
    /// }
    ///
    /// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
    /// let registry = ToolRegistry::builder(()).tools(tools![order_lamp]).build()?;
    /// let result = call_json(&registry, "order_lamp", json!({})).await;
    /// assert_eq!(
    ///     result.meta().unwrap()["mcp-tool-runtime/error"],
    ///     json!({ "code": "out_of_stock", "data": { "days": 3 } }),
    /// );
    /// # Ok(())
    /// # }
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(run()).unwrap();
    /// ```
    pub fn code(mut self, code: impl Into<String>) -> Self {
        self.details_mut().code = Some(code.into());
        self
    }

    /// Sets machine-readable details. Programs find them in the result's `_meta`, next to the
    /// [code](Self::code). [`mask_errors`](crate::registry::ToolRegistryBuilder::mask_errors) does not hide the
    /// details.
    pub fn data(mut self, data: impl Into<Value>) -> Self {
        self.details_mut().data = Some(data.into());
        self
    }

    /// Sets the cause. The log contains the cause and its sources. This method adds nothing to the text for
    /// the model.
    pub fn with_cause(mut self, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.cause = Some(cause.into());
        self
    }

    /// Returns the message without the suggestions and the delay.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the suggestions, one line each.
    pub fn suggestions(&self) -> &[String] {
        &self.suggestions
    }

    /// Returns the cause, if there is one.
    pub fn cause(&self) -> Option<&(dyn Error + Send + Sync + 'static)> {
        self.cause.as_deref()
    }

    /// Returns the delay after which the same call may succeed, if it is set.
    pub fn retry_delay(&self) -> Option<Duration> {
        self.retry_delay
    }

    /// Returns the machine-readable code, if there is one.
    pub fn error_code(&self) -> Option<&str> {
        self.details.as_ref()?.code.as_deref()
    }

    /// Returns the machine-readable details, if there are any.
    pub fn error_data(&self) -> Option<&Value> {
        self.details.as_ref()?.data.as_ref()
    }

    /// Removes the code and the details. Returns them as an entry for the `_meta` of a result, or `None` if
    /// there is neither.
    pub(crate) fn take_meta(&mut self) -> Option<Map<String, Value>> {
        let details = self.details.as_mut()?;
        let mut error = Map::new();
        if let Some(code) = details.code.take() {
            error.insert("code".to_owned(), code.into());
        }
        if let Some(data) = details.data.take() {
            error.insert("data".to_owned(), data);
        }
        (!error.is_empty()).then(|| {
            let mut meta = Map::new();
            meta.insert(ERROR_KEY.to_owned(), error.into());
            meta
        })
    }

    /// Removes and returns the JSON-RPC error that replaces the tool's result, if there is one.
    pub(crate) fn take_protocol_error(&mut self) -> Option<Box<ProtocolError>> {
        self.details.as_mut()?.protocol_error.take()
    }

    /// Returns whether only the log may have the message.
    pub(crate) fn is_hidden(&self, mask_errors: bool) -> bool {
        match self.origin {
            Origin::Authored => false,
            Origin::Converted => mask_errors,
            Origin::Private => true,
        }
    }

    /// Returns suggestions and delay, with a line break before each.
    pub(crate) fn hints(&self) -> String {
        let retry = self.retry_delay.map(try_again);
        let hints = self.suggestions.iter().chain(&retry);
        hints.flat_map(|hint| ["\n", hint]).collect()
    }

    /// Returns the log text of an error that the model must not read: the message, the cause and its sources.
    /// Omits the message if it is a placeholder, or if the text of the cause starts with the message.
    pub(crate) fn hidden_text(&self) -> String {
        match self.cause() {
            None => self.message.clone(),
            Some(cause) => {
                let chain = chain(cause);
                if self.origin == Origin::Private || chain.starts_with(&self.message) {
                    chain
                } else {
                    format!("{}: {chain}", self.message)
                }
            }
        }
    }
}

/// Formats an error with its sources on one line.
pub(crate) fn chain(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        text += &format!(": {error}");
        source = error.source();
    }
    text
}

/// Rounds a delay up, and formats it in the largest unit that gives a whole number. Rounds to seconds, or to
/// milliseconds if the delay is shorter than a second. Rounding down would suggest a call before the end of
/// the delay.
fn try_again(delay: Duration) -> String {
    let (count, unit) = if delay < Duration::from_secs(1) {
        (delay.as_nanos().div_ceil(1_000_000), "millisecond")
    } else {
        let seconds = delay.as_nanos().div_ceil(1_000_000_000);
        match (seconds % 3600, seconds % 60) {
            (0, _) => (seconds / 3600, "hour"),
            (_, 0) => (seconds / 60, "minute"),
            _ => (seconds, "second"),
        }
    };
    match count {
        0 => "try again".to_owned(),
        1 => format!("try again in 1 {unit}"),
        _ => format!("try again in {count} {unit}s"),
    }
}

/// Formats the text for the model: the message, the suggestions and the delay, each on its own line.
impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.message, self.hints())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_delay_is_written_in_its_own_unit() {
        for (milliseconds, line) in [
            (0, "try again"),
            (1, "try again in 1 millisecond"),
            (250, "try again in 250 milliseconds"),
            (1000, "try again in 1 second"),
            (1001, "try again in 2 seconds"),
            (30_000, "try again in 30 seconds"),
            (60_000, "try again in 1 minute"),
            (90_000, "try again in 90 seconds"),
            (3_600_000, "try again in 1 hour"),
            (5_400_000, "try again in 90 minutes"),
            (172_800_000, "try again in 48 hours"),
        ] {
            assert_eq!(try_again(Duration::from_millis(milliseconds)), line);
        }
        assert_eq!(
            try_again(Duration::from_nanos(1)),
            "try again in 1 millisecond"
        );
        assert!(try_again(Duration::MAX).starts_with("try again in "));
    }

    #[derive(Debug)]
    struct Outer(std::io::Error);

    impl fmt::Display for Outer {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("outer")
        }
    }

    impl Error for Outer {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            Some(&self.0)
        }
    }

    #[test]
    fn the_log_has_each_cause_once() {
        // R153
        let outer = || Outer(std::io::Error::other("inner"));
        assert_eq!(ToolError::display(outer()).hidden_text(), "outer: inner");
        assert_eq!(ToolError::private(outer()).hidden_text(), "outer: inner");
        assert_eq!(
            ToolError::display(fmt::Error)
                .with_cause(outer())
                .hidden_text(),
            format!("{}: outer: inner", fmt::Error),
        );
        assert_eq!(ToolError::new("plain").hidden_text(), "plain");
    }
}
