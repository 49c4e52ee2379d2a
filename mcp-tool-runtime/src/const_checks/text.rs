//! Compile-time checks of texts in constants and files.
//!
//! `#[track_caller]` makes errors point at the user's token.

use mcp_tool_rules::text::{Role, TextFault, text_fault};

use super::error_message::Message;
use super::text_fault::describe_fault;

/// Checks the title of a tool.
#[track_caller]
pub const fn check_title(text: &str) {
    check(text, Role::Title, "title");
}

/// Checks the description of a tool.
#[track_caller]
pub const fn check_description(text: &str) {
    check(text, Role::Tool, "description of the tool");
}

/// Checks the description of an argument.
#[track_caller]
pub const fn check_argument(text: &str) {
    check(text, Role::Argument, "description of the argument");
}

/// Checks the name in `#[mcp_tool(wrap = …)]`: the key under which an object holds the structured content.
#[track_caller]
pub const fn check_wrap(text: &str) {
    check(text, Role::Name, "name in `wrap`");
}

#[track_caller]
const fn check(text: &str, role: Role, what: &str) {
    if let Some(fault) = text_fault(text, role) {
        let subject = Message::new().add("the ").add(what).add(" ");
        let message = describe_fault(subject, text, role, fault)
            .add("\n\nhelp: ")
            .add(help(role, fault));
        panic!("{}", message.__text())
    }
}

const fn help(role: Role, fault: TextFault) -> &'static str {
    match (fault, role) {
        (TextFault::Character('\u{feff}', 0), _) => {
            "save the file as UTF-8 without a byte order mark"
        }
        (TextFault::Character(..), _) => "remove the character from the text",
        (_, Role::Title) => {
            "give the constant a value such as `Weather forecast`, or remove `title`"
        }
        (_, Role::Tool) => "write what the tool does, as in `Searches the archive for a word`",
        (_, Role::Argument) => {
            "write what the argument means, as in `Name of the city, for example Oslo`"
        }
        (_, Role::Name) => "give the constant a value such as `items`",
    }
}

#[cfg(test)]
mod tests {
    use super::{Role, TextFault, text_fault};

    /// The check of a long text must not exceed the compiler's limit for constant evaluation.
    #[test]
    fn a_long_text_is_checked_at_compile_time() {
        const LONG: &str = include_str!("../../docs/mcp_tool.md");
        const FAULT: Option<TextFault> = text_fault(LONG, Role::Tool);
        assert!(LONG.len() > 30_000);
        assert_eq!(FAULT, None);
    }
}
