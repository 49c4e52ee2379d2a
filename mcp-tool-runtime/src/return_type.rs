//! From what a function returns to the outcome of a call.
//!
//! Which conversion applies is found by method resolution on [`Tag`], so that an alias behaves
//! as the type that it names. `Tag` has four rungs: inherent methods for exact types, traits on
//! `Tag` for futures, data with content and a mapped error, one on `&Tag` for every other `Result`,
//! one on `&mut Tag` for everything else. They find the value: [`Converted`], [`Data`] or
//! [`Rejected`]. Every value has a conversion, also one that does not compile: the only error about
//! it is that of [`Data`]'s schema.

use std::borrow::Cow;
use std::fmt::Display;
use std::future::Future;
use std::marker::PhantomData;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::arguments::Faults;
use crate::error::Panicked;
use crate::lacking_derive::{AllFit, Fits, Output, Types, Written};
use crate::rejected_return_types::{AwaitedAnswer, Rejected};
use crate::schema::{SchemaFn, subschema};
use crate::{
    AudioContent, CallToolResult, ContentBlock, EmbeddedResource, ImageContent, ResourceLink,
    TextContent, ToolError,
};

/// What a call came to, before it is written for a revision.
pub struct Outcome(pub(crate) OutcomeKind);

pub(crate) enum OutcomeKind {
    /// The tool answered.
    Answer(CallToolResult),
    /// The tool failed, and said so in words for the model.
    Failure(ToolError),
    /// The tool failed with an error of any other type.
    OtherFailure(String),
    /// The answer cannot be written as JSON.
    Unwritable(serde_json::Error),
    /// The arguments were wrong; the tool was not called.
    Refused(Faults),
    /// The tool panicked on a thread of its own.
    Panicked(Panicked),
    /// The thread that was to run the tool never did, or was stopped.
    Lost,
    /// Too many calls wait for a thread.
    Busy,
}

impl Outcome {
    pub(crate) fn refused(faults: Faults) -> Self {
        Outcome(OutcomeKind::Refused(faults))
    }

    pub(crate) fn answer(result: CallToolResult) -> Self {
        Outcome(OutcomeKind::Answer(result))
    }

    #[cfg(feature = "rmcp3")]
    pub(crate) fn unwritable(error: serde_json::Error) -> Self {
        Outcome(OutcomeKind::Unwritable(error))
    }

    pub(crate) fn structured<T: Serialize>(value: &T) -> Self {
        match CallToolResult::structured(value) {
            Ok(result) => Outcome::answer(result),
            Err(error) => Outcome(OutcomeKind::Unwritable(error)),
        }
    }

    /// Puts content before that of an answer.
    pub(crate) fn with_content(mut self, content: Vec<ContentBlock>) -> Self {
        if let OutcomeKind::Answer(result) = &mut self.0 {
            result.content.splice(0..0, content);
        }
        self
    }

    pub(crate) fn failure(error: ToolError) -> Self {
        Outcome(OutcomeKind::Failure(error))
    }

    pub(crate) fn panicked(panicked: Panicked) -> Self {
        Outcome(OutcomeKind::Panicked(panicked))
    }

    pub(crate) fn lost() -> Self {
        Outcome(OutcomeKind::Lost)
    }

    pub(crate) fn busy() -> Self {
        Outcome(OutcomeKind::Busy)
    }

    fn text(text: impl Into<String>) -> Self {
        Outcome::answer(CallToolResult::text(text))
    }
}

/// Represents the return type `R` of a tool. Its methods are the rungs.
pub struct Tag<R>(PhantomData<fn() -> R>);

pub const fn tag<R>() -> Tag<R> {
    Tag(PhantomData)
}

/// Infers the return type from a call, which is never made.
pub fn tag_of<R>(_: impl FnOnce() -> R) -> Tag<R> {
    Tag(PhantomData)
}

/// Infers the return type of an async function from a call, which is never made.
pub fn tag_of_future<F: Future>(_: impl FnOnce() -> F) -> Tag<F::Output> {
    Tag(PhantomData)
}

/// Infers the type of an argument in such a call.
pub fn any<T>() -> T {
    unreachable!("the call is never made")
}

/// A type with one of the derives of an answer. Of a type without either, the compiler reports one
/// error.
///
/// `Kind` tells which derive there is. It is inferred, and only for a type that lacks one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the answer of a tool: it implements neither `Serialize` nor `JsonSchema`",
    label = "cannot be written as JSON, and has no schema to publish",
    note = "add `#[derive(serde::Serialize, schemars::JsonSchema)]` to the type and to every type inside it, or return `String`, content blocks or `CallToolResult`",
    note = "for a type of another crate, enable its features for serde 1 and schemars 1; for a wrapper such as `Json<T>`, return what is inside of it"
)]
pub trait AnswerType<Kind> {
    /// The type that needs a schema.
    #[doc(hidden)]
    type Described: ?Sized;
    /// The type that needs to be written.
    #[doc(hidden)]
    type Written: ?Sized;
}

#[diagnostic::do_not_recommend]
impl<T: Serialize + ?Sized> AnswerType<fn()> for T {
    type Described = T;
    type Written = ();
}

#[diagnostic::do_not_recommend]
impl<T: JsonSchema + ?Sized> AnswerType<()> for T {
    type Described = ();
    type Written = T;
}

/// A type whose values can be a tool's answer: every `T: Serialize`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the answer of a tool: it does not implement `Serialize`",
    label = "cannot be written as JSON",
    note = "add `#[derive(serde::Serialize)]` to the type and to every type inside it, or return `String`, content blocks or `CallToolResult`",
    note = "for a type of another crate, enable its feature `serde`; for a wrapper such as `Json<T>`, return what is inside of it",
    note = "only serde 1 counts, and not serde 0.9: if it is derived already, write `serde = \"1\"` in `Cargo.toml`; `cargo tree -i serde@0.9` shows who asks for the other"
)]
pub trait WriteAnswer {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + ?Sized> WriteAnswer for T {}

/// A type whose values can be described to a client: every `T: JsonSchema`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the answer of a tool: it does not implement `JsonSchema`",
    label = "has no schema to publish",
    note = "add `#[derive(schemars::JsonSchema)]` to the type and to every type inside it, or return `String`, content blocks or `CallToolResult`",
    note = "for a type of another crate, enable its feature for schemars (`chrono04`, `url2`, `uuid1` and others); for a wrapper such as `Json<T>`, return what is inside of it",
    note = "for `CallToolResult` of rmcp, write `rmcp = \"3\"` and enable the feature `rmcp3`: another rmcp version has another type",
    note = "only schemars 1 counts, and not schemars 0.8: if it is derived already, write `schemars = \"1\"` in `Cargo.toml`; `cargo tree -i schemars@0.8` shows who asks for the other"
)]
pub trait DescribeAnswer {}

#[diagnostic::do_not_recommend]
impl<T: JsonSchema + ?Sized> DescribeAnswer for T {}

/// A type whose values can be a tool's error: every `E: Display`, and `ToolError`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a tool: it does not implement `Display`",
    label = "has no message for the model to read",
    note = "implement `std::fmt::Display` for the type, for example with `#[derive(thiserror::Error)]`, or return `ToolError`"
)]
pub trait ExplainFailure: Sized {
    #[doc(hidden)]
    const EXPLAIN: fn(Self) -> Outcome;
}

#[diagnostic::do_not_recommend]
impl<E: Display> ExplainFailure for E {
    const EXPLAIN: fn(E) -> Outcome = |error| Outcome(OutcomeKind::OtherFailure(error.to_string()));
}

/// Data that a client validates, and content of the author's before their mirror: [`WithText`] and
/// [`WithContent`].
///
/// [`WithText`]: crate::WithText
/// [`WithContent`]: crate::WithContent
pub trait ContentAndData {
    /// What the output schema describes.
    type Data;

    #[doc(hidden)]
    fn split(self) -> (Vec<ContentBlock>, Self::Data);
}

/// An answer that its author builds: `output = Type` says what is in it.
pub trait HandBuiltAnswer {}

impl HandBuiltAnswer for CallToolResult {}
impl HandBuiltAnswer for Value {}

/// An answer of text or content blocks alone.
pub trait ContentAnswer {}

/// A type that can describe an answer that is built by hand: every `T: JsonSchema`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the `output` of a tool: it does not implement `JsonSchema`",
    label = "has no schema to publish",
    note = "add `#[derive(schemars::JsonSchema)]` to the type and to every type inside it",
    note = "for a type of another crate, switch on its feature of schemars (`chrono04`, `url2`, `uuid1` and others)",
    note = "only schemars 1 counts, and not schemars 0.8: if it is derived already, write `schemars = \"1\"` in `Cargo.toml`; `cargo tree -i schemars@0.8` shows who asks for the other"
)]
pub trait DescribeOutput {
    #[doc(hidden)]
    const SCHEMA: SchemaFn;
}

#[diagnostic::do_not_recommend]
impl<T: JsonSchema> DescribeOutput for T {
    const SCHEMA: SchemaFn = subschema::<T>;
}

/// Holds for nothing: what the compiler says of `output = Type` beside text or content blocks.
#[diagnostic::on_unimplemented(
    message = "`output` promises structured content, and an answer of text or content blocks has none",
    label = "describes data that this answer does not have",
    note = "return `WithContent<{Self}>`, which has content blocks and data, and remove `output`",
    note = "or return `CallToolResult`, and set its `structured_content`"
)]
pub trait OutputOfContent {
    #[doc(hidden)]
    const SCHEMA: SchemaFn;
}

/// Holds for nothing: what the compiler says of `output = Type` beside a type with a schema.
#[diagnostic::on_unimplemented(
    message = "`output` describes an answer that is built by hand, and this one has the schema of its type",
    label = "is not needed here",
    note = "remove `output`",
    note = "or return `CallToolResult`, and build the answer by hand"
)]
pub trait OutputOfData {
    #[doc(hidden)]
    const SCHEMA: SchemaFn;
}

/// A value with a conversion of its own, and no schema.
pub struct Converted<T>(fn(T) -> Outcome);

#[doc(hidden)]
impl<T> Converted<T> {
    pub(crate) fn new(convert: fn(T) -> Outcome) -> Self {
        Converted(convert)
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

/// Data of the kind `K`, published by the `Contract` once the types of `Earlier` fit it.
pub struct Data<K, Contract = Output, Earlier = ()>(PhantomData<fn(K, Contract, Earlier)>);

#[doc(hidden)]
impl<K: DataKind> Data<K> {
    pub fn __after<Contract, Earlier>(self) -> Data<K, Contract, Earlier> {
        Data(PhantomData)
    }

    pub fn __types<Contract, Earlier, Part: ?Sized>(
        self,
    ) -> Types<Contract, K::Data, Earlier, Part> {
        Types::new()
    }
}

/// How an answer is taken apart into content and data.
pub trait DataKind {
    type Answer;
    type Data;
    #[doc(hidden)]
    fn split(answer: Self::Answer) -> (Vec<ContentBlock>, Self::Data);
}

/// Data alone.
pub struct Plain<T>(PhantomData<T>);

impl<T> DataKind for Plain<T> {
    type Answer = T;
    type Data = T;

    fn split(answer: T) -> (Vec<ContentBlock>, T) {
        (Vec::new(), answer)
    }
}

/// Data after content of the author's.
pub struct AfterContent<A>(PhantomData<A>);

impl<A: ContentAndData> DataKind for AfterContent<A> {
    type Answer = A;
    type Data = A::Data;

    fn split(answer: A) -> (Vec<ContentBlock>, A::Data) {
        answer.split()
    }
}

/// The conversion of a value that has none: the program does not compile.
pub(crate) fn no_conversion<T>(_: T) -> Outcome {
    unreachable!("it does not compile")
}

/// The rungs that are traits; an expansion brings all into scope. The methods have names that no
/// trait of the user's is likely to have: one with a blanket impl would make them ambiguous.
pub(crate) mod rungs {
    use super::{
        AfterContent, AllFit, AnswerType, AwaitedAnswer, ContentAndData, ContentAnswer, Data,
        DataKind, DescribeAnswer, DescribeOutput, ExplainFailure, Fits, Future, HandBuiltAnswer,
        Outcome, Output, OutputOfContent, OutputOfData, PhantomData, Plain, Rejected, SchemaFn,
        Serialize, Tag, ToolError, WriteAnswer, Written, no_conversion, subschema,
    };

    /// Every future, which is no answer.
    pub trait ByFuture: Sized {
        type T;
        fn __value(self) -> Rejected<Self::T, dyn AwaitedAnswer>;
        fn __failure(self);
    }

    impl<T: Future> ByFuture for Tag<T> {
        type T = T;

        fn __value(self) -> Rejected<T, dyn AwaitedAnswer> {
            Rejected::new()
        }

        fn __failure(self) {}
    }

    /// Data with content of the author's.
    pub trait ByContent: Sized {
        type Answer: ContentAndData;

        fn __value(self) -> Data<AfterContent<Self::Answer>> {
            Data(PhantomData)
        }
    }

    impl<A: ContentAndData> ByContent for Tag<A> {
        type Answer = A;
    }

    impl<A: ContentAndData, E> ByContent for Tag<Result<A, E>> {
        type Answer = A;
    }

    /// Every answer that `output = Type` describes.
    pub trait ByHand: Sized {
        fn __output<T: DescribeOutput>(self) -> Option<SchemaFn> {
            Some(T::SCHEMA)
        }
    }

    impl<A: HandBuiltAnswer> ByHand for Tag<A> {}
    impl<A: HandBuiltAnswer, E> ByHand for Tag<Result<A, E>> {}

    /// Every other answer without a schema.
    pub trait ByContentAlone: Sized {
        fn __output<T: OutputOfContent>(self) -> Option<SchemaFn> {
            Some(T::SCHEMA)
        }
    }

    impl<A: ContentAnswer> ByContentAlone for &Tag<A> {}
    impl<A: ContentAnswer, E> ByContentAlone for &Tag<Result<A, E>> {}

    /// Every answer with the schema of its type.
    pub trait ByType: Sized {
        fn __output<T: OutputOfData>(self) -> Option<SchemaFn> {
            Some(T::SCHEMA)
        }
    }

    impl<A> ByType for &mut Tag<A> {}

    /// Every `Result` whose error is mapped to a `ToolError`, or is one.
    pub trait ByMapped: Sized {
        type E;
        fn __failure(self) -> fn(Self::E) -> Outcome;
    }

    impl<T, E: Into<ToolError>> ByMapped for Tag<Result<T, E>> {
        type E = E;

        fn __failure(self) -> fn(E) -> Outcome {
            |error| Outcome::failure(error.into())
        }
    }

    /// Every `Result` but those with a text, content or nothing inside.
    pub trait ByResult: Sized {
        type T;
        type E;
        fn __value(self) -> Data<Plain<Self::T>> {
            Data(PhantomData)
        }
        fn __failure(self) -> fn(Self::E) -> Outcome
        where
            Self::E: ExplainFailure;
    }

    impl<T, E> ByResult for &Tag<Result<T, E>> {
        type T = T;
        type E = E;

        fn __failure(self) -> fn(E) -> Outcome
        where
            E: ExplainFailure,
        {
            E::EXPLAIN
        }
    }

    /// Everything that is no `Result`.
    pub trait ByValue: Sized {
        type T;
        fn __value(self) -> Data<Plain<Self::T>> {
            Data(PhantomData)
        }
        fn __failure(self) {}
    }

    impl<T> ByValue for &mut Tag<T> {
        type T = T;
    }

    /// Data that can be written.
    pub trait ByWriting: Sized {
        type Answer;
        fn __write(self) -> fn(Self::Answer) -> Outcome;
    }

    impl<K: DataKind<Data: Serialize>> ByWriting for Data<K> {
        type Answer = K::Answer;

        fn __write(self) -> fn(K::Answer) -> Outcome {
            |answer| {
                let (content, data) = K::split(answer);
                Outcome::structured(&data).with_content(content)
            }
        }
    }

    /// Data that cannot be written, which [`ByLacking`] reports.
    pub trait ByNoWriting: Sized {
        type Answer;
        fn __write(self) -> fn(Self::Answer) -> Outcome {
            no_conversion
        }
    }

    impl<K: DataKind> ByNoWriting for &Data<K> {
        type Answer = K::Answer;
    }

    /// Data that fits its contract.
    pub trait BySchema: Sized {
        fn __schema(self) -> Option<SchemaFn>;
    }

    impl<K: DataKind<Data: Fits<Output> + schemars::JsonSchema>, D> BySchema for Data<K, Output, D> {
        fn __schema(self) -> Option<SchemaFn> {
            Some(subschema::<K::Data>)
        }
    }

    impl<K: DataKind<Data: Fits<Written>>, D> BySchema for Data<K, Written, D> {
        fn __schema(self) -> Option<SchemaFn> {
            None
        }
    }

    /// Data that lacks a derive.
    pub trait ByLacking: Sized {
        type T;
        fn __schema<Kind>(self) -> Option<SchemaFn>
        where
            Self::T: AnswerType<Kind>,
            <Self::T as AnswerType<Kind>>::Described: DescribeAnswer,
            <Self::T as AnswerType<Kind>>::Written: WriteAnswer,
        {
            None
        }
    }

    impl<K: DataKind, D: AllFit<Output>> ByLacking for &Data<K, Output, D> {
        type T = K::Data;
    }

    /// Data without a schema that lacks its derive.
    pub trait ByLackingSerialize: Sized {
        type T;
        fn __schema(self) -> Option<SchemaFn>
        where
            Self::T: WriteAnswer,
        {
            None
        }
    }

    impl<K: DataKind, D: AllFit<Written>> ByLackingSerialize for &Data<K, Written, D> {
        type T = K::Data;
    }

    /// Data with a type inside that lacks a derive, which has been reported.
    pub trait ByLackingInside: Sized {
        fn __schema(self) -> Option<SchemaFn> {
            None
        }
    }

    impl<K, C, D> ByLackingInside for &mut Data<K, C, D> {}
}

/// Turns an answer into an outcome, with the two conversions that `Tag` found for its type.
pub fn reply<A, D, F>(answer: A, data: D, failure: F) -> Outcome
where
    (A, D, F): Convert,
{
    (answer, data, failure).convert()
}

/// An answer together with its conversions: a `Result` has two, everything else has one.
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

/// Answers that have no schema, plain and inside a `Result`.
macro_rules! without_schema {
    ($(for<$($lifetime:lifetime)?> $type:ty => $convert:expr;)*) => {$(
        #[doc(hidden)]
        impl<$($lifetime)?> Tag<$type> {
            pub fn __value(self) -> $crate::return_type::Converted<$type> {
                $crate::return_type::Converted::new($convert)
            }
        }

        impl<$($lifetime)?> $crate::return_type::ContentAnswer for $type {}

        #[doc(hidden)]
        impl<$($lifetime,)? E> Tag<Result<$type, E>> {
            pub fn __value(self) -> $crate::return_type::Converted<$type> {
                $crate::return_type::Converted::new($convert)
            }
        }
    )*};
}

#[cfg(feature = "rmcp3")]
pub(crate) use without_schema;

without_schema! {
    // Never an empty answer: some clients show, and give the model, nothing at all then.
    for<> () => |()| Outcome::text("ok");
    for<> String => Outcome::text;
    for<'a> &'a str => Outcome::text;
    for<'a> Cow<'a, str> => Outcome::text;
    for<> Box<str> => Outcome::text;
    for<> Arc<str> => |text| Outcome::text(&*text);
    for<> CallToolResult => Outcome::answer;
    for<> ContentBlock => |block| Outcome::answer(CallToolResult::new([block]));
    for<> Vec<ContentBlock> => |blocks| Outcome::answer(CallToolResult::new(blocks));
    for<> TextContent => |block| Outcome::answer(CallToolResult::new([block.into()]));
    for<> ImageContent => |block| Outcome::answer(CallToolResult::new([block.into()]));
    for<> AudioContent => |block| Outcome::answer(CallToolResult::new([block.into()]));
    for<> ResourceLink => |block| Outcome::answer(CallToolResult::new([block.into()]));
    for<> EmbeddedResource => |block| Outcome::answer(CallToolResult::new([block.into()]));
}
