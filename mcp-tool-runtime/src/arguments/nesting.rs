//! A memory limit for values that serde copies for each level of nesting: see
//! [`copied_per_level`](mcp_tool_schema::recursion::copied_per_level).

use serde_json::Value;

use super::decode::unwrap_json;
use super::fault::{Problem, Reason};

/// The maximum size of all copies of an argument that exist at the same time: 128 MiB.
///
/// If a list of about a million numbers lies four levels deep, its copies reach this limit. A recursive filter
/// with a thousand short conditions stays below the limit: the JSON parser allows at most 128 levels, and each
/// level adds one copy.
const MOST: usize = 128 << 20;

/// The size in bytes of one value in serde's buffers, without the text of a string.
const VALUE: usize = 32;

/// Rejects a value if serde's copies of the inner values would use too much memory. For JSON inside a string,
/// measures the parsed JSON.
pub(super) fn check_nesting(value: &Value) -> Result<(), Problem> {
    let inner = unwrap_json(value);
    if measure(inner.as_ref().unwrap_or(value)).copies > MOST {
        return Err(Problem::new(Reason::Custom(
            "is nested too deeply for its size; send less, or fewer levels".to_owned(),
        )));
    }
    Ok(())
}

/// The memory of a value in serde's buffers.
struct Measure {
    size: usize,
    /// The maximum size of the copies that exist at the same time. While serde reads an inner value, copies
    /// of this value and of all enclosing values except the outermost one exist.
    copies: usize,
}

fn measure(value: &Value) -> Measure {
    let mut whole = Measure {
        size: VALUE,
        copies: 0,
    };
    let mut add = |part: &Value| {
        let part = measure(part);
        whole.size += part.size;
        whole.copies = whole.copies.max(part.size + part.copies);
    };
    match value {
        Value::Array(items) => items.iter().for_each(add),
        Value::Object(members) => {
            members.values().for_each(&mut add);
            whole.size += members.keys().map(|name| VALUE + name.len()).sum::<usize>();
        }
        Value::String(text) => whole.size += text.len(),
        _ => {}
    }
    whole
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_level_counts_the_size_of_its_children() {
        for (value, size, copies) in [
            (json!(1), 32, 0),
            (json!("abc"), 35, 0),
            (json!([1, 2]), 96, 32),
            // While serde reads an item of the inner list, a copy of the list (96) and a copy of
            // the item (32) exist.
            (json!([[1, 2]]), 128, 96 + 32),
            (json!([[[1, 2]]]), 160, 128 + 96 + 32),
            // serde frees the copy of `[1, 2]` before serde reads `[3]`, so only the larger copy
            // counts.
            (json!([[1, 2], [3]]), 192, 96 + 32),
            (
                json!({ "a": { "bc": "d" } }),
                32 + 33 + 32 + 34 + 33,
                99 + 33,
            ),
        ] {
            let measure = measure(&value);
            assert_eq!((measure.size, measure.copies), (size, copies), "{value}");
        }
    }
}
