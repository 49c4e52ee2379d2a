//! Finishes a call: converts the outcome of a function to a result, and the result or the open questions to a
//! response.

use std::io::{self, Write as _};
use std::time::Duration;

use mcp_tool_schema::validator::Validator;
use serde_json::{Map, Value};
use tracing::Level;

use super::request_state::Binding;
use super::tool_call::{CallResult, RegisteredTool, WrongArgumentsReply};
use crate::arguments::{WrongArguments, explain};
use crate::content::{Fault, fault};
use crate::context::ToolContext;
use crate::elicit::{End, Questions};
use crate::error::{PanicMessage, ProtocolError, ToolError, chain, random_number};
use crate::result::{CallToolResponse, CallToolResult, InputRequired, StructuredContent};
use crate::return_type::Outcome;

impl RegisteredTool {
    /// Wraps and checks the structured content of a result, and adapts the result to the protocol version. Returns
    /// the error if the tool failed with a protocol error.
    pub(super) fn finish(
        &self,
        result: &mut CallToolResult,
        context: &ToolContext,
    ) -> Result<(), ProtocolError> {
        let version = context.protocol_version();
        if let Some(error) = result.take_protocol_error(version) {
            return Err(error);
        }
        if let Some(wrap) = self.wrap {
            result.wrap(wrap);
        }
        if self.checked_output.is_some() {
            result.mirror();
        }
        // Before 2025-06-18, the published definition has no output schema, so a result cannot violate it.
        if version.has_structured_content() {
            if self.definition.has_other_output && version.structured_is_object() {
                // In this protocol version, an output schema must describe an object. The output
                // schema of this tool does not, so the published definition has no output schema.
                // Omit the structured content too, even if this one result is an object.
                result.drop_structured();
            } else if self.definition.has_output {
                self.check_output(result);
            }
        }
        result.adapt(version);
        Ok(())
    }

    pub(super) fn result(&self, outcome: Outcome) -> CallToolResult {
        let name = &self.definition.name;
        let (failure, text) = match outcome {
            Outcome::Answer(result) => {
                for fault in result.blocks.iter().filter_map(fault) {
                    match fault {
                        Fault::Doubtful(fault) => {
                            tracing::warn!(
                                tool = name,
                                fault,
                                "a client may reject a content block"
                            );
                        }
                        Fault::Forbidden(fault) => {
                            let why =
                                format!("the address of a content block is not a URI: {fault}");
                            let text = "returned an address that is not a URI";
                            return self.withheld("invalid_uri", &why, text);
                        }
                    }
                }
                return result;
            }
            Outcome::Failure(mut error) => {
                let (meta, protocol_error) = (error.take_meta(), error.take_protocol_error());
                let mut result = self.failure(&error);
                if let Some(meta) = meta {
                    result = result.with_meta(meta);
                }
                if let Some(error) = protocol_error {
                    result.set_protocol_error(error);
                }
                return result;
            }
            Outcome::OtherFailure(text) => {
                if self.settings.mask_errors {
                    return self.masked(&text, "");
                }
                tracing::info!(tool = name, error = text, "the tool failed");
                return CallToolResult::error(visible(text, name));
            }
            Outcome::Unwritable(error) => {
                let error = error.to_string();
                let id = hide(Level::ERROR, name, "the result is not JSON", Some(&error));
                let text = format!("the result of `{name}` cannot be written as JSON (error {id})");
                ("unwritable_result", text)
            }
            Outcome::Refused(faults) => {
                let (input, schema) = (&self.input, &self.definition.input_schema);
                let wrong = explain(name, input, schema, &faults);
                let text = wrong_arguments_text(&self.settings.wrong_arguments, &wrong);
                ("invalid_arguments", text)
            }
            Outcome::NoPrincipal => {
                tracing::info!(tool = name, "the caller is not logged in");
                let text = format!("`{name}` was not run: the caller is not logged in");
                ("unauthenticated", text)
            }
            Outcome::Panicked(panicked) => return self.panicked(&panicked),
            Outcome::Lost => {
                tracing::error!(tool = name, "the blocking pool dropped the call");
                let text = format!("`{name}` was stopped before it returned a result");
                ("stopped", text)
            }
            Outcome::Busy => {
                tracing::warn!(tool = name, "too many blocking calls wait for a thread");
                let advice = "the server is busy with other calls; try again in a moment";
                ("busy", format!("`{name}` was not started: {advice}"))
            }
        };
        CallToolResult::error(text).with_failure_kind(failure)
    }

    /// Returns an error result with the error's text. If the error is hidden, the result has an id and the
    /// hints instead of the text. Logs the error and its cause.
    fn failure(&self, error: &ToolError) -> CallToolResult {
        let name = &self.definition.name;
        if error.is_hidden(self.settings.mask_errors) {
            return self.masked(&error.hidden_text(), &error.hints());
        }
        // `ToolError::display` and `#[derive(ToolError)]` can use the text of the cause as the
        // message. Do not log this text twice.
        let cause = error.cause().map(|cause| chain(cause));
        match cause.filter(|cause| cause != error.message()) {
            Some(cause) => tracing::warn!(
                tool = name,
                error = error.message(),
                cause,
                "the tool failed"
            ),
            None => tracing::info!(tool = name, error = error.message(), "the tool failed"),
        }
        CallToolResult::error(visible(error.to_string(), name))
    }

    /// Replaces a result that violates the output schema with an error, because many clients reject an
    /// invalid result. Removes the structured content of an error result if it violates the output schema. A
    /// text block still repeats this content.
    fn check_output(&self, result: &mut CallToolResult) {
        if result.is_error {
            let content = result.structured_content();
            if let Some(place) = content.and_then(|content| self.mismatch(content)) {
                let name = &self.definition.name;
                tracing::warn!(
                    tool = name,
                    place,
                    "the structured content of an error does not match the output schema, so the \
                     client receives it only as text"
                );
                result.drop_structured();
            }
            return;
        }
        let broken = match result.structured_content() {
            None => {
                "the result has no structured content, but the output schema requires it".into()
            }
            Some(content) => match self.mismatch(content) {
                None => return,
                Some(place) => format!("the result does not match the output schema: {place}"),
            },
        };
        let text = "returned a result that does not match its output schema";
        *result = self.withheld("invalid_output", &broken, text);
    }

    /// Returns an explanation of where structured content violates the output schema. Returns `None` if the
    /// content matches, or if this tool needs no check.
    #[inline]
    fn mismatch(&self, content: &StructuredContent) -> Option<String> {
        output_fault(self.checked_output.as_deref()?, content)
    }

    /// Logs the text of an error under an id. Returns an error result with this id and the hints: suggestions
    /// and a retry delay.
    fn masked(&self, text: &str, hints: &str) -> CallToolResult {
        let name = &self.definition.name;
        let id = hide(Level::WARN, name, "the tool failed", Some(text));
        CallToolResult::error(format!("`{name}` failed (error {id}){hints}"))
    }

    /// Returns an error result in place of an invalid result. The error contains `text` and an id. Logs `why`
    /// under the same id.
    fn withheld(&self, failure: &'static str, why: &str, text: &str) -> CallToolResult {
        let name = &self.definition.name;
        let id = hide(Level::ERROR, name, "the result is withheld", Some(why));
        CallToolResult::error(format!("`{name}` {text} (error {id})")).with_failure_kind(failure)
    }

    pub(super) fn panicked(&self, PanicMessage(message): &PanicMessage) -> CallToolResult {
        let name = &self.definition.name;
        let id = hide(Level::ERROR, name, "the tool panicked", message.as_deref());
        CallToolResult::error(format!("`{name}` failed unexpectedly (error {id})"))
            .with_failure_kind("panic")
    }

    pub(super) fn timed_out(&self) -> CallToolResult {
        let name = &self.definition.name;
        let limit = self.limit.as_ref().map(|limit| limit.after);
        let after = in_words(limit.unwrap_or_default());
        tracing::warn!(tool = name, after, "the tool took too long");
        // After the time limit, a blocking function continues on its thread.
        let (end, advice) = if self.handler.outlives_its_call() {
            (
                "may still be running",
                "look for its effects before trying again",
            )
        } else {
            ("was stopped", "ask for less at once, or try again later")
        };
        CallToolResult::error(format!(
            "`{name}` did not finish within its limit of {after} and {end}; {advice}"
        ))
        .with_failure_kind("timeout")
    }

    /// Returns the response to a call that a question has ended. The response has the open questions, or
    /// explains why the tool cannot ask. Since protocol version 2026-07-28, a missing client capability is a
    /// protocol error.
    pub(super) fn ended(
        &self,
        end: End,
        binding: Option<&Binding>,
        context: &ToolContext,
    ) -> CallResult {
        let name = &self.definition.name;
        let cannot = |reason: &str| format!("`{name}` cannot continue: {reason}");
        match end {
            End::Asks { open, used, all } => Ok(self.ask(open, used, all, binding)),
            End::Undeclared { reason, required }
                if context.protocol_version().has_input_required() =>
            {
                let text = cannot(&reason);
                Err(ProtocolError::missing_client_capability(text, &required))
            }
            End::Undeclared { reason, .. } | End::Reason(reason) => {
                Ok(CallToolResult::error(cannot(&reason)).into())
            }
            End::Unaskable(reason) => {
                let id = hide(Level::ERROR, name, "the tool cannot ask", Some(&reason));
                let text = format!("`{name}` cannot ask the user a required question (error {id})");
                Ok(CallToolResult::error(text).into())
            }
        }
    }

    fn ask(
        &self,
        open: Questions,
        used: Map<String, Value>,
        all: Questions,
        binding: Option<&Binding>,
    ) -> CallToolResponse {
        let is_asking_again = !used.is_empty();
        let keys = binding.zip(self.state_keys());
        let state = keys.and_then(|(binding, keys)| keys.seal(binding, used));
        if state.is_none() && is_asking_again {
            let name = &self.definition.name;
            tracing::warn!(
                tool = name,
                "asking the user an answered question again; `#[mcp_tool(request_state)]` keeps the answers"
            );
        }
        // `state` carries the earlier answers to the client and back. Without `state`, the
        // client's next request contains only the answers to the questions in this response.
        // So also ask the answered questions again.
        let questions = if state.is_some() { open } else { all };
        InputRequired::new(questions, state).into()
    }
}

/// Returns an explanation of where structured content violates an output schema, if it does.
pub(crate) fn output_fault(
    schema: &Map<String, Value>,
    content: &StructuredContent,
) -> Option<String> {
    let value = content.to_value();
    let report = Validator::new(schema).validate_document(&value);
    let fault = report.faults.first()?;
    let words = fault.words(schema);
    Some(format!("`structuredContent{}`: {words}", fault.place()))
}

/// Logs the number of faults, and their explanation if `logs_values` is true. Returns the text for the
/// model.
fn wrong_arguments_text(reply: &WrongArgumentsReply, wrong: &WrongArguments) -> String {
    let (tool, faults) = (wrong.tool(), wrong.faults().len() + wrong.unlisted());
    let explanation = reply.logs_values.then(|| wrong.to_string());
    macro_rules! log {
        ($($level:ident)+) => {
            match reply.level {
                $(Level::$level => {
                    tracing::event!(Level::$level, tool, faults, explanation, "wrong arguments");
                })+
            }
        };
    }
    log!(ERROR WARN INFO DEBUG TRACE);
    match &reply.words {
        Some(words) => words(wrong),
        None => explanation.unwrap_or_else(|| wrong.to_string()),
    }
}

/// Logs a reason that the client must not read, and returns the id that the client gets instead.
///
/// Without a `tracing` subscriber, this function writes the id and the reason to standard error. Then an
/// operator can still look up the id.
fn hide(level: Level, tool: &str, event: &str, reason: Option<&str>) -> String {
    let id = format!("{:08x}", random_number() as u32);
    match level {
        Level::WARN => tracing::warn!(tool, error_id = id, error = reason, "{event}"),
        _ => tracing::error!(tool, error_id = id, error = reason, "{event}"),
    }
    if !tracing::dispatcher::has_been_set() {
        let text = reason.unwrap_or(event);
        // `eprintln!` panics if standard error is closed.
        let _ = writeln!(io::stderr(), "tool `{tool}`, error {id}: {text}");
    }
    id
}

/// Returns the text. If the text is empty, returns "failed" with the tool's name.
fn visible(text: String, tool: &str) -> String {
    if text.trim().is_empty() {
        format!("`{tool}` failed")
    } else {
        text
    }
}

/// Formats a duration: `30 seconds`, `250 milliseconds`.
fn in_words(time: Duration) -> String {
    let milliseconds = time.as_millis();
    match milliseconds {
        1 => "1 millisecond".to_owned(),
        1000 => "1 second".to_owned(),
        _ if milliseconds.is_multiple_of(1000) => format!("{} seconds", milliseconds / 1000),
        _ => format!("{milliseconds} milliseconds"),
    }
}
