//! Maps the error inside a variant with `#[error(transparent)]`. Uses the inner error's conversion into
//! `ToolError` if there is one, and otherwise its `Display`. Method resolution on [`InnerError`] selects the
//! mapping (autoref specialization).

use std::marker::PhantomData;

/// Represents the type of the inner error.
pub struct InnerError<E>(PhantomData<fn() -> E>);

pub const fn inner_error<E>() -> InnerError<E> {
    InnerError(PhantomData)
}

/// The candidates for method resolution, the most specific first. The generated code imports both traits.
pub(crate) mod rungs {
    use super::InnerError;
    use crate::error::{LoggedError, Mapping, ToolError};

    /// Applies to every error that converts into `ToolError`, and to `ToolError` itself.
    pub trait ByMapping: Sized {
        type E;
        fn __map_inner(self) -> fn(Mapping, Self::E) -> ToolError;
    }

    impl<E: Into<ToolError>> ByMapping for InnerError<E> {
        type E = E;

        fn __map_inner(self) -> fn(Mapping, E) -> ToolError {
            |mapping, error| mapping.add_hints(error.into())
        }
    }

    /// Applies to every error to which `ByMapping` does not apply.
    pub trait ByDisplay: Sized {
        type E;
        fn __map_inner(self) -> fn(Mapping, Self::E) -> ToolError
        where
            Self::E: LoggedError;
    }

    impl<E> ByDisplay for &InnerError<E> {
        type E = E;

        fn __map_inner(self) -> fn(Mapping, E) -> ToolError
        where
            E: LoggedError,
        {
            Mapping::apply
        }
    }
}
