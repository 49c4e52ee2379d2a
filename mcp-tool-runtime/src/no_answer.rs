//! What can be written as JSON, and is still no answer of a tool. Each bound here holds for nothing:
//! it is what the compiler says about such a type. It shows the lines of the functions that ask for
//! them, and so no macro makes those.

use crate::answer::{Outcome, Tag};
use crate::schema::SchemaFn;
use crate::{BlobResourceContents, Elicitation, ResourceContents, TextResourceContents};

/// An answer that is there already.
#[diagnostic::on_unimplemented(
    message = "a tool answers with what a future gives, not with the future",
    label = "is a future",
    note = "make the function `async`, `.await` the future in its body, and return what it gives"
)]
pub trait AwaitedAnswer: Sized {
    #[doc(hidden)]
    const WRITE: fn(Self) -> Outcome;
}

/// An answer whose error is an error of the tool.
#[diagnostic::on_unimplemented(
    message = "an `Err` inside of an `Ok` would be an answer, and no error",
    label = "is a `Result` inside a `Result`",
    note = "return one `Result`: write `?` behind the inner one in the body"
)]
pub trait OneResult: Sized {
    #[doc(hidden)]
    const WRITE: fn(Self) -> Outcome;
}

/// An answer whose error is an error of the tool, whether or not there is a value.
#[diagnostic::on_unimplemented(
    message = "an `Err` inside of a `Some` would be an answer, and no error",
    label = "is a `Result` inside an `Option`",
    note = "return a `Result<Option<…>, …>`: `.transpose()` makes one of the other"
)]
pub trait OneResultOutside: Sized {
    #[doc(hidden)]
    const WRITE: fn(Self) -> Outcome;
}

/// An answer that is the tool's own, and not what its user has decided.
#[diagnostic::on_unimplemented(
    message = "what the user has decided is no answer of a tool",
    label = "is what `elicit` gives to the tool",
    note = "say in words or data what came of it: `match` on `Elicitation::Accepted`, `Declined` and `Cancelled` in the body"
)]
pub trait OwnAnswer: Sized {
    #[doc(hidden)]
    const WRITE: fn(Self) -> Outcome;
}

#[doc(hidden)]
impl<T> Tag<Elicitation<T>> {
    pub fn __schema(self) -> Option<SchemaFn> {
        None
    }

    pub fn __data(self) -> fn(Elicitation<T>) -> Outcome
    where
        Elicitation<T>: OwnAnswer,
    {
        <Elicitation<T> as OwnAnswer>::WRITE
    }
}

#[doc(hidden)]
impl<T, Failure> Tag<Result<Elicitation<T>, Failure>> {
    pub fn __schema(self) -> Option<SchemaFn> {
        None
    }

    pub fn __data(self) -> fn(Elicitation<T>) -> Outcome
    where
        Elicitation<T>: OwnAnswer,
    {
        <Elicitation<T> as OwnAnswer>::WRITE
    }
}

/// An answer that is a content block.
#[diagnostic::on_unimplemented(
    message = "the contents of a resource are no answer of a tool, but what a content block has inside",
    label = "is not in a content block",
    note = "return a `ContentBlock`, and make it with `ContentBlock::resource(…)`; for several, return `Vec<ContentBlock>`"
)]
pub trait BlockAnswer: Sized {
    #[doc(hidden)]
    const WRITE: fn(Self) -> Outcome;
}

/// What is inside of a content block, and none itself.
pub trait BlockContents {}

impl BlockContents for ResourceContents {}
impl BlockContents for TextResourceContents {}
impl BlockContents for BlobResourceContents {}
impl<T: BlockContents> BlockContents for Vec<T> {}
impl<T: BlockContents> BlockContents for Option<T> {}

#[doc(hidden)]
impl<T: BlockContents> Tag<T> {
    pub fn __schema(self) -> Option<SchemaFn> {
        None
    }

    pub fn __data(self) -> fn(T) -> Outcome
    where
        T: BlockAnswer,
    {
        T::WRITE
    }
}

#[doc(hidden)]
impl<T: BlockContents, Failure> Tag<Result<T, Failure>> {
    pub fn __schema(self) -> Option<SchemaFn> {
        None
    }

    pub fn __data(self) -> fn(T) -> Outcome
    where
        T: BlockAnswer,
    {
        T::WRITE
    }
}

/// An answer that is not in rmcp's `Json`.
#[cfg(feature = "rmcp3")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` wraps what a tool answers with",
    label = "is of rmcp, and does nothing here",
    note = "return what is inside of the `Json`: whatever is no text is structured content"
)]
pub trait UnwrappedAnswer: Sized {
    #[doc(hidden)]
    const WRITE: fn(Self) -> Outcome;
}

#[cfg(feature = "rmcp3")]
#[doc(hidden)]
impl<T> Tag<rmcp::Json<T>> {
    pub fn __schema(self) -> Option<SchemaFn> {
        None
    }

    pub fn __data(self) -> fn(rmcp::Json<T>) -> Outcome
    where
        rmcp::Json<T>: UnwrappedAnswer,
    {
        <rmcp::Json<T> as UnwrappedAnswer>::WRITE
    }
}

#[cfg(feature = "rmcp3")]
#[doc(hidden)]
impl<T, Failure> Tag<Result<rmcp::Json<T>, Failure>> {
    pub fn __schema(self) -> Option<SchemaFn> {
        None
    }

    pub fn __data(self) -> fn(rmcp::Json<T>) -> Outcome
    where
        rmcp::Json<T>: UnwrappedAnswer,
    {
        <rmcp::Json<T> as UnwrappedAnswer>::WRITE
    }
}

#[doc(hidden)]
impl<T, E> Tag<Option<Result<T, E>>> {
    pub fn __schema(self) -> Option<SchemaFn> {
        None
    }

    pub fn __data(self) -> fn(Option<Result<T, E>>) -> Outcome
    where
        Option<Result<T, E>>: OneResultOutside,
    {
        <Option<Result<T, E>> as OneResultOutside>::WRITE
    }
}

#[doc(hidden)]
impl<T, E, Failure> Tag<Result<Option<Result<T, E>>, Failure>> {
    pub fn __schema(self) -> Option<SchemaFn> {
        None
    }

    pub fn __data(self) -> fn(Option<Result<T, E>>) -> Outcome
    where
        Option<Result<T, E>>: OneResultOutside,
    {
        <Option<Result<T, E>> as OneResultOutside>::WRITE
    }
}

#[doc(hidden)]
impl<T, E, F> Tag<Result<Result<T, E>, F>> {
    pub fn __schema(self) -> Option<SchemaFn> {
        None
    }

    pub fn __data(self) -> fn(Result<T, E>) -> Outcome
    where
        Result<T, E>: OneResult,
    {
        <Result<T, E> as OneResult>::WRITE
    }
}
