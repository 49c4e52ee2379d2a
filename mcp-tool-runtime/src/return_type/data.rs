//! The kinds of result values. Types without a schema, such as text and content blocks, have their own
//! conversions. The other results are data, which serde serializes.

use std::marker::PhantomData;

use mcp_tool_schema::generate::SchemaFn;

use super::inner_types::{Output, Types};
use super::outcome::Outcome;
use crate::content::ContentBlock;

/// A result that combines data with the tool's own content blocks: [`WithText`] or [`WithContent`]. The
/// output schema describes only the data. The blocks come before the text block that repeats the data as
/// JSON.
///
/// [`WithText`]: crate::WithText
/// [`WithContent`]: crate::WithContent
pub trait ContentAndData {
    /// The type that the output schema describes.
    type Data;

    #[doc(hidden)]
    fn split(self) -> (Vec<ContentBlock>, Self::Data);
}

/// The conversion function of a type without a schema, such as `String`.
pub struct ConvertedResult<T>(fn(T) -> Outcome);

#[doc(hidden)]
impl<T> ConvertedResult<T> {
    pub(crate) fn new(convert: fn(T) -> Outcome) -> Self {
        ConvertedResult(convert)
    }

    pub fn __write(self) -> fn(T) -> Outcome {
        self.0
    }

    pub fn __schema(self) -> Option<SchemaFn> {
        None
    }

    pub fn __after<Contract, Earlier>(self) -> Self {
        self
    }

    pub fn __types<Contract, Earlier, Part: ?Sized>(self) -> Types<Contract, (), Earlier, Part> {
        Types::new()
    }
}

/// Data of the kind `K`: `Plain` or `AfterContent`. `Contract` is `Output` if the tool publishes an output
/// schema. With `output = false`, it is [`Written`](super::inner_types::Written). `Earlier` lists the inner
/// types that the generated code has already checked.
pub struct Data<K, Contract = Output, Earlier = ()>(PhantomData<fn(K, Contract, Earlier)>);

impl<K, Contract, Earlier> Data<K, Contract, Earlier> {
    pub(super) const fn new() -> Self {
        Data(PhantomData)
    }
}

#[doc(hidden)]
impl<K: DataKind> Data<K> {
    pub fn __after<Contract, Earlier>(self) -> Data<K, Contract, Earlier> {
        Data::new()
    }

    pub fn __types<Contract, Earlier, Part: ?Sized>(
        self,
    ) -> Types<Contract, K::Data, Earlier, Part> {
        Types::new()
    }
}

/// Splits a tool's result, without the `Result` around it, into content blocks and data.
pub trait DataKind {
    type Output;
    type Data;
    #[doc(hidden)]
    fn split(answer: Self::Output) -> (Vec<ContentBlock>, Self::Data);
}

/// Data alone.
pub struct Plain<T>(PhantomData<T>);

impl<T> DataKind for Plain<T> {
    type Output = T;
    type Data = T;

    fn split(answer: T) -> (Vec<ContentBlock>, T) {
        (Vec::new(), answer)
    }
}

/// Content blocks that the tool builds, followed by data.
pub struct AfterContent<A>(PhantomData<A>);

impl<A: ContentAndData> DataKind for AfterContent<A> {
    type Output = A;
    type Data = A::Data;

    fn split(answer: A) -> (Vec<ContentBlock>, A::Data) {
        answer.split()
    }
}

/// Replaces the conversion if a return type cannot be converted. This function never runs, because a program
/// with such a return type does not compile.
pub(crate) fn no_conversion<T>(_: T) -> Outcome {
    unreachable!("it does not compile")
}
