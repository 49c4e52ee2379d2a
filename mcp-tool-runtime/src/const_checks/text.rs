//! Compile-time checks of texts in constants and files.
//!
//! `#[track_caller]` makes errors point at the user's token.

use mcp_tool_rules::text::{TextFault, name_fault, text_fault};

use super::error_message::Message;
use super::text_fault::describe_fault;

/// Checks the title of a tool.
#[track_caller]
pub const fn check_title(text: &str) {
    check(text, text_fault(text), "title");
}

/// Checks the description of a tool.
#[track_caller]
pub const fn check_description(text: &str) {
    check(text, text_fault(text), "description of the tool");
}

/// Checks the description of an argument.
#[track_caller]
pub const fn check_argument(text: &str) {
    check(text, text_fault(text), "description of the argument");
}

/// Checks the name in `#[mcp_tool(wrap = …)]`: the key under which an object holds the structured content.
#[track_caller]
pub const fn check_wrap(text: &str) {
    check(text, name_fault(text), "name in `wrap`");
}

#[track_caller]
const fn check(text: &str, fault: Option<TextFault>, what: &str) {
    if let Some(fault) = fault {
        let subject = Message::new().add("the ").add(what).add(" ");
        let message = describe_fault(subject, text, fault).add("\n\nhelp: ");
        panic!("{}", message.add(help(fault)).__text())
    }
}

const fn help(fault: TextFault) -> &'static str {
    match fault {
        TextFault::Character('\u{feff}', 0) => "save the file as UTF-8 without a byte order mark",
        TextFault::Character(..) => "remove the character from the text",
        TextFault::Blank => "write a text that people can read",
    }
}

#[cfg(test)]
mod tests {
    use super::{TextFault, text_fault};

    /// The check of a long text must not exceed the compiler's limit for constant evaluation.
    #[test]
    fn a_long_text_is_checked_at_compile_time() {
        const LONG: &str = include_str!("../../docs/mcp_tool.md");
        const FAULT: Option<TextFault> = text_fault(LONG);
        assert!(LONG.len() > 30_000);
        assert_eq!(FAULT, None);
    }
}
