//! What is said about an icon that no client would show, where it is written as a literal. The rules
//! are those of `mcp_tool_rules::icon`; the runtime knows the rest.

use mcp_tool_rules::icon::{SourceFault, is_size, source_fault};
use syn::LitStr;

use crate::diagnostics::Errors;
use crate::util::show::start_of;

pub(crate) const PAGE: &str = "2025-11-25/basic/index#icons";

/// R58, R59, R60, R61
pub(crate) fn check_source(src: &LitStr, mime_type: Option<&LitStr>, errors: &mut Errors) {
    let text = src.value();
    if let Some(fault) = source_fault(&text, None) {
        let (what, help) = source_words(&text, fault);
        errors.report_rule(src.span(), what, help, PAGE);
    }
    if let Some(mime_type) = mime_type {
        check_type(&text, mime_type, errors);
    }
}

/// What is wrong with a source, and what to write.
fn source_words(src: &str, fault: SourceFault) -> (String, String) {
    let (what, help) = fault.words();
    // A long source is data, and its start says enough.
    let shown = start_of(src, 48);
    let (scheme, rest) = src.split_once(':').unwrap_or(("", src));
    match fault {
        SourceFault::Scheme => {
            let scheme = scheme.to_ascii_lowercase();
            let help = match (scheme.as_str(), rest.starts_with("//")) {
                ("http", true) => format!("write `\"https:{}\"`", rest.escape_debug()),
                _ => help.to_owned(),
            };
            (
                format!("clients refuse an icon from a `{scheme}:` source"),
                help,
            )
        }
        SourceFault::NoUrl if src.starts_with("//") => (
            format!("`{shown}` {what}"),
            format!("write `\"https:{}\"`", src.escape_debug()),
        ),
        _ => (format!("`{shown}` {what}"), help.to_owned()),
    }
}

/// R61
pub(crate) fn check_type(src: &str, mime_type: &LitStr, errors: &mut Errors) {
    let given = mime_type.value();
    let (what, help) = match source_fault(src, Some(&given)) {
        Some(SourceFault::NoImageType) => {
            let name = given.trim_start_matches('.').to_ascii_lowercase();
            let meant = match name.as_str() {
                "jpg" | "jpeg" => "image/jpeg",
                "webp" => "image/webp",
                "gif" => "image/gif",
                name if name.contains("svg") => "image/svg+xml",
                _ => "image/png",
            };
            (
                format!("`{}` is no media type of an image", given.escape_debug()),
                format!("write `mime_type = \"{meant}\"`, or remove it"),
            )
        }
        Some(SourceFault::OtherType) => {
            let said = media_type(src).unwrap_or_default();
            (
                format!("`mime_type` says `{given}`, and the source says `{said}`"),
                format!("write `mime_type = \"{said}\"`, or remove it"),
            )
        }
        _ => return,
    };
    errors.report_rule(mime_type.span(), what, help, PAGE);
}

/// What stands between `data:` and the data, without its parameters.
fn media_type(src: &str) -> Option<&str> {
    let (scheme, rest) = src.split_once(':')?;
    let head = rest.split(',').next()?;
    let is_data = scheme.eq_ignore_ascii_case("data");
    head.split(';').next().filter(|_| is_data)
}

/// The media types that clients show (R62).
const SHOWN: &[&str] = &[
    "image/png",
    "image/jpeg",
    "image/jpg",
    "image/webp",
    "image/svg+xml",
];

/// R62: the media type of an icon that clients need not be able to show.
pub(crate) fn unusual_type(src: Option<&str>, mime_type: Option<&str>) -> Option<String> {
    let said = mime_type.or_else(|| media_type(src?))?;
    let name = said.split(';').next()?.trim_end();
    let is_shown = SHOWN.iter().any(|shown| name.eq_ignore_ascii_case(shown));
    (!is_shown).then(|| said.to_owned())
}

/// R63
pub(crate) fn check_size(size: &LitStr, errors: &mut Errors) {
    let text = size.value();
    if is_size(&text) {
        return;
    }
    // `48 x 48` is one size.
    let joined = [" x ", " X ", " × ", " * "]
        .iter()
        .fold(text.clone(), |text, sign| text.replace(sign, "x"));
    let several: Vec<String> = joined
        .split([' ', ','])
        .filter(|part| !part.is_empty())
        .map(|part| format!("\"{}\"", meant(part)))
        .collect();
    errors.report_rule(
        size.span(),
        format!("`{}` is no size of an icon", text.escape_debug()),
        match several.as_slice() {
            [] => "write `sizes = [\"48x48\"]`, or remove it".to_owned(),
            several => format!("write `sizes = [{}]`", several.join(", ")),
        },
        PAGE,
    );
}

/// What was probably meant by something that is no size.
fn meant(text: &str) -> String {
    let text = text.to_ascii_lowercase().replace(['×', '*'], "x");
    let square = format!("{text}x{text}");
    if is_size(&text) {
        text
    } else if is_size(&square) {
        square
    } else {
        "48x48".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::{meant, unusual_type};

    #[test]
    fn the_size_that_was_meant() {
        // R63
        for (wrong, right) in [
            ("48", "48x48"),
            ("48X48", "48x48"),
            ("48×48", "48x48"),
            ("ANY", "any"),
            ("big", "48x48"),
            ("048x48", "48x48"),
        ] {
            assert_eq!(meant(wrong), right);
        }
    }

    #[test]
    fn types_that_not_every_client_shows() {
        // R62
        for media_type in [
            "image/png",
            "image/JPG",
            "image/svg+xml; charset=utf-8",
            "image/webp",
        ] {
            assert_eq!(unusual_type(None, Some(media_type)), None, "{media_type}");
        }
        for media_type in ["image/gif", "image/avif", "image/x-icon"] {
            let found = unusual_type(None, Some(media_type));
            assert_eq!(found.as_deref(), Some(media_type));
        }
        let gif = "data:image/gif;base64,R0lGODlh";
        assert_eq!(unusual_type(Some(gif), None).as_deref(), Some("image/gif"));
        assert_eq!(unusual_type(Some("https://a.example/i.gif"), None), None);
    }
}
