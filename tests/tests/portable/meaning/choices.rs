//! Random decisions.

use proptest::test_runner::TestCaseError;
use serde_json::{Value, json};

/// A source of random decisions. Proptest shrinks a failing case by lowering decisions towards zero, or by
/// removing them. A zero or missing decision selects the first option, so the first option must be the
/// simplest.
pub(super) struct Choices(std::vec::IntoIter<u32>);

impl Choices {
    pub(super) fn new(numbers: Vec<u32>) -> Self {
        Choices(numbers.into_iter())
    }

    pub(super) fn below(&mut self, count: usize) -> usize {
        self.0.next().unwrap_or(0) as usize % count.max(1)
    }

    /// Returns `true` once in `count` times on average.
    pub(super) fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == count - 1
    }

    pub(super) fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    pub(super) fn name(&mut self) -> String {
        self.pick(&["a", "b", "c", "type", "x1"]).to_owned()
    }

    /// Returns a value from a short list. Generated schemas use the same list for `const` and `enum`.
    pub(super) fn value(&mut self) -> Value {
        self.pick(&[
            json!("x"),
            json!("y"),
            json!(0),
            json!(1),
            json!(null),
            json!(1.0),
            json!(2),
            json!(true),
            json!("z"),
            json!(2.5),
            json!(-1),
            json!(300),
            json!([1]),
            json!([1.0]),
            json!({}),
            json!({ "a": 1 }),
            json!([]),
            json!(4e38),
            json!("2026-01-31"),
        ])
    }
}

/// Returns an error unless `holds`. Builds the message only on failure.
pub(super) fn ensure(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), TestCaseError> {
    match holds {
        true => Ok(()),
        false => Err(TestCaseError::fail(otherwise())),
    }
}
