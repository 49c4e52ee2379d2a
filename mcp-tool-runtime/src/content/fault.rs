//! What clients refuse in a block although its type can hold it.

use super::{ContentBlock, ResourceContents};

/// What is wrong with a block, for the log of the server: the peer gets it all the same.
pub(crate) fn fault(block: &ContentBlock) -> Option<String> {
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

/// R117
fn media_type(given: &str, family: &str) -> Option<String> {
    let fits = given
        .get(..family.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(family))
        && given.len() > family.len();
    (!fits).then(|| format!("its media type `{given}` is none of `{family}*`"))
}

/// R120
fn uri(given: &str) -> Option<String> {
    let fits = given.split_once(':').is_some_and(|(scheme, rest)| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
            && !rest.is_empty()
            && rest.bytes().all(|byte| byte.is_ascii_graphic())
    });
    // The address itself stays out of the log: a tool may have put an argument into it.
    (!fits).then(|| "its address is no URI with a scheme".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_scheme() {
        // R120
        for given in ["notes://today", "urn:isbn:1", "a:b", "file:///tmp/a%20b"] {
            assert_eq!(uri(given), None, "{given}");
        }
        for given in ["", "today", "/tmp/a", "1:a", ":a", "notes:", "notes://a b"] {
            assert!(uri(given).is_some(), "{given}");
        }
    }

    #[test]
    fn a_media_type_is_of_its_family() {
        // R117
        assert_eq!(media_type("image/png", "image/"), None);
        assert_eq!(media_type("Image/SVG+xml", "image/"), None);
        for given in ["", "png", "image/", "audio/wav", "éé/png"] {
            assert!(media_type(given, "image/").is_some(), "{given}");
        }
    }
}
