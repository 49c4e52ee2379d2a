//! What an icon must be, so that a client shows it.

use crate::Icon;

/// What is wrong with the icons of a tool.
pub(crate) fn faults(icons: &[Icon]) -> Vec<(&'static str, String)> {
    icons
        .iter()
        .flat_map(|icon| source(icon).into_iter().chain(sizes(icon)))
        .map(|reason| ("icon", reason))
        .collect()
}

/// R58, R59, R60
fn source(icon: &Icon) -> Option<String> {
    let src = &icon.src;
    let lower = src.to_ascii_lowercase();
    let is_image = lower.starts_with("data:image/")
        && lower
            .split_once(',')
            .is_some_and(|(head, data)| head.ends_with(";base64") && !data.is_empty());
    let is_web = lower
        .strip_prefix("https://")
        .is_some_and(|rest| !rest.is_empty() && !rest.contains(char::is_whitespace));
    if is_image || is_web {
        return None;
    }
    let shown = crate::text::shorten(src, 64);
    Some(match lower.split_once(':') {
        Some(("data", _)) => {
            format!("`{shown}` is no image in Base64; write `data:image/png;base64,…`")
        }
        Some((scheme, _)) if scheme.bytes().all(|byte| byte.is_ascii_alphanumeric()) => format!(
            "clients refuse a `{scheme}:` source; write an `https:` URL or `data:image/…;base64,…`"
        ),
        _ => format!("`{shown}` is no URL; write an `https:` URL or `data:image/…;base64,…`"),
    })
}

/// R63
fn sizes(icon: &Icon) -> Option<String> {
    let wrong = icon.sizes.iter().find(|size| !is_size(size))?;
    Some(format!(
        "`{}` is no size; write it as `48x48`, or `any`",
        crate::text::shorten(wrong, 64)
    ))
}

fn is_size(size: &str) -> bool {
    let is_number = |text: &str| {
        !text.is_empty() && !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    size == "any"
        || size
            .split_once('x')
            .is_some_and(|(width, height)| is_number(width) && is_number(height))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_client_would_refuse() {
        // R58, R59, R60
        for src in [
            "http://a.example/i.png",
            "javascript:alert(1)",
            "file:///i.png",
            "data:text/html;base64,PGI+",
            "data:image/png,abc",
            "icon.png",
            "https://",
            "",
        ] {
            assert_eq!(faults(&[Icon::new(src)]).len(), 1, "{src}");
        }
        for src in [
            "https://a.example/i.png",
            "HTTPS://a.example",
            "data:image/png;base64,iVBORw==",
        ] {
            assert_eq!(faults(&[Icon::new(src)]), [], "{src}");
        }
    }

    #[test]
    fn sizes_are_two_numbers_or_any() {
        // R63
        for (size, is_wrong) in [
            ("48x48", false),
            ("any", false),
            ("48", true),
            ("48X48", true),
            ("048x48", true),
            ("x", true),
        ] {
            let mut icon = Icon::new("https://a.example/i.png");
            icon.sizes = vec![size.to_owned()];
            assert_eq!(faults(&[icon]).len(), usize::from(is_wrong), "{size}");
        }
    }
}
