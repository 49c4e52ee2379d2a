//! Checks tool names in constants, and finds duplicate names in a list.
//!
//! The compiler runs these functions. For a fault, each `refused_…` function returns a message. The generated
//! code has the span of the user's token, and panics with that message. So the compile error points at the
//! token instead of this crate.

use mcp_tool_rules::bytes::same;
use mcp_tool_rules::tool_name::name_fault;

use super::error_message::Message;

const PAGE: &str =
    "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-names";

/// Returns the compiler's message for an invalid tool name in a constant.
pub(crate) const fn refused_name(name: &str) -> Option<Message> {
    let fault = match name_fault(name) {
        None => return None,
        Some(fault) => fault,
    };
    Some(
        Message::new()
            .add("tool name `")
            .add(name)
            .add("` is not allowed: ")
            .add(fault.words())
            .add("\n\nhelp: give the constant a value such as `get_forecast`\nsee ")
            .add(PAGE),
    )
}

/// The index of an entry in a list, and the names of the tools of this entry.
type Set = (usize, &'static [&'static str]);

/// Counts the names of all entries.
pub const fn count_names(sets: &[Set]) -> usize {
    let mut count = 0;
    let mut set = 0;
    while set < sets.len() {
        count += sets[set].1.len();
        set += 1;
    }
    count
}

/// Finds, for each entry, the first name that an earlier tool in the list also has. `E` is the number of
/// entries, and `N` is the number of names, from [`count_names`].
///
/// This function sorts hashes and compares neighbours. Comparing all pairs of a thousand names would exceed
/// the compiler's limit for the evaluation of constants.
pub const fn find_duplicates<const N: usize, const E: usize>(
    sets: &[Set],
) -> [Option<&'static str>; E] {
    let mut order: [NameHash; N] = [(0, 0, 0); N];
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
        // After the sort, names with the same hash are adjacent, in the order of `sets`. The
        // inner loop compares a name with the earlier names that have the same hash. Few names
        // share a hash, so the inner loop is short.
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

/// Returns the compiler's message for an entry with a duplicate name.
pub const fn refused_entry(duplicate: Option<&str>) -> Option<Message> {
    match duplicate {
        Some(name) => Some(
            Message::new()
                .add("the tool name `")
                .add(name)
                .add("` occurs more than once in this list\n\nhelp: remove this entry, or rename one of the tools with `#[mcp_tool(name = \"…\")]`\nsee ")
                .add(PAGE),
        ),
        None => None,
    }
}

/// Hashes a name with FNV-1a.
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

type NameHash = (u64, usize, usize);

/// Returns whether `a` comes before `b`, by hash and then by position.
const fn less(a: NameHash, b: NameHash) -> bool {
    a.0 < b.0 || (a.0 == b.0 && (a.1 < b.1 || (a.1 == b.1 && a.2 < b.2)))
}

const fn heap_sort(items: &mut [NameHash]) {
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

const fn sift_down(items: &mut [NameHash], mut root: usize, end: usize) {
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
    use super::{Set, count_names, find_duplicates};

    /// R05, R06: names differ if any character differs.
    #[test]
    fn each_duplicate_name_is_found() {
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
    fn duplicates_are_found_among_many_names() {
        let names: Vec<&'static str> = (0..1000).map(|n| &*format!("tool_{n}").leak()).collect();
        let list: &'static [&'static str] = names.leak();
        assert_eq!(find_duplicates::<1000, 1>(&[(0, list)]), [None]);
        let found = find_duplicates::<1001, 2>(&[(0, list), (1, &["tool_512"])]);
        assert_eq!(found, [None, Some("tool_512")]);
    }
}
