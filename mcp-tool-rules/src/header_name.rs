//! Names of HTTP headers that repeat an argument: tokens of RFC 9110.

use crate::bytes::has;

/// A fault of a header's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderFault {
    /// No characters.
    Empty,
    /// A character that no token has, at this byte offset.
    Character(usize),
}

/// Returns the first fault of a header's name.
pub const fn header_fault(name: &str) -> Option<HeaderFault> {
    if name.is_empty() {
        return Some(HeaderFault::Empty);
    }
    let bytes = name.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_alphanumeric() && !has(b"!#$%&'*+-.^_`|~", bytes[at]) {
            return Some(HeaderFault::Character(at));
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{HeaderFault, header_fault};

    #[test]
    fn names_are_tokens() {
        // R38, R39, R40
        for name in ["Region", "x-1", "!#$%&'*+-.^_`|~"] {
            assert_eq!(header_fault(name), None, "{name}");
        }
        for (name, fault) in [
            ("", HeaderFault::Empty),
            ("My Region", HeaderFault::Character(2)),
            ("a:b", HeaderFault::Character(1)),
            ("é", HeaderFault::Character(0)),
            ("a\n", HeaderFault::Character(1)),
        ] {
            assert_eq!(header_fault(name), Some(fault), "{name}");
        }
    }
}
