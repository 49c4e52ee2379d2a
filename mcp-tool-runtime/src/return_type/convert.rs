//! Converts a return value with the functions that the compiler selected for its type.

use mcp_tool_schema::generate::SchemaFn;

use super::outcome::Outcome;

/// What the registry does with a result, or with the `Ok` value of a `Result`.
pub struct Success<T> {
    /// The function that generates the output schema, or `None` for a result without a schema.
    pub schema: Option<SchemaFn>,
    /// Converts the value into an outcome.
    pub write: fn(T) -> Outcome,
}

/// Converts a return value into an outcome. `success` is for the value, or for the `Ok` value of a `Result`.
/// `failure` converts the error of a `Result`, and is `()` for other types. The caller gets both from a
/// [`Returns`](super::Returns).
pub fn reply<A, T, F>(answer: A, success: Success<T>, failure: F) -> Outcome
where
    (A, fn(T) -> Outcome, F): Convert,
{
    (answer, success.write, failure).convert()
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
