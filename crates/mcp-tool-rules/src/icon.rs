//! Sources, media types and sizes of icons.

use crate::bytes::{after, alike, before, has, starts_with};

/// A fault in an icon's source or media type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceFault {
    /// A text without a scheme.
    NoUrl,
    /// A scheme that clients reject.
    Scheme,
    /// `https:` without a host.
    NoHost,
    /// A character that URLs cannot contain.
    Character,
    /// A user name or a password before the host.
    UserInfo,
    /// A `data:` URL whose media type is not an image type.
    NoImage,
    /// A `data:` URL without `;base64`.
    NoBase64,
    /// A `data:` URL without data.
    NoData,
    /// Invalid Base64.
    BrokenBase64,
    /// A `mime_type` that differs from the media type in the `data:` URL.
    OtherType,
    /// A `mime_type` that is not an image type.
    NoImageType,
}

/// Returns the first fault in an icon's source and media type.
pub const fn source_fault(src: &str, mime_type: Option<&str>) -> Option<SourceFault> {
    let src = src.as_bytes();
    if let Some(mime_type) = mime_type
        && !is_image_type(mime_type.as_bytes())
    {
        return Some(SourceFault::NoImageType);
    }
    if starts_with(src, b"https:") {
        return web_fault(src);
    }
    if starts_with(src, b"data:") {
        return data_fault(src, mime_type);
    }
    Some(if has_scheme(src) {
        SourceFault::Scheme
    } else {
        SourceFault::NoUrl
    })
}

const fn web_fault(src: &[u8]) -> Option<SourceFault> {
    let mut at = 0;
    while at < src.len() {
        if src[at] <= b' ' || src[at] >= 0x7f || has(b"\"<>\\^`{|}", src[at]) {
            return Some(SourceFault::Character);
        }
        at += 1;
    }
    if !starts_with(src, b"https://") {
        return Some(SourceFault::NoHost);
    }
    let start = b"https://".len();
    let mut end = start;
    while end < src.len() && !has(b"/?#", src[end]) {
        if src[end] == b'@' {
            return Some(SourceFault::UserInfo);
        }
        end += 1;
    }
    if end == start || src[start] == b':' {
        return Some(SourceFault::NoHost);
    }
    None
}

const fn data_fault(src: &[u8], mime_type: Option<&str>) -> Option<SourceFault> {
    let head = before(after(src, b"data:".len()), b",");
    let media_type = before(head, b";");
    if !is_image_type(media_type) {
        return Some(SourceFault::NoImage);
    }
    let marker = b";base64";
    if head.len() < marker.len() || !alike(after(head, head.len() - marker.len()), marker) {
        return Some(SourceFault::NoBase64);
    }
    let comma = b"data:".len() + head.len();
    if comma + 1 >= src.len() {
        return Some(SourceFault::NoData);
    }
    if !is_base64(after(src, comma + 1)) {
        return Some(SourceFault::BrokenBase64);
    }
    match mime_type {
        Some(given) if !same_type(given.as_bytes(), media_type) => Some(SourceFault::OtherType),
        _ => None,
    }
}

impl SourceFault {
    /// Returns two texts. The first ends a sentence that starts with the source. The second is the advice.
    pub const fn words(self) -> (&'static str, &'static str) {
        const A_SOURCE: &str = "write an `https:` URL, or `data:image/png;base64,…`";
        match self {
            SourceFault::NoUrl => ("is not a URL", A_SOURCE),
            SourceFault::Scheme => ("has a scheme that clients reject for icons", A_SOURCE),
            SourceFault::NoHost => (
                "has no host after `https://`",
                "write `https://`, a host and a path",
            ),
            SourceFault::Character => (
                "has a character that a URL cannot contain",
                "remove the character, or percent-encode it, as in `%20` for a space",
            ),
            SourceFault::UserInfo => (
                "contains a user name, which every client could read",
                "remove the user name, the password and the `@`",
            ),
            SourceFault::NoImage => (
                "is not an image: its media type does not start with `image/`",
                "write `data:image/png;base64,…`",
            ),
            SourceFault::NoBase64 => (
                "lacks `;base64`",
                "write `;base64` before the comma, and the image in Base64 after it",
            ),
            SourceFault::NoData => ("has no data", "write the image in Base64 after `;base64,`"),
            SourceFault::BrokenBase64 => (
                "has data that is not standard Base64 with padding",
                "write the whole image, as `base64 --wrap=0 icon.png` prints it",
            ),
            SourceFault::OtherType => (
                "has a media type that differs from `mime_type`",
                "remove `mime_type`, or give it the media type of the source",
            ),
            SourceFault::NoImageType => (
                "has a `mime_type` that is not an image type",
                "write `mime_type = \"image/png\"`, or remove it",
            ),
        }
    }
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

/// Returns whether two media types are equal, ignoring case and parameters. The common name `image/jpg` counts
/// as `image/jpeg`.
const fn same_type(one: &[u8], other: &[u8]) -> bool {
    alike(usual_name(one), usual_name(other))
}

const fn usual_name(media_type: &[u8]) -> &[u8] {
    match before(media_type, b";") {
        name if alike(name, b"image/jpg") => b"image/jpeg",
        name => name,
    }
}

/// Returns whether a text is padded Base64: groups of four characters, with at most two `=` at the end.
const fn is_base64(data: &[u8]) -> bool {
    if data.is_empty() || !data.len().is_multiple_of(4) {
        return false;
    }
    let mut end = data.len();
    while end + 2 > data.len() && data[end - 1] == b'=' {
        end -= 1;
    }
    let mut at = 0;
    while at < end {
        if !data[at].is_ascii_alphanumeric() && !has(b"+/", data[at]) {
            return false;
        }
        at += 1;
    }
    true
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

/// Returns whether a text is a size of an icon: `any`, or a width and a height such as `48x48`.
pub const fn is_size(size: &str) -> bool {
    let size = size.as_bytes();
    let width = before(size, b"x");
    match size {
        b"any" => true,
        _ => {
            width.len() < size.len() && is_number(width) && is_number(after(size, width.len() + 1))
        }
    }
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
    use super::{SourceFault, is_size, source_fault};

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
            // The media type is PNG, but the data is a JPEG. `source_fault` does not decode the
            // image, so it accepts this source.
            "data:image/png;base64,/9j/",
        ] {
            assert_eq!(source_fault(src, None), None, "{src}");
        }
        assert_eq!(
            source_fault("data:image/jpg;base64,/9j/", Some("image/jpeg")),
            None
        );
        assert_eq!(source_fault("https://a.example/i", Some("image/png")), None);
    }

    #[test]
    fn sources_that_a_client_rejects() {
        // R58, R59, R60, R61
        for (src, fault) in [
            ("", SourceFault::NoUrl),
            ("icon.png", SourceFault::NoUrl),
            ("//a.example/i.png", SourceFault::NoUrl),
            ("#icon", SourceFault::NoUrl),
            ("my icon: a.png", SourceFault::NoUrl),
            ("http://a.example/i.png", SourceFault::Scheme),
            ("JavaScript:alert(1)", SourceFault::Scheme),
            ("file:///i.png", SourceFault::Scheme),
            ("ws://a.example", SourceFault::Scheme),
            ("com.app+x://i", SourceFault::Scheme),
            ("https://", SourceFault::NoHost),
            ("https:///i.png", SourceFault::NoHost),
            ("https://:443/i.png", SourceFault::NoHost),
            ("https:i.png", SourceFault::NoHost),
            ("https://a.example/my icon.png", SourceFault::Character),
            ("https://a.example/\u{7}.png", SourceFault::Character),
            ("https://ä.example/i.png", SourceFault::Character),
            ("https://me:secret@a.example/i.png", SourceFault::UserInfo),
            ("data:text/html;base64,PGI+", SourceFault::NoImage),
            ("data:;base64,PGI+", SourceFault::NoImage),
            ("data:image/;base64,PGI+", SourceFault::NoImage),
            ("data:image/png,abc", SourceFault::NoBase64),
            ("data:image/png;base64", SourceFault::NoData),
            ("data:image/png;base64,", SourceFault::NoData),
            ("data:image/png;base64,iVBORw", SourceFault::BrokenBase64),
            ("data:image/png;base64,iVBORw===", SourceFault::BrokenBase64),
            ("data:image/png;base64,iVBO Rw=", SourceFault::BrokenBase64),
            ("data:image/png;base64,iVBO-w==", SourceFault::BrokenBase64),
            ("data:image/png;base64,====", SourceFault::BrokenBase64),
        ] {
            assert_eq!(source_fault(src, None), Some(fault), "{src}");
        }
        let png = "data:image/png;base64,iVBORw==";
        assert_eq!(
            source_fault(png, Some("image/jpeg")),
            Some(SourceFault::OtherType)
        );
        assert_eq!(
            source_fault(png, Some("png")),
            Some(SourceFault::NoImageType)
        );
        assert_eq!(
            source_fault(png, Some("text/html")),
            Some(SourceFault::NoImageType)
        );
    }

    #[test]
    fn icon_sizes_are_width_x_height_or_any() {
        // R63
        for size in ["48x48", "16x32", "any"] {
            assert!(is_size(size), "{size}");
        }
        for size in [
            "", "48", "48X48", "048x48", "x", "48x", "48x48x48", "48×48", "Any",
        ] {
            assert!(!is_size(size), "{size}");
        }
    }
}
