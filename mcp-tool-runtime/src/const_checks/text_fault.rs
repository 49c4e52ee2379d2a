//! Builds the error messages for faults in texts.

use mcp_tool_rules::text::{Role, TextFault, before, harm, line};

use super::error_message::Message;

/// Adds a description of the fault to the message.
pub(crate) const fn describe_fault(
    message: Message,
    text: &str,
    role: Role,
    fault: TextFault,
) -> Message {
    match fault {
        TextFault::Empty => message.add("is blank"),
        TextFault::Unseen(c) => message.add("is invisible: it has only ").add_code(c),
        TextFault::Character(c, at) => {
            let message = message.add("has ").add_code(c).add(" (");
            place(message.add(harm(c, role)).add(")"), text, at)
        }
        TextFault::Placeholder => {
            let message = message
                .add("is the placeholder `")
                .add(text.trim_ascii())
                .add("`, so ");
            message.add(role.without_text())
        }
    }
}

/// Adds the place of byte `at`: the preceding text in its line, and the number of this line unless it is 1.
const fn place(message: Message, text: &str, at: usize) -> Message {
    let before = before(text, at);
    let line = line(text, at);
    match (before.is_empty(), line) {
        (true, 1) => message.add(" at its start"),
        (true, line) => message
            .add(" at the start of line ")
            .add_number(line)
            .add(" of the text"),
        (false, 1) => message.add(" after `").add(before).add("`"),
        (false, line) => message
            .add(" after `")
            .add(before)
            .add("` in line ")
            .add_number(line)
            .add(" of the text"),
    }
}
