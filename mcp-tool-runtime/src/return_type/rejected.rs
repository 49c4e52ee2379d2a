//! Types that serde can write, and that are still not answers of a tool. No type implements the
//! traits here: the compiler reports them.

use std::marker::PhantomData;

use super::data::no_conversion;
use super::inner_types::Types;
use super::outcome::Outcome;
use super::tag::Tag;
use crate::Elicitation;
use crate::schema::SchemaFn;

/// An answer that is there already.
#[diagnostic::on_unimplemented(
    message = "a tool answers with what a future gives, not with the future",
    label = "is a future",
    note = "make the function `async`, `.await` the future in its body, and return what it gives"
)]
pub trait AwaitedAnswer {}

/// An answer whose error is an error of the tool.
#[diagnostic::on_unimplemented(
    message = "an `Err` inside of an `Ok` would be an answer, and no error",
    label = "is a `Result` inside a `Result`",
    note = "return one `Result`: write `?` behind the inner one in the body"
)]
pub trait OneResult {}

/// An answer whose error is an error of the tool, whether or not there is a value.
#[diagnostic::on_unimplemented(
    message = "an `Err` inside of a `Some` would be an answer, and no error",
    label = "is a `Result` inside an `Option`",
    note = "return a `Result<Option<…>, …>`: `.transpose()` makes one of the other"
)]
pub trait OneResultOutside {}

/// An answer that is the tool's own, and not what its user has decided.
#[diagnostic::on_unimplemented(
    message = "what the user has decided is no answer of a tool",
    label = "is what `elicit` gives to the tool",
    note = "say in words or data what came of it: `match` on `Elicitation::Accepted`, `Declined` and `Cancelled` in the body"
)]
pub trait OwnAnswer {}

/// A value that no tool can answer with, because the trait `Rule` holds for nothing.
pub struct Rejected<T, Rule: ?Sized>(PhantomData<fn(T)>, PhantomData<fn(&Rule)>);

#[doc(hidden)]
impl<T, Rule: ?Sized> Rejected<T, Rule> {
    pub(crate) fn new() -> Self {
        Rejected(PhantomData, PhantomData)
    }

    pub fn __write(self) -> fn(T) -> Outcome {
        no_conversion
    }

    pub fn __after<Contract, Earlier>(self) -> Self {
        self
    }

    pub fn __types<Contract, Earlier, Part>(self) -> Types<Contract, (), Earlier, Part> {
        Types::new()
    }
}

macro_rules! rules {
    ($($rule:ident)*) => {$(
        #[doc(hidden)]
        impl<T> Rejected<T, dyn $rule> {
            pub fn __schema(self) -> Option<SchemaFn>
            where
                T: $rule,
            {
                None
            }
        }
    )*};
}

rules! { AwaitedAnswer OneResult OneResultOutside OwnAnswer }

macro_rules! rejected {
    ($(for<$($parameter:ident),*> $answer:ty, $value:ty => $rule:ident;)*) => {$(
        #[doc(hidden)]
        impl<$($parameter),*> Tag<$answer> {
            pub fn __value(self) -> Rejected<$value, dyn $rule> {
                Rejected::new()
            }
        }
    )*};
}

rejected! {
    for<T> Elicitation<T>, Elicitation<T> => OwnAnswer;
    for<T, F> Result<Elicitation<T>, F>, Elicitation<T> => OwnAnswer;
    for<T, E> Option<Result<T, E>>, Option<Result<T, E>> => OneResultOutside;
    for<T, E, F> Result<Option<Result<T, E>>, F>, Option<Result<T, E>> => OneResultOutside;
    for<T, E, F> Result<Result<T, E>, F>, Result<T, E> => OneResult;
}
