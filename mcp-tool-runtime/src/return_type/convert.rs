//! Converts a return value with the functions that the compiler selected for its type.

use super::outcome::Outcome;

/// Converts a return value into an outcome. `data` converts the value, or the `Ok` value of a `Result`.
/// `failure` converts the error of a `Result`, and is `()` for other types. The caller gets `data` and
/// `failure` from method resolution on `Tag`.
pub fn reply<A, D, F>(answer: A, data: D, failure: F) -> Outcome
where
    (A, D, F): Convert,
{
    (answer, data, failure).convert()
}

/// A tuple of a return value and its conversions. A `Result` has two conversions, and every other type has
/// one.
pub trait Convert {
    fn convert(self) -> Outcome;
}

impl<T, E> Convert for (Result<T, E>, fn(T) -> Outcome, fn(E) -> Outcome) {
    fn convert(self) -> Outcome {
        match self.0 {
            Ok(value) => (self.1)(value),
            Err(error) => (self.2)(error),
        }
    }
}

impl<T> Convert for (T, fn(T) -> Outcome, ()) {
    fn convert(self) -> Outcome {
        (self.1)(self.0)
    }
}
