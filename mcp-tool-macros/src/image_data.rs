//! What kind of image something is: by its media type, and by its first bytes (R60 to R62).
//!
//! This file stands in both crates, letter by letter, as `icon_source.rs` does.

use crate::const_text::{after, alike, before};

/// A kind of image whose first bytes are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ImageKind {
    Png,
    Jpeg,
    Webp,
    Gif,
    Svg,
}

impl ImageKind {
    pub(crate) const fn media_type(self) -> &'static str {
        match self {
            ImageKind::Png => "image/png",
            ImageKind::Jpeg => "image/jpeg",
            ImageKind::Webp => "image/webp",
            ImageKind::Gif => "image/gif",
            ImageKind::Svg => "image/svg+xml",
        }
    }
}

/// The kind of image that the data of a `data:` URL really is.
pub(crate) const fn kind_in_source(src: &str) -> Option<ImageKind> {
    let head = before(src.as_bytes(), b",");
    if head.len() >= src.len() {
        return None;
    }
    let data = after(src.as_bytes(), head.len() + 1);
    match is_base64(data) {
        true => kind_of_bytes(data),
        false => None,
    }
}

pub(crate) const fn kind_of_type(media_type: &[u8]) -> Option<ImageKind> {
    if alike(media_type, b"image/png") {
        Some(ImageKind::Png)
    } else if alike(media_type, b"image/jpeg") || alike(media_type, b"image/jpg") {
        Some(ImageKind::Jpeg)
    } else if alike(media_type, b"image/webp") {
        Some(ImageKind::Webp)
    } else if alike(media_type, b"image/gif") {
        Some(ImageKind::Gif)
    } else if alike(media_type, b"image/svg+xml") {
        Some(ImageKind::Svg)
    } else {
        None
    }
}

/// Looks at the first bytes of data in Base64.
pub(crate) const fn kind_of_bytes(data: &[u8]) -> Option<ImageKind> {
    if begins(data, 0, b"\x89PNG") {
        Some(ImageKind::Png)
    } else if begins(data, 0, b"\xff\xd8\xff") {
        Some(ImageKind::Jpeg)
    } else if begins(data, 0, b"RIFF") && begins(data, 8, b"WEBP") {
        Some(ImageKind::Webp)
    } else if begins(data, 0, b"GIF8") {
        Some(ImageKind::Gif)
    } else if is_markup(data) {
        Some(ImageKind::Svg)
    } else {
        None
    }
}

/// Whether the first character that is not white space opens an element, a comment or a
/// declaration, and no page.
const fn is_markup(data: &[u8]) -> bool {
    let mut at = if begins(data, 0, b"\xef\xbb\xbf") {
        3
    } else {
        0
    };
    while let Some(byte) = decoded(data, at) {
        if !byte.is_ascii_whitespace() {
            return byte == b'<'
                && !begins_word(data, at, b"<html")
                && !begins_word(data, at, b"<!doctype html");
        }
        at += 1;
    }
    false
}

/// Whether the decoded bytes from `start` on are these.
const fn begins(data: &[u8], start: usize, bytes: &[u8]) -> bool {
    let mut at = 0;
    while at < bytes.len() {
        match decoded(data, start + at) {
            Some(byte) if byte == bytes[at] => at += 1,
            _ => return false,
        }
    }
    true
}

/// As [`begins`], in upper or lower case.
const fn begins_word(data: &[u8], start: usize, word: &[u8]) -> bool {
    let mut at = 0;
    while at < word.len() {
        match decoded(data, start + at) {
            Some(byte) if byte.to_ascii_lowercase() == word[at] => at += 1,
            _ => return false,
        }
    }
    true
}

/// The byte at `index` of data in Base64.
const fn decoded(data: &[u8], index: usize) -> Option<u8> {
    let at = index / 3 * 4 + index % 3;
    if at + 1 >= data.len() {
        return None;
    }
    let (Some(one), Some(two)) = (sextet(data[at]), sextet(data[at + 1])) else {
        return None;
    };
    Some(match index % 3 {
        0 => one << 2 | two >> 4,
        1 => one << 4 | two >> 2,
        _ => one << 6 | two,
    })
}

const fn sextet(letter: u8) -> Option<u8> {
    Some(match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

/// Whole groups of four, of which the last may end with one or two `=`.
pub(crate) const fn is_base64(data: &[u8]) -> bool {
    if data.is_empty() || !data.len().is_multiple_of(4) {
        return false;
    }
    let mut end = data.len();
    while end + 2 > data.len() && data[end - 1] == b'=' {
        end -= 1;
    }
    let mut at = 0;
    while at < end {
        if sextet(data[at]).is_none() {
            return false;
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::kind_in_source;

    #[test]
    fn the_bytes_say_what_an_image_is() {
        // R60
        for (src, media_type) in [
            ("data:image/png;base64,/9j/", "image/jpeg"),
            ("data:;base64,iVBORw0KGgo=", "image/png"),
            ("data:image/x;base64,UklGRiQAAABXRUJQ", "image/webp"),
        ] {
            let kind = kind_in_source(src).unwrap();
            assert_eq!(kind.media_type(), media_type, "{src}");
        }
        assert_eq!(kind_in_source("data:image/png;base64,AAAA"), None);
    }
}
