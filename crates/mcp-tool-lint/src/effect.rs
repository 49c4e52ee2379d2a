//! The effects of a fault on clients.

use serde::Serialize;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[non_exhaustive]
pub enum Loss {
    /// Each request to the model is longer than necessary.
    #[serde(rename = "tokens")]
    Tokens,
    /// The client ignores a part of the definition, such as an icon.
    #[serde(rename = "a part of the definition")]
    Part,
    /// The client's directory of servers rejects the server.
    #[serde(rename = "a place in its directory")]
    Review,
    /// The model reads less than the author wrote, or misunderstands the text.
    #[serde(rename = "meaning")]
    Meaning,
    /// The tool is missing, or calls of the tool fail.
    #[serde(rename = "the tool")]
    Tool,
    /// All tools of the server are missing.
    #[serde(rename = "all tools of the server")]
    List,
    /// While the server is connected, every request to the model fails.
    #[serde(rename = "the session")]
    Session,
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
            (Loss::Review, Severity::Error) => "its directory rejects the server",
            (Loss::Review, Severity::Warning) => "its directory may reject the server",
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
