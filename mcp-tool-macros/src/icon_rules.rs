//! What an icon must be, so that a client shows it: the rules of the runtime's `icon_rules.rs`, for
//! what is written as a literal. The runtime knows the rest when a registry is built.

use syn::LitStr;

use crate::errors::Errors;

pub(crate) const PAGE: &str = "2025-11-25/basic/index#icons";

/// R58, R59, R60
pub(crate) fn check_source(src: &LitStr, errors: &mut Errors) {
    let text = src.value();
    let lower = text.to_ascii_lowercase();
    let is_image = lower.starts_with("data:image/")
        && lower
            .split_once(',')
            .is_some_and(|(head, data)| head.ends_with(";base64") && !data.is_empty());
    let rest = lower.strip_prefix("https://");
    let is_web = rest.is_some_and(|rest| !rest.is_empty() && !rest.contains(char::is_whitespace));
    if is_image || is_web {
        return;
    }
    let a_source = "write an `https:` URL, or `data:image/png;base64,…`";
    let (what, help) = match lower.split_once(':') {
        Some(("data", _)) => (
            "a `data:` source of an icon is an image in Base64".to_owned(),
            "write `data:image/png;base64,…`",
        ),
        Some(("https", _)) => (
            format!("`{}` is no URL", text.escape_debug()),
            "write `https://`, a host and a path, without white space",
        ),
        Some((scheme, _)) if scheme.bytes().all(|byte| byte.is_ascii_alphanumeric()) => (
            format!("clients refuse an icon from a `{scheme}:` source"),
            a_source,
        ),
        _ => (format!("`{}` is no URL", text.escape_debug()), a_source),
    };
    errors.report_rule(src.span(), what, help, PAGE);
}

/// R63
pub(crate) fn check_size(size: &LitStr, errors: &mut Errors) {
    let text = size.value();
    if is_size(&text) {
        return;
    }
    let several: Vec<String> = text
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

fn is_size(size: &str) -> bool {
    size == "any"
        || size
            .split_once('x')
            .is_some_and(|(width, height)| is_number(width) && is_number(height))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// What was probably meant by something that is no size.
fn meant(text: &str) -> String {
    let text = text.to_ascii_lowercase().replace(['×', '*'], "x");
    if is_size(&text) {
        text
    } else if is_number(&text) {
        format!("{text}x{text}")
    } else {
        "48x48".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::{is_size, meant};

    #[test]
    fn sizes_and_what_was_meant() {
        // R63
        for size in ["48x48", "16x32", "any"] {
            assert!(is_size(size), "{size}");
        }
        for (wrong, right) in [
            ("48", "48x48"),
            ("48X48", "48x48"),
            ("48×48", "48x48"),
            ("big", "48x48"),
            ("048x48", "48x48"),
        ] {
            assert!(!is_size(wrong), "{wrong}");
            assert_eq!(meant(wrong), right);
        }
    }
}
