//! Builds the error messages for faults in texts.

use mcp_tool_rules::text::{TextFault, before};

use super::error_message::Message;

/// Adds a description of the fault to the message.
pub(crate) const fn describe_fault(message: Message, text: &str, fault: TextFault) -> Message {
    match fault {
        TextFault::Blank => message.add("has no visible character"),
        TextFault::Character(c, at) => {
            let message = message.add("has the invisible character ").add_code(c);
            let before = before(text, at);
            if before.is_empty() {
                message.add(" at the start of a line")
            } else {
                message.add(" after `").add(before).add("`")
            }
        }
    }
}
