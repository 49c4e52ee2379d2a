//! The importance of a log message to the client.

use std::fmt;
use std::str::FromStr;

/// The importance of a log message to the client, as in syslog. Later levels are more important.
///
/// ```
/// use mcp_tool_runtime::context::LogLevel;
///
/// assert!(LogLevel::Warning > LogLevel::Info);
/// assert_eq!("warning".parse(), Ok(LogLevel::Warning));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names of syslog say it all")]
pub enum LogLevel {
    Debug,
    Info,
    Notice,
    Warning,
    Error,
    Critical,
    Alert,
    Emergency,
}

impl LogLevel {
    /// The levels in their order, with their names in the protocol.
    const NAMES: [(LogLevel, &str); 8] = [
        (LogLevel::Debug, "debug"),
        (LogLevel::Info, "info"),
        (LogLevel::Notice, "notice"),
        (LogLevel::Warning, "warning"),
        (LogLevel::Error, "error"),
        (LogLevel::Critical, "critical"),
        (LogLevel::Alert, "alert"),
        (LogLevel::Emergency, "emergency"),
    ];

    /// The member of a request's `_meta` with the level that the client wants.
    pub(crate) const META_KEY: &str = "io.modelcontextprotocol/logLevel";

    /// Returns the level in the protocol's spelling, for example `warning`.
    pub const fn as_str(self) -> &'static str {
        LogLevel::NAMES[self as usize].1
    }
}

impl fmt::Display for LogLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for LogLevel {
    type Err = UnknownLogLevel;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut names = LogLevel::NAMES.into_iter();
        let known = names.find(|(_, name)| *name == text);
        known.map(|(level, _)| level).ok_or(UnknownLogLevel)
    }
}

/// The error for a text that is no log level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownLogLevel;

impl fmt::Display for UnknownLogLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = LogLevel::NAMES.map(|(_, name)| name).join("`, `");
        write!(f, "a log level is one of `{names}`")
    }
}

impl std::error::Error for UnknownLogLevel {}
