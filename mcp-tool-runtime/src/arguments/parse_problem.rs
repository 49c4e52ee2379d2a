//! Finds out why an argument that is valid JSON cannot be parsed.

use serde::de::Error as _;

use super::fault::{Problem, Step};
use super::text_reader::TextReader;

/// The words about half a surrogate pair, after the place of the fault.
pub(super) const HALF_PAIR: &str =
    "contains half a surrogate pair, such as `\\ud83d`; send whole characters";

/// The number of levels that serde_json parses. A value that is nested deeper is a fault itself.
const DEPTH: u8 = 127;

/// Returns the problem of an argument that serde_json cannot parse. Names the place of half a surrogate pair,
/// which a JavaScript client sends if it cuts an emoji in half. A Rust string cannot hold it.
pub(super) fn parse_problem(text: &str) -> Problem {
    match half_pair(&mut TextReader::new(text), DEPTH) {
        Some(path) => path
            .into_iter()
            .fold(Problem::custom(HALF_PAIR), Problem::inside),
        None => Problem::custom(
            "cannot be read: it is nested too deeply, or has a number that is out of range; send a \
             plainer value",
        ),
    }
}

/// Returns the path to the first string with half a surrogate pair, with the innermost step first. For the name
/// of a member, returns the path to the object. Moves `reader` past the value.
fn half_pair(reader: &mut TextReader<'_>, depth: u8) -> Option<Vec<Step>> {
    let first = reader.peek()?;
    let (end, depth) = match (first, depth.checked_sub(1)) {
        (b'"', _) => return reader.string().is_none().then(Vec::new),
        (b'[', Some(depth)) => (b']', depth),
        (b'{', Some(depth)) => (b'}', depth),
        (b'[' | b'{', None) => return reader.skip_nested().and(None),
        _ => return reader.value().and(None),
    };
    reader.consume(first);
    let mut is_first = true;
    let mut index = 0;
    while reader.has_next(end, &mut is_first)? {
        let step = if first == b'{' {
            let Some(name) = reader.string() else {
                return Some(Vec::new());
            };
            reader.consume_colon();
            Step::Key(name.into_owned())
        } else {
            Step::Index(index)
        };
        if let Some(mut path) = half_pair(reader, depth) {
            path.push(step);
            return Some(path);
        }
        index += 1;
    }
    None
}
