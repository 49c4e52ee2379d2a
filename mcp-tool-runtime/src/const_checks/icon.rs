//! Checks the constants in an icon.

use mcp_tool_rules::icon::{SourceFault, is_size, source_fault};

use super::error_message::Message;

const PAGE: &str = "https://modelcontextprotocol.io/specification/2025-11-25/basic/index#icons";

/// Returns the compile error for an invalid icon source in a constant.
pub const fn refused_source(src: &str) -> Option<Message> {
    match source_fault(src, None) {
        None => None,
        Some(fault) => Some(message(src, fault)),
    }
}

/// Returns the compile error for a media type that is not an image type. Also returns one for a media type
/// that differs from the media type in a `data:` source. [`refused_source`] checks the source itself.
pub const fn refused_type(src: &str, mime_type: &str) -> Option<Message> {
    match source_fault(src, Some(mime_type)) {
        Some(fault @ (SourceFault::OtherType | SourceFault::NoImageType)) => {
            Some(message(src, fault))
        }
        _ => None,
    }
}

/// Returns the compile error for an invalid icon size in a constant.
pub const fn refused_size(size: &str) -> Option<Message> {
    if is_size(size) {
        return None;
    }
    Some(
        Message::new()
            .add("`")
            .add(size)
            .add("` is not a size of an icon\n\nhelp: give the constant a size such as `48x48`, or `any`\nsee ")
            .add(PAGE),
    )
}

const fn message(src: &str, fault: SourceFault) -> Message {
    let (what, help) = fault.words();
    Message::new()
        .add("the source of an icon, `")
        .add(src)
        .add("`, ")
        .add(what)
        .add("\n\nhelp: ")
        .add(help)
        .add("\nsee ")
        .add(PAGE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compile_errors_about_constants() {
        // R58, R61, R63
        let text = |message: Option<Message>| message.map(|message| message.__text().to_owned());
        let long = format!("data:image/png;base64,{}", "iVBORw0K".repeat(100));
        assert_eq!(text(refused_source(&long)), None);
        let said = text(refused_source("icon.png")).unwrap();
        assert!(
            said.starts_with("the source of an icon, `icon.png`, is not a URL\n\nhelp: write"),
            "{said}"
        );
        assert_eq!(text(refused_type("icon.png", "image/png")), None);
        let said = text(refused_type("https://a.example", "png")).unwrap();
        assert!(said.contains("not an image type"), "{said}");
        assert!(
            text(refused_size("48"))
                .unwrap()
                .contains("`48` is not a size")
        );
    }
}
