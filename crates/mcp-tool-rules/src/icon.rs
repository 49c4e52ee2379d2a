//! Icons: their sources, media types and sizes.

use crate::base64;
use crate::bytes::{after, alike, before, has, same, starts_with};

/// A fault of an icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IconFault {
    /// The invalid part of the icon.
    pub part: IconPart,
    /// The end of a sentence that starts with the text of the part.
    pub what: &'static str,
    /// What to write.
    pub help: &'static str,
}

/// A part of an icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IconPart {
    /// The URL.
    Source,
    /// The media type.
    MediaType,
    /// The size at this index.
    Size(usize),
}

impl IconPart {
    /// Returns the text of this part of an icon.
    pub const fn of<'i>(
        self,
        src: &'i str,
        mime_type: Option<&'i str>,
        sizes: &[&'i str],
    ) -> &'i str {
        match (self, mime_type) {
            (IconPart::MediaType, Some(mime_type)) => mime_type,
            (IconPart::Size(at), _) => sizes[at],
            _ => src,
        }
    }
}

/// Returns the first fault of an icon.
pub const fn icon_fault(src: &str, mime_type: Option<&str>, sizes: &[&str]) -> Option<IconFault> {
    let (part, what, help) = if let Some((what, help)) = source_fault(src.as_bytes()) {
        (IconPart::Source, what, help)
    } else if let Some(mime_type) = mime_type
        && let Some((what, help)) = type_fault(src.as_bytes(), mime_type.as_bytes())
    {
        (IconPart::MediaType, what, help)
    } else if let Some(at) = wrong_size(sizes) {
        let help = "write each size as its own string, with a lower-case `x`, as in `sizes = [\"48x48\", \"96x96\"]`";
        (IconPart::Size(at), "is not the size of an icon", help)
    } else {
        return None;
    };
    Some(IconFault { part, what, help })
}

/// What is wrong, and what to write.
type Words = (&'static str, &'static str);

const fn source_fault(src: &[u8]) -> Option<Words> {
    const A_SOURCE: &str = "write an `https:` URL, or `data:image/png;base64,…`";
    if starts_with(src, b"https:") {
        web_fault(src)
    } else if starts_with(src, b"data:") {
        if is_base64_image(src) {
            return None;
        }
        Some((
            "is not an image in Base64",
            "write `data:image/png;base64,` and the whole image, as `base64 --wrap=0 icon.png` prints it",
        ))
    } else if has_scheme(src) {
        Some(("has a scheme that clients reject for icons", A_SOURCE))
    } else {
        Some(("is not a URL", A_SOURCE))
    }
}

const fn web_fault(src: &[u8]) -> Option<Words> {
    let mut at = 0;
    while at < src.len() {
        if src[at] <= b' ' || src[at] >= 0x7f || has(b"\"<>\\^`{|}", src[at]) {
            return Some((
                "has a character that a URL cannot contain",
                "remove the character, or percent-encode it, as in `%20` for a space",
            ));
        }
        at += 1;
    }
    let host = before(after(src, b"https:".len()), b"?#");
    let host = if starts_with(host, b"//") {
        before(after(host, 2), b"/")
    } else {
        b""
    };
    if has(host, b'@') {
        return Some((
            "contains a user name, which every client could read",
            "remove the user name, the password and the `@`",
        ));
    }
    if host.is_empty() || host[0] == b':' {
        return Some((
            "has no host after `https://`",
            "write `https://`, a host and a path",
        ));
    }
    None
}

/// Returns whether a `data:` URL contains an image in Base64.
const fn is_base64_image(src: &[u8]) -> bool {
    let head = before(after(src, b"data:".len()), b",");
    let comma = b"data:".len() + head.len();
    let marker = b";base64";
    is_image_type(head)
        && head.len() >= marker.len()
        && alike(after(head, head.len() - marker.len()), marker)
        && comma + 1 < src.len()
        && base64::fault(after(src, comma + 1)).is_none()
}

const fn type_fault(src: &[u8], mime_type: &[u8]) -> Option<Words> {
    if !is_image_type(mime_type) {
        return Some((
            "is not the media type of an image",
            "write the type of the image, as in `mime_type = \"image/png\"`, or remove `mime_type`",
        ));
    }
    let of_source = before(after(src, b"data:".len()), b",");
    if starts_with(src, b"data:") && !alike(usual_name(of_source), usual_name(mime_type)) {
        return Some((
            "differs from the media type of the source",
            "write the media type of the source, or remove `mime_type`",
        ));
    }
    None
}

/// Returns whether a media type, without its parameters, is `image/` followed by a name.
const fn is_image_type(media_type: &[u8]) -> bool {
    let media_type = before(media_type, b";");
    let start = b"image/".len();
    if !starts_with(media_type, b"image/") || media_type.len() == start {
        return false;
    }
    let mut at = start;
    while at < media_type.len() {
        if !media_type[at].is_ascii_alphanumeric() && !has(b"!#$&-^_.+", media_type[at]) {
            return false;
        }
        at += 1;
    }
    true
}

/// Returns a media type without its parameters. The common name `image/jpg` counts as `image/jpeg`.
const fn usual_name(media_type: &[u8]) -> &[u8] {
    match before(media_type, b";") {
        name if alike(name, b"image/jpg") => b"image/jpeg",
        name => name,
    }
}

/// Returns whether a text starts with a scheme and a colon.
const fn has_scheme(src: &[u8]) -> bool {
    if src.is_empty() || !src[0].is_ascii_alphabetic() {
        return false;
    }
    let mut at = 1;
    while at < src.len() {
        match src[at] {
            b':' => return true,
            byte if byte.is_ascii_alphanumeric() || has(b"+-.", byte) => at += 1,
            _ => return false,
        }
    }
    false
}

/// Returns the index of the first size that is neither `any` nor a width and a height such as `48x48`.
const fn wrong_size(sizes: &[&str]) -> Option<usize> {
    let mut at = 0;
    while at < sizes.len() {
        let size = sizes[at].as_bytes();
        let width = before(size, b"x");
        let is_size =
            width.len() < size.len() && is_number(width) && is_number(after(size, width.len() + 1));
        if !is_size && !same(size, b"any") {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// Returns whether a text is a positive number without leading zeros.
const fn is_number(text: &[u8]) -> bool {
    let mut at = 0;
    while at < text.len() {
        if !text[at].is_ascii_digit() {
            return false;
        }
        at += 1;
    }
    !text.is_empty() && text[0] != b'0'
}

#[cfg(test)]
mod tests {
    use super::{IconPart, icon_fault};

    fn what(src: &str, mime_type: Option<&str>) -> Option<(IconPart, &'static str)> {
        icon_fault(src, mime_type, &[]).map(|fault| (fault.part, fault.what))
    }

    #[test]
    fn supported_icon_sources_are_accepted() {
        // R58, R59, R60
        for src in [
            "https://a.example/i.png",
            "HTTPS://a.example",
            "https://a.example:8443/i.png?v=1#x",
            "https://a.example/@handle/i.png",
            "data:image/png;base64,iVBORw==",
            "DATA:IMAGE/PNG;BASE64,iVBORw0KGgo=",
            "data:image/apng;base64,iVBORw0KGgo=",
            "data:image/jpg;base64,/9j/",
            "data:image/webp;base64,UklGRiQAAABXRUJQ",
            "data:image/gif;base64,R0lGODlh",
            "data:image/svg+xml;charset=utf-8;base64,PHN2Zy8+",
            "data:image/svg+xml;base64,Cjw/eG1s",
            "data:image/avif;base64,AAAA",
            // The media type is PNG, but the data is a JPEG. The check does not decode the image.
            "data:image/png;base64,/9j/",
        ] {
            assert_eq!(what(src, None), None, "{src}");
        }
        assert_eq!(what("data:image/jpg;base64,/9j/", Some("image/jpeg")), None);
        assert_eq!(what("https://a.example/i", Some("image/png")), None);
    }

    #[test]
    fn sources_that_a_client_rejects() {
        // R58, R59, R60, R61
        for (src, words) in [
            ("", "is not a URL"),
            ("icon.png", "is not a URL"),
            ("//a.example/i.png", "is not a URL"),
            ("#icon", "is not a URL"),
            ("my icon: a.png", "is not a URL"),
            (
                "http://a.example/i.png",
                "has a scheme that clients reject for icons",
            ),
            (
                "JavaScript:alert(1)",
                "has a scheme that clients reject for icons",
            ),
            (
                "file:///i.png",
                "has a scheme that clients reject for icons",
            ),
            (
                "ws://a.example",
                "has a scheme that clients reject for icons",
            ),
            (
                "com.app+x://i",
                "has a scheme that clients reject for icons",
            ),
            ("https://", "has no host after `https://`"),
            ("https:///i.png", "has no host after `https://`"),
            ("https://:443/i.png", "has no host after `https://`"),
            ("https:i.png", "has no host after `https://`"),
            (
                "https://a.example/my icon.png",
                "has a character that a URL cannot contain",
            ),
            (
                "https://a.example/\u{7}.png",
                "has a character that a URL cannot contain",
            ),
            (
                "https://ä.example/i.png",
                "has a character that a URL cannot contain",
            ),
            (
                "https://me:secret@a.example/i.png",
                "contains a user name, which every client could read",
            ),
            ("data:text/html;base64,PGI+", "is not an image in Base64"),
            ("data:;base64,PGI+", "is not an image in Base64"),
            ("data:image/;base64,PGI+", "is not an image in Base64"),
            ("data:image/png,abc", "is not an image in Base64"),
            ("data:image/png;base64", "is not an image in Base64"),
            ("data:image/png;base64,", "is not an image in Base64"),
            ("data:image/png;base64,iVBORw", "is not an image in Base64"),
            (
                "data:image/png;base64,iVBORw===",
                "is not an image in Base64",
            ),
            (
                "data:image/png;base64,iVBO Rw=",
                "is not an image in Base64",
            ),
            (
                "data:image/png;base64,iVBO-w==",
                "is not an image in Base64",
            ),
            ("data:image/png;base64,====", "is not an image in Base64"),
        ] {
            assert_eq!(what(src, None), Some((IconPart::Source, words)), "{src}");
        }
        let png = "data:image/png;base64,iVBORw==";
        for (mime_type, words) in [
            ("image/jpeg", "differs from the media type of the source"),
            ("png", "is not the media type of an image"),
            ("text/html", "is not the media type of an image"),
        ] {
            assert_eq!(
                what(png, Some(mime_type)),
                Some((IconPart::MediaType, words))
            );
        }
    }

    #[test]
    fn icon_sizes_are_width_x_height_or_any() {
        // R63
        let part =
            |size| icon_fault("https://a.example", None, &["any", size]).map(|fault| fault.part);
        for size in ["48x48", "16x32", "any"] {
            assert_eq!(part(size), None, "{size}");
        }
        for size in [
            "", "48", "48X48", "048x48", "x", "48x", "48x48x48", "48×48", "Any",
        ] {
            assert_eq!(part(size), Some(IconPart::Size(1)), "{size}");
        }
    }
}
