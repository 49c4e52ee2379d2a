//! The effects of a fault on clients.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::profile::Profile;

/// How certain it is that a client fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Only some versions of the client fail, or the tool works less well.
    Warning,
    /// The client fails.
    Error,
}

impl Severity {
    /// Returns `warning` or `error`.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// The kind of harm that a fault causes in a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Loss {
    /// Each request to the model is longer than necessary.
    Tokens,
    /// The client ignores a part of the definition, such as an icon.
    Part,
    /// The client's directory of servers rejects the server.
    Review,
    /// The model reads less than the author wrote, or misunderstands the text.
    Meaning,
    /// The tool is missing, or calls of the tool fail.
    Tool,
    /// All tools of the server are missing.
    List,
    /// While the server is connected, every request to the model fails.
    Session,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Loss::Tokens => "tokens",
            Loss::Part => "a part of the definition",
            Loss::Review => "a place in its directory",
            Loss::Meaning => "meaning",
            Loss::Tool => "the tool",
            Loss::List => "all tools of the server",
            Loss::Session => "the session",
        })
    }
}

impl Serialize for Loss {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The effect of a finding at one client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Effect {
    /// The client.
    pub client: Profile,
    /// The certainty of the loss.
    pub severity: Severity,
    /// The loss at this client.
    #[serde(rename = "loses")]
    pub loss: Loss,
}

impl Effect {
    /// Returns the consequence for the client, such as `the request fails`.
    pub const fn consequence(&self) -> &'static str {
        match (self.loss, self.severity) {
            (Loss::Tokens, _) => "each request is longer",
            (Loss::Part, _) => "the client may ignore this part",
            (Loss::Review, _) => "its directory rejects the server",
            (Loss::Meaning, Severity::Error) => "the model misunderstands the tool",
            (Loss::Meaning, Severity::Warning) => "the model may misunderstand the tool",
            (Loss::Tool, Severity::Error) => "the tool is missing or fails",
            (Loss::Tool, Severity::Warning) => "the tool may be missing or fail",
            (Loss::List, Severity::Error) => "all tools of the server are missing",
            (Loss::List, Severity::Warning) => "all tools of the server may be missing",
            (Loss::Session, Severity::Error) => "the request fails",
            (Loss::Session, Severity::Warning) => "the request may fail",
        }
    }
}
