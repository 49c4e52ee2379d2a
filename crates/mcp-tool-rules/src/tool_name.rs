//! Names of tools: 1 to 128 characters of `A-Za-z0-9_.-`.

/// The maximum length in characters.
pub const MAX_LENGTH: usize = 128;

/// A fault in the name of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameFault {
    /// The name is empty.
    Empty,
    /// More than [`MAX_LENGTH`] characters.
    TooLong,
    /// An invalid character, at this byte offset.
    Character(usize),
}

impl NameFault {
    /// Returns a clause that describes the fault. In this clause, "it" means the name.
    pub const fn words(self) -> &'static str {
        match self {
            NameFault::Empty => "it is empty",
            NameFault::TooLong => "it has more than 128 characters",
            NameFault::Character(_) => {
                "only the characters `A` to `Z`, `a` to `z`, `0` to `9`, `_`, `-` and `.` may appear in it"
            }
        }
    }
}

/// Returns the first fault in the name of a tool.
pub const fn name_fault(name: &str) -> Option<NameFault> {
    if name.is_empty() {
        return Some(NameFault::Empty);
    }
    let bytes = name.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if !is_allowed(bytes[at] as char) {
            return Some(NameFault::Character(at));
        }
        at += 1;
    }
    if bytes.len() > MAX_LENGTH {
        return Some(NameFault::TooLong);
    }
    None
}

/// Returns whether a character is valid in a tool name.
pub const fn is_allowed(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.')
}

#[cfg(test)]
mod tests {
    use super::{NameFault, name_fault};

    #[test]
    fn tool_names_have_limited_length_and_characters() {
        // R02, R03, R04
        assert_eq!(name_fault("get_forecast"), None);
        assert_eq!(name_fault("A-z.0_9"), None);
        assert_eq!(name_fault(&"n".repeat(128)), None);
        assert_eq!(name_fault(""), Some(NameFault::Empty));
        assert_eq!(name_fault(&"n".repeat(129)), Some(NameFault::TooLong));
        assert_eq!(name_fault("get forecast"), Some(NameFault::Character(3)));
        assert_eq!(name_fault("a/b"), Some(NameFault::Character(1)));
        assert_eq!(name_fault("é"), Some(NameFault::Character(0)));
    }
}
