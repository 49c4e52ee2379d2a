//! The traits of the arguments of `ToolContext::progress`.

use std::borrow::Cow;

/// A type for the current progress: a float, or an integer of up to 64 bits.
#[diagnostic::on_unimplemented(
    message = "progress must be a number, not `{Self}`",
    label = "is not a number",
    note = "write `cx.progress(done, total, \"what is being done\")`; `total` and the message may be `None`"
)]
pub trait ProgressAmount {
    #[doc(hidden)]
    fn amount(self) -> f64;
}

/// A type for the total amount of progress: a float, an integer of up to 64 bits, or `Option<f64>`.
#[diagnostic::on_unimplemented(
    message = "the total of progress is a number or an `Option<f64>`, not `{Self}`",
    label = "is neither a number nor an `Option<f64>`",
    note = "if the total may be unknown, write `total.map(|total| total as f64)`"
)]
pub trait ProgressTotal {
    #[doc(hidden)]
    fn total(self) -> Option<f64>;
}

/// A type for the message of a progress notification: `&str`, `&String`, `String`, `Cow<str>` or `Option<&str>`.
#[diagnostic::on_unimplemented(
    message = "the message of progress is a string or `None`, not `{Self}`",
    label = "is not a string",
    note = "write `cx.progress(done, total, \"what is being done\")`, or `None` in place of the text; for an `Option<String>`, write `message.as_deref()`"
)]
pub trait ProgressMessage {
    #[doc(hidden)]
    fn message(&self) -> Option<&str>;
}

#[diagnostic::do_not_recommend]
impl ProgressMessage for Option<&str> {
    fn message(&self) -> Option<&str> {
        *self
    }
}

macro_rules! texts {
    ($($text:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl ProgressMessage for $text {
            fn message(&self) -> Option<&str> {
                Some(self)
            }
        }
    )*};
}

texts! { &str &String String Cow<'_, str> }

#[diagnostic::do_not_recommend]
impl ProgressTotal for Option<f64> {
    fn total(self) -> Option<f64> {
        self
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl ProgressAmount for $number {
            fn amount(self) -> f64 {
                // Most clients read JSON numbers as `f64`, so the precision that the cast loses
                // above 2^53 does not matter.
                self as f64
            }
        }

        #[diagnostic::do_not_recommend]
        impl ProgressTotal for $number {
            fn total(self) -> Option<f64> {
                Some(self.amount())
            }
        }
    )*};
}

numbers! { f32 f64 i8 i16 i32 i64 isize u8 u16 u32 u64 usize }
