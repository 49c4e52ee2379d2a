//! Checks the constants in an icon.

use mcp_tool_rules::icon::icon_fault;

use super::error_message::Message;

const PAGE: &str = "https://modelcontextprotocol.io/specification/2025-11-25/basic/index#icons";

/// Returns the compile error for an invalid icon with a constant.
pub const fn refused_icon(src: &str, mime_type: Option<&str>, sizes: &[&str]) -> Option<Message> {
    let fault = match icon_fault(src, mime_type, sizes) {
        None => return None,
        Some(fault) => fault,
    };
    let message = Message::new()
        .add("`")
        .add(fault.part.of(src, mime_type, sizes))
        .add("` ")
        .add(fault.what);
    Some(
        message
            .add("\n\nhelp: ")
            .add(fault.help)
            .add("\nsee ")
            .add(PAGE),
    )
}

#[cfg(test)]
mod tests {
    use super::refused_icon;

    #[test]
    fn compile_errors_about_constants() {
        // R58, R61, R63
        let text = |src, mime_type, size| {
            let message = refused_icon(src, mime_type, &[size]);
            message.map_or_else(String::new, |message| message.__text().to_owned())
        };
        let long = format!("data:image/png;base64,{}", "iVBORw0K".repeat(100));
        assert_eq!(text(&long, None, "any"), "");
        for (text, start) in [
            (
                text("icon.png", Some("png"), "48"),
                "`icon.png` is not a URL\n\nhelp: write",
            ),
            (
                text("https://a.example", Some("png"), "48"),
                "`png` is not the media type of an image",
            ),
            (
                text("https://a.example", None, "48"),
                "`48` is not the size of an icon",
            ),
        ] {
            assert!(text.starts_with(start), "{text}");
        }
    }
}
