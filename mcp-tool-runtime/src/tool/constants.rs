//! Checks the values of a declaration that the macros could not see, because they are not literals.

use mcp_tool_rules::text::{TextFault, name_fault, text_fault};
use mcp_tool_schema::doc_comment::Description;

use super::Declaration;
use crate::arguments::Row;
use crate::const_checks::{Message, describe_fault, refused_name};

/// Stops the compilation with a message about the first fault of a name or a text.
///
/// `#[track_caller]` makes errors point at the user's token.
#[track_caller]
pub const fn check(name: &str, tool: &Declaration) {
    reject(refused_name(name));
    if let Some(title) = tool.title {
        check_text(Message::new().add("`title`"), title, text_fault(title));
    }
    if let Some(wrap) = tool.wrap {
        check_text(Message::new().add("`wrap`"), wrap, name_fault(wrap));
    }
    check_description(
        Message::new().add("the description of the tool"),
        &tool.description,
    );
    check_arguments(tool.arguments);
}

#[track_caller]
const fn check_arguments(arguments: &[Row]) {
    let mut at = 0;
    while at < arguments.len() {
        let Row {
            name, description, ..
        } = &arguments[at];
        if let Some(description) = description {
            let subject = Message::new()
                .add("the description of the argument `")
                .add(name)
                .add("`");
            check_description(subject, description);
        }
        at += 1;
    }
}

#[track_caller]
const fn check_description(subject: Message, description: &Description) {
    match description {
        Description::Doc(text) | Description::Given(text) => {
            check_text(subject, text, text_fault(text));
        }
        // Conditions can leave any of the lines, so `build()` checks the text.
        Description::DocLines(_) => {}
    }
}

#[track_caller]
const fn check_text(subject: Message, text: &str, fault: Option<TextFault>) {
    if let Some(fault) = fault {
        let help = match fault {
            TextFault::Character('\u{feff}', 0) => {
                "save the file as UTF-8 without a byte order mark"
            }
            TextFault::Character(..) => "remove the character from the text",
            TextFault::Blank => "write a text that people can read",
        };
        let message = describe_fault(subject.add(" "), text, fault);
        reject(Some(message.add("\n\nhelp: ").add(help)));
    }
}

/// Stops the compilation with a message, if there is one.
#[track_caller]
pub const fn reject(message: Option<Message>) {
    if let Some(message) = message {
        panic!("{}", message.__text());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The check of a long text must not exceed the compiler's limit for constant evaluation.
    #[test]
    fn a_long_text_is_checked_at_compile_time() {
        const LONG: &str = include_str!("../../docs/mcp_tool.md");
        const FAULT: Option<TextFault> = text_fault(LONG);
        assert!(LONG.len() > 30_000);
        assert_eq!(FAULT, None);
    }
}
