//! Finds faults in content blocks. The Rust types do not prevent these faults.

use super::{ContentBlock, ResourceContents};

/// A fault of a block, in words for the server's log.
pub(crate) enum Fault {
    /// Some clients reject the block. The server still sends it.
    Doubtful(String),
    /// The protocol forbids the block. The server sends an error instead of the whole result.
    Forbidden(&'static str),
}

pub(crate) fn fault(block: &ContentBlock) -> Option<Fault> {
    match block {
        ContentBlock::Text(_) => None,
        ContentBlock::Image(image) => media_type(&image.mime_type, "image/"),
        ContentBlock::Audio(audio) => media_type(&audio.mime_type, "audio/"),
        ContentBlock::ResourceLink(link) => uri(&link.uri),
        ContentBlock::Resource(block) => uri(match &block.resource {
            ResourceContents::Text(contents) => &contents.uri,
            ResourceContents::Blob(contents) => &contents.uri,
        }),
    }
}

fn media_type(given: &str, family: &str) -> Option<Fault> {
    let fits = given
        .get(..family.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(family))
        && given.len() > family.len();
    (!fits).then(|| {
        Fault::Doubtful(format!(
            "its media type `{given}` does not start with `{family}`"
        ))
    })
}

/// Checks the scheme and the characters of a URI against RFC 3986. The fault does not quote the URI, because
/// the URI may contain a secret argument of the call.
fn uri(given: &str) -> Option<Fault> {
    let scheme = given.split_once(':').filter(|(scheme, _)| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
    });
    let Some((_, rest)) = scheme else {
        return Some(Fault::Forbidden("it has no scheme, such as `https:`"));
    };
    let mut bytes = rest.bytes();
    let mut fragments = 0;
    while let Some(byte) = bytes.next() {
        let fits = match byte {
            b'%' => {
                let mut is_digit = || bytes.next().is_some_and(|digit| digit.is_ascii_hexdigit());
                is_digit() && is_digit()
            }
            b'#' => {
                fragments += 1;
                fragments == 1
            }
            byte => byte.is_ascii_alphanumeric() || b"-._~:/?[]@!$&'()*+,;=".contains(&byte),
        };
        if !fits {
            return Some(Fault::Forbidden(
                "a character in it must be percent-encoded, such as `%20` for a space",
            ));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uri_must_be_valid() {
        // R120
        for given in [
            "notes://today",
            "urn:isbn:1",
            "a:b",
            "notes:",
            "file:///tmp/a%20b",
            "https://[::1]:8080/a?b=c&d#e",
        ] {
            assert!(uri(given).is_none(), "{given}");
        }
        for given in [
            "",
            "today",
            "/tmp/a",
            "//host/a",
            "1:a",
            ":a",
            "no tes:a",
            "notes://a b",
            "notes://\u{e9}",
            "notes://a\"",
            "notes://{a}",
            "notes://%",
            "notes://%2",
            "notes://%2g",
            "notes://a#b#c",
            "notes://a\n",
        ] {
            assert!(matches!(uri(given), Some(Fault::Forbidden(_))), "{given}");
        }
    }

    #[test]
    fn a_media_type_must_fit_its_block() {
        // R117
        assert!(media_type("image/png", "image/").is_none());
        assert!(media_type("Image/SVG+xml", "image/").is_none());
        for given in ["", "png", "image/", "audio/wav", "\u{e9}\u{e9}/png"] {
            assert!(media_type(given, "image/").is_some(), "{given}");
        }
    }
}
