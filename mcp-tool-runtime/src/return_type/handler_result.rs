//! The results of handlers, for tools from `Tool::builder`.
//!
//! A handler is generic, so method resolution on [`Returns`](super::Returns) cannot select its conversion. Instead, the
//! handler returns text, content or JSON, or the type that [`ToolBuilder::output`](crate::ToolBuilder::output)
//! declares. The compiler infers the parameter `Kind` from the returned type.
//!
//! No implementation has a bound that a user's type can miss, except `Serialize`. Otherwise, rustc would mark the
//! whole builder instead of `handler`.

use std::convert::Infallible;
use std::error::Error;
use std::marker::PhantomData;

use serde::Serialize;
use serde_json::Value;

use super::bounds::ExplainFailure;
use super::outcome::Outcome;
use super::with_content::{ContentAndData, WithContent, WithText};
use crate::error::ToolError;

/// Stands for a builder without [`ToolBuilder::output`](crate::ToolBuilder::output).
pub struct WithoutOutput;

/// Stands for a builder with `output::<T>()`.
pub struct WithOutput<T>(PhantomData<fn() -> T>);

/// Marks the type that `output` declares.
pub struct Exact;

/// Marks text, content and JSON.
pub struct Built;

/// Marks a `Result` with a value of the kind `K`.
pub struct Fallible<K>(PhantomData<fn() -> K>);

/// A type that a handler can return, for a tool from `Tool::builder`. `Output` says whether the builder's `output`
/// has declared a type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of this handler",
    label = "returns neither text nor content, nor the type that `output` declares",
    note = "to return a type with `Serialize` and `JsonSchema`, call `.output::<T>()` with this type before the handler",
    note = "without `output`, return a string, content blocks, `serde_json::Value`, `WithContent<T>` or `CallToolResult`, or a `Result` of one of them"
)]
pub trait HandlerResult<Output, Kind> {
    /// The error of a `Result`.
    type Error;

    /// Whether a result can have structured content.
    #[doc(hidden)]
    const IS_STRUCTURED: bool;

    #[doc(hidden)]
    fn into_outcome(self) -> Result<Outcome, Self::Error>;
}

#[diagnostic::do_not_recommend]
impl<T: Serialize> HandlerResult<WithOutput<T>, Exact> for T {
    type Error = Infallible;

    const IS_STRUCTURED: bool = true;

    fn into_outcome(self) -> Result<Outcome, Infallible> {
        Ok(Outcome::structured(&self))
    }
}

#[diagnostic::do_not_recommend]
impl<T: Serialize, E> HandlerResult<WithOutput<T>, Fallible<Exact>> for Result<T, E> {
    type Error = E;

    const IS_STRUCTURED: bool = true;

    fn into_outcome(self) -> Result<Outcome, E> {
        self.map(|answer| Outcome::structured(&answer))
    }
}

/// Implements [`HandlerResult`] for types with a conversion of their own. `text` types have no structured
/// content, so they are no results of a handler with `output`.
macro_rules! handler_results {
    (text: $(for<$($lifetime:lifetime)?> $type:ty => $convert:expr;)*) => {$(
        $crate::return_type::handler_results!(
            @with [$($lifetime)?] $crate::return_type::WithoutOutput, false; $type => $convert;
        );
    )*};
    (data: $(for<> $type:ty => $convert:expr;)*) => {$(
        $crate::return_type::handler_results!(@with [O] O, true; $type => $convert;);
    )*};
    (@with [$($generic:tt)?] $output:ty, $is_structured:literal; $type:ty => $convert:expr;) => {
        #[doc(hidden)]
        #[diagnostic::do_not_recommend]
        impl<$($generic)?>
            $crate::return_type::HandlerResult<$output, $crate::return_type::Built> for $type
        {
            type Error = std::convert::Infallible;

            const IS_STRUCTURED: bool = $is_structured;

            fn into_outcome(self) -> Result<$crate::return_type::Outcome, std::convert::Infallible> {
                let convert: fn($type) -> $crate::return_type::Outcome = $convert;
                Ok(convert(self))
            }
        }

        #[doc(hidden)]
        #[diagnostic::do_not_recommend]
        impl<$($generic,)? E>
            $crate::return_type::HandlerResult<
                $output,
                $crate::return_type::Fallible<$crate::return_type::Built>,
            > for Result<$type, E>
        {
            type Error = E;

            const IS_STRUCTURED: bool = $is_structured;

            fn into_outcome(self) -> Result<$crate::return_type::Outcome, E> {
                let convert: fn($type) -> $crate::return_type::Outcome = $convert;
                self.map(convert)
            }
        }
    };
}

pub(crate) use handler_results;

handler_results! {
    data:
    for<> Value => |value| Outcome::structured(&value);
}

macro_rules! content_and_data {
    ($($answer:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: Serialize, O> HandlerResult<O, Built> for $answer<T> {
            type Error = Infallible;

            const IS_STRUCTURED: bool = true;

            fn into_outcome(self) -> Result<Outcome, Infallible> {
                let (content, data) = self.split();
                Ok(Outcome::structured(&data).with_content(content))
            }
        }

        #[diagnostic::do_not_recommend]
        impl<T: Serialize, E, O> HandlerResult<O, Fallible<Built>> for Result<$answer<T>, E> {
            type Error = E;

            const IS_STRUCTURED: bool = true;

            fn into_outcome(self) -> Result<Outcome, E> {
                let (content, data) = self?.split();
                Ok(Outcome::structured(&data).with_content(content))
            }
        }
    )*};
}

content_and_data! { WithText WithContent }

/// The error of a handler.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a handler",
    label = "is not mapped to a `ToolError`",
    note = "on the `Result`, call `.map_err(ToolError::display)` to show the error's text to the model, or `.map_err(ToolError::private)` to hide the error and log it",
    note = "for your own type, add `#[derive(mcp_tool_runtime::ToolError)]`"
)]
pub trait HandlerError {
    #[doc(hidden)]
    fn into_outcome(self) -> Outcome;
}

#[diagnostic::do_not_recommend]
impl<E: Into<ToolError>> HandlerError for E {
    fn into_outcome(self) -> Outcome {
        Outcome::Failure(Box::new(self.into()))
    }
}

macro_rules! explained {
    ($($error:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl HandlerError for $error {
            fn into_outcome(self) -> Outcome {
                <$error as ExplainFailure>::EXPLAIN(self)
            }
        }
    )*};
}

explained! { String &'static str Box<dyn Error + Send + Sync> }
