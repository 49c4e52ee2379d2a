//! Types that cannot be results of a tool, although serde can serialize some of them. No type implements the
//! traits in this file. They only define the compiler's messages.

use super::returns::{Returns, Success};
use crate::elicit::Elicitation;

/// Rejects a future as the result.
#[diagnostic::on_unimplemented(
    message = "a tool cannot return a future",
    label = "is a future",
    note = "make the function `async`, `.await` the future in the body, and return the output of the future"
)]
pub trait AwaitedResult {}

/// Rejects a `Result` inside a `Result`.
#[diagnostic::on_unimplemented(
    message = "an `Err` inside of an `Ok` would be sent as a result, not as an error",
    label = "is a `Result` inside a `Result`",
    note = "return one `Result<…, ToolError>`: in the body, write `.map_err(ToolError::display)?` after each call that can fail"
)]
pub trait OneResult {}

/// Rejects a `Result` inside an `Option`.
#[diagnostic::on_unimplemented(
    message = "an `Err` inside of a `Some` would be sent as a result, not as an error",
    label = "contains a `Result`",
    note = "return one `Result<Option<…>, ToolError>`: in the body, write `.transpose().map_err(ToolError::display)?` after the `Option`"
)]
pub trait OneResultOutside {}

/// Rejects an `Elicitation` as the result.
#[diagnostic::on_unimplemented(
    message = "the user's reply to a question cannot be the result of a tool",
    label = "is the user's reply to `elicit`",
    note = "`match` on `Elicitation::Accepted`, `Declined` and `Cancelled` in the body, and return text or data"
)]
pub trait OwnResult {}

macro_rules! rejected {
    ($(for<$($parameter:ident),*> $answer:ty, $value:ty => $rule:ident;)*) => {$(
        #[doc(hidden)]
        impl<$($parameter,)* S> Returns<$answer, S> {
            pub fn __success(self) -> Success<$value>
            where
                $value: $rule,
            {
                unreachable!("no type implements the trait")
            }
        }
    )*};
}

rejected! {
    for<T> Elicitation<T>, Elicitation<T> => OwnResult;
    for<T, F> Result<Elicitation<T>, F>, Elicitation<T> => OwnResult;
    for<T, E> Option<Result<T, E>>, Option<Result<T, E>> => OneResultOutside;
    for<T, E, F> Result<Option<Result<T, E>>, F>, Option<Result<T, E>> => OneResultOutside;
    for<T, E, F> Result<Result<T, E>, F>, Result<T, E> => OneResult;
}
