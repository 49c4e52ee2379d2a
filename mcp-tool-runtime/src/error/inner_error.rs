//! How the error inside a variant with `#[error(transparent)]` is mapped: by its own mapping, or else by
//! its `Display`. Method resolution on [`InnerError`] decides, as it does for answers.

use std::marker::PhantomData;

/// Stands for the type of the error inside.
pub struct InnerError<E>(PhantomData<fn() -> E>);

pub const fn inner_error<E>() -> InnerError<E> {
    InnerError(PhantomData)
}

/// The rungs; an expansion brings both into scope.
pub(crate) mod rungs {
    use super::InnerError;
    use crate::ToolError;
    use crate::error::{LoggedError, Mapping};

    /// Every error with a mapping, and `ToolError`.
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

    /// Every other error.
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
