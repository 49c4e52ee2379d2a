//! The limit of the work for one value.

use serde_json::Value;

/// The reason to stop before the end of a value.
pub(super) enum Stop {
    /// The schema rejects the value, and nobody asked where.
    Rejected,
    /// The budget of work is used up, or the schemas are nested too deeply.
    Exhausted,
}

pub(super) type Walked = Result<(), Stop>;

/// The basic budget of work, regardless of the value's size. One unit pays for a single step, such as
/// entering a schema, or for a few characters.
pub(super) const WORK: usize = 10_000;

/// The additional budget for each unit of a value's size. The work needs a limit, because the client chooses
/// the number of levels of a recursive enum. Each level can multiply the work by the number of variants.
pub(super) const WORK_PER_UNIT: usize = 32;

/// The number of text bytes that cost one unit of work.
pub(super) const UNIT: usize = 16;

/// Returns the size of a value in units of work.
pub(super) fn size(value: &Value) -> usize {
    match value {
        Value::String(text) => 1 + text.len() / UNIT,
        Value::Array(items) => 1 + items.iter().map(size).sum::<usize>(),
        Value::Object(members) => {
            let of = |(name, member): (&String, &Value)| name.len() / UNIT + size(member);
            1 + members.iter().map(of).sum::<usize>()
        }
        _ => 1,
    }
}
