//! Names of the HTTP headers that carry arguments. These names leave out the prefix `Mcp-Param-`. A valid
//! name is a token of RFC 9110.

use crate::bytes::has;

/// A fault in the name of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderFault {
    /// The name is empty.
    Empty,
    /// A character that a token cannot contain, at this byte offset.
    Character(usize),
}

/// Returns the first fault in the name of a header.
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
    fn header_names_are_tokens() {
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
