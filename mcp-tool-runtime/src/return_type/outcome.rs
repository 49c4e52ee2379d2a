//! The result of a call, before the registry writes it.

use serde::Serialize;

use crate::arguments::Faults;
use crate::error::PanicMessage;
use crate::{CallToolResult, ContentBlock, ToolError};

/// The result of a call, before the registry adapts it to a protocol version.
pub struct Outcome(pub(crate) OutcomeKind);

pub(crate) enum OutcomeKind {
    /// The tool answered.
    Answer(CallToolResult),
    /// The tool failed with a `ToolError` for the model.
    Failure(ToolError),
    /// The tool failed with an error of any other type.
    OtherFailure(String),
    /// The return value cannot be serialized as JSON.
    Unwritable(serde_json::Error),
    /// The arguments were wrong; the tool was not called.
    Refused(Faults),
    /// The blocking tool panicked on its thread.
    Panicked(PanicMessage),
    /// The pool dropped the function before or while it ran.
    Lost,
    /// Too many calls wait for a thread.
    Busy,
}

impl Outcome {
    pub(crate) fn refused(faults: Faults) -> Self {
        Outcome(OutcomeKind::Refused(faults))
    }

    pub(crate) fn answer(result: CallToolResult) -> Self {
        Outcome(OutcomeKind::Answer(result))
    }

    #[cfg(feature = "rmcp3")]
    pub(crate) fn unwritable(error: serde_json::Error) -> Self {
        Outcome(OutcomeKind::Unwritable(error))
    }

    pub(crate) fn structured<T: Serialize>(value: &T) -> Self {
        match CallToolResult::structured(value) {
            Ok(result) => Outcome::answer(result),
            Err(error) => Outcome(OutcomeKind::Unwritable(error)),
        }
    }

    /// Inserts content blocks before those of a result.
    pub(crate) fn with_content(mut self, content: Vec<ContentBlock>) -> Self {
        if let OutcomeKind::Answer(result) = &mut self.0 {
            result.content.splice(0..0, content);
        }
        self
    }

    pub(crate) fn failure(error: ToolError) -> Self {
        Outcome(OutcomeKind::Failure(error))
    }

    pub(crate) fn panicked(panicked: PanicMessage) -> Self {
        Outcome(OutcomeKind::Panicked(panicked))
    }

    pub(crate) fn lost() -> Self {
        Outcome(OutcomeKind::Lost)
    }

    pub(crate) fn busy() -> Self {
        Outcome(OutcomeKind::Busy)
    }

    pub(super) fn text(text: impl Into<String>) -> Self {
        Outcome::answer(CallToolResult::text(text))
    }
}
