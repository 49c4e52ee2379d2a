//! Checks icons. The compiler checks the constants in an icon. A registry checks all icons when it is built.

use mcp_tool_rules::icon::{SourceFault, is_size, source_fault};

use crate::content::Icon;
use crate::message::Message;

const PAGE: &str = "https://modelcontextprotocol.io/specification/2025-11-25/basic/index#icons";

/// Returns the faults of a tool's icons.
pub(crate) fn faults(icons: &[Icon]) -> Vec<(&'static str, String)> {
    icons
        .iter()
        .flat_map(|icon| source(icon).into_iter().chain(sizes(icon)))
        .map(|reason| ("icon", reason))
        .collect()
}

fn source(icon: &Icon) -> Option<String> {
    let fault = source_fault(&icon.src, icon.mime_type.as_deref())?;
    let (what, help) = fault.words();
    let shown = crate::text::shorten(&icon.src, 64);
    Some(format!("`{shown}` {what}; {help}"))
}

fn sizes(icon: &Icon) -> Option<String> {
    let wrong = icon.sizes.iter().find(|size| !is_size(size))?;
    Some(format!(
        "`{}` is not a size; write it as `48x48`, or `any`",
        crate::text::shorten(wrong, 64)
    ))
}

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
    fn icons_that_a_client_would_reject() {
        // R58, R59, R60: two invalid sources are enough, because the tests in
        // `mcp_tool_rules::icon` cover all kinds of sources.
        for src in ["http://a.example/i.png", "data:image/png,/9j/"] {
            assert_eq!(faults(&[Icon::new(src)]).len(), 1, "{src}");
        }
        assert_eq!(faults(&[Icon::new("https://a.example/i.png")]), []);
    }

    #[test]
    fn an_icon_with_an_invalid_size_is_rejected() {
        // R63
        let mut icon = Icon::new("https://a.example/i.png");
        icon.sizes = vec!["48x48".to_owned(), "48".to_owned()];
        assert_eq!(faults(&[icon]).len(), 1);
    }

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
