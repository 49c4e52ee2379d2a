//! Names of tools: 1 to 128 characters of `A-Za-z0-9_.-` (R02, R03), no name twice (R06).
//!
//! The checks are `const fn`s, so that an expansion can have them done by the compiler. They make
//! the message and leave the panic to the expansion: the compiler then points at the user's token
//! and shows none of our code.

use mcp_tool_rules::bytes::same;

use crate::message::Message;

const PAGE: &str =
    "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-names";

/// The longest name, in characters.
pub(crate) const MAX_LENGTH: usize = 128;

/// What is wrong with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameFault {
    Empty,
    TooLong,
    /// The first byte that does not belong in a name.
    Character(u8),
}

impl NameFault {
    pub(crate) const fn words(self) -> &'static str {
        match self {
            NameFault::Empty => "it is empty",
            NameFault::TooLong => "it has more than 128 characters",
            NameFault::Character(_) => {
                "only the characters `A` to `Z`, `a` to `z`, `0` to `9`, `_`, `-` and `.` may appear in it"
            }
        }
    }
}

pub(crate) const fn fault(name: &str) -> Option<NameFault> {
    let bytes = name.as_bytes();
    if bytes.is_empty() {
        return Some(NameFault::Empty);
    }
    let mut at = 0;
    while at < bytes.len() {
        if !matches!(bytes[at], b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-' | b'.') {
            return Some(NameFault::Character(bytes[at]));
        }
        at += 1;
    }
    if bytes.len() > MAX_LENGTH {
        return Some(NameFault::TooLong);
    }
    None
}

/// The compiler's message for a name that comes from a constant and is no name for a tool.
pub const fn refused_name(name: &str) -> Option<Message> {
    let fault = match fault(name) {
        None => return None,
        Some(fault) => fault,
    };
    Some(
        Message::new()
            .add("tool name `")
            .add(name)
            .add("` is not allowed: ")
            .add(fault.words())
            .add("\n\nhelp: give the constant a name such as `get_forecast`\nsee ")
            .add(PAGE),
    )
}

/// The names that one entry of a list stands for, and the number of the entry.
type Set = (usize, &'static [&'static str]);

/// How many names there are in several sets of tools.
pub const fn count_names(sets: &[Set]) -> usize {
    let mut count = 0;
    let mut set = 0;
    while set < sets.len() {
        count += sets[set].1.len();
        set += 1;
    }
    count
}

/// Finds for each of the `E` entries of one list the first name that an earlier one has, too; `N`
/// is [`count_names`] of their sets.
///
/// Hashes are sorted and neighbours compared: comparing all pairs of a thousand names takes the
/// compiler so long that it gives up.
pub const fn find_duplicates<const N: usize, const E: usize>(
    sets: &[Set],
) -> [Option<&'static str>; E] {
    let mut order: [Hashed; N] = [(0, 0, 0); N];
    let mut filled = 0;
    let mut set = 0;
    while set < sets.len() {
        let mut at = 0;
        while at < sets[set].1.len() {
            order[filled] = (hash(sets[set].1[at]), set, at);
            filled += 1;
            at += 1;
        }
        set += 1;
    }
    heap_sort(&mut order);
    let mut found: [Option<usize>; E] = [None; E];
    let mut names: [Option<&'static str>; E] = [None; E];
    let mut at = 1;
    while at < N {
        let (_, set, position) = order[at];
        let (entry, name) = (sets[set].0, sets[set].1[position]);
        // Names with one hash stand together, in the order of the list; nearly always there is
        // one.
        let mut before = at;
        while before > 0 && order[before - 1].0 == order[at].0 {
            before -= 1;
            let (_, first_set, first_position) = order[before];
            let first = sets[first_set].1[first_position];
            if same(first.as_bytes(), name.as_bytes()) && is_earlier(position, found[entry]) {
                found[entry] = Some(position);
                names[entry] = Some(name);
            }
        }
        at += 1;
    }
    names
}

const fn is_earlier(position: usize, found: Option<usize>) -> bool {
    match found {
        None => true,
        Some(found) => position < found,
    }
}

/// The compiler's message at an entry with a name that an earlier one has.
pub const fn refused_entry(duplicate: Option<&str>) -> Option<Message> {
    match duplicate {
        Some(name) => Some(
            Message::new()
                .add("two tools in this list are named `")
                .add(name)
                .add("`\n\nhelp: remove this entry, or give one of them another name with `#[mcp_tool(name = \"…\")]`\nsee ")
                .add(PAGE),
        ),
        None => None,
    }
}

/// FNV-1a.
const fn hash(name: &str) -> u64 {
    let bytes = name.as_bytes();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0100_0000_01b3);
        at += 1;
    }
    hash
}

type Hashed = (u64, usize, usize);

/// By hash, then by place in the list.
const fn less(a: Hashed, b: Hashed) -> bool {
    a.0 < b.0 || (a.0 == b.0 && (a.1 < b.1 || (a.1 == b.1 && a.2 < b.2)))
}

const fn heap_sort(items: &mut [Hashed]) {
    let mut start = items.len() / 2;
    while start > 0 {
        start -= 1;
        sift_down(items, start, items.len());
    }
    let mut end = items.len();
    while end > 1 {
        end -= 1;
        items.swap(0, end);
        sift_down(items, 0, end);
    }
}

const fn sift_down(items: &mut [Hashed], mut root: usize, end: usize) {
    while 2 * root + 1 < end {
        let mut child = 2 * root + 1;
        if child + 1 < end && less(items[child], items[child + 1]) {
            child += 1;
        }
        if !less(items[root], items[child]) {
            return;
        }
        items.swap(root, child);
        root = child;
    }
}

#[cfg(test)]
mod tests {
    use super::{NameFault, Set, count_names, fault, find_duplicates};

    /// R02, R03, R04.
    #[test]
    fn length_and_characters() {
        assert_eq!(fault("get_forecast"), None);
        assert_eq!(fault("A-z.0_9"), None);
        assert_eq!(fault(&"n".repeat(128)), None);
        assert_eq!(fault(""), Some(NameFault::Empty));
        assert_eq!(fault(&"n".repeat(129)), Some(NameFault::TooLong));
        assert_eq!(fault("get forecast"), Some(NameFault::Character(b' ')));
        assert_eq!(fault("a/b"), Some(NameFault::Character(b'/')));
        assert_eq!(fault("é"), Some(NameFault::Character(0xc3)));
    }

    /// R05, R06: names are compared exactly.
    #[test]
    fn each_entry_with_a_name_of_another_is_found() {
        // R06
        const SETS: &[Set] = &[
            (0, &["b"]),
            (1, &["a", "B"]),
            (3, &[]),
            (4, &["c", "a", "b"]),
            (5, &["a"]),
            (6, &["d"]),
        ];
        let found = find_duplicates::<{ count_names(SETS) }, 7>(SETS);
        let a = Some("a");
        assert_eq!(found, [None, None, None, None, a, a, None]);
        assert_eq!(find_duplicates::<0, 0>(&[]), []);
    }

    #[test]
    fn many_names() {
        let names: Vec<&'static str> = (0..1000).map(|n| &*format!("tool_{n}").leak()).collect();
        let names: &'static [&'static str] = names.leak();
        assert_eq!(find_duplicates::<1000, 1>(&[(0, names)]), [None]);
        let found = find_duplicates::<1001, 2>(&[(0, names), (1, &["tool_512"])]);
        assert_eq!(found, [None, Some("tool_512")]);
    }
}
