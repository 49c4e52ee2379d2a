//! The outcome of a call, from which the registry builds the response.

use serde::Serialize;

use crate::arguments::Faults;
use crate::content::ContentBlock;
use crate::error::{PanicMessage, ToolError};
use crate::result::CallToolResult;

/// The outcome of a call. The registry turns it into a response in the protocol version of the request.
pub enum Outcome {
    /// The tool answered.
    Answer(CallToolResult),
    /// The tool or a guard failed with a `ToolError` or an error that converts into one, or a layer with a
    /// `LayerError`.
    Failure(Box<ToolError>),
    /// The tool failed with an error of any other type, or a layer with neither a `LayerError` nor a
    /// `ProtocolError`. Contains the text of the error. For a layer, the tool's name comes first.
    OtherFailure(String),
    /// The return value cannot be serialized as JSON.
    Unwritable(serde_json::Error),
    /// The arguments were wrong; the tool was not called.
    Refused(Faults),
    /// The tool takes a `#[principal]`, but the caller is not logged in.
    NoPrincipal,
    /// A `blocking` tool panicked on its thread.
    Panicked(PanicMessage),
    /// The thread pool dropped a `blocking` tool's function, so the call has no result.
    Lost,
    /// A `blocking` tool did not start, because too many calls wait for a thread.
    Busy,
}

impl Outcome {
    /// Returns the outcome of a call whose caller is not logged in, although the tool takes a `#[principal]`.
    pub fn no_principal() -> Self {
        Outcome::NoPrincipal
    }

    pub(crate) fn structured<T: Serialize>(value: &T) -> Self {
        CallToolResult::structured(value).map_or_else(Outcome::Unwritable, Outcome::Answer)
    }

    /// Inserts content blocks before the blocks of a result. Does not change other outcomes.
    pub(crate) fn with_content(mut self, content: Vec<ContentBlock>) -> Self {
        if let Outcome::Answer(result) = &mut self {
            result.blocks.splice(0..0, content);
        }
        self
    }

    pub(super) fn text(text: impl Into<String>) -> Self {
        Outcome::Answer(CallToolResult::text(text))
    }
}
