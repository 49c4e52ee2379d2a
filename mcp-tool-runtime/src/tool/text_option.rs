//! The types of options that require a string.

/// The type of an option's string: only `&'static str`. The value of an option must be a constant, and a
/// constant cannot contain a `String`.
#[diagnostic::on_unimplemented(
    message = "this option takes a string, not a value of type `{Self}`",
    label = "is not a `&'static str`",
    note = "write the string in quotes, or a `&'static str` constant, as in `const TEXT: &str = \"…\";`"
)]
pub trait TextOption {}

#[diagnostic::do_not_recommend]
impl TextOption for &'static str {}

/// The value of a macro's option, if the macro cannot know the type of the value. For a string, rustc calls
/// the inherent method `given_text`. For any other value, rustc calls the method of [`NoText`]. The bound of
/// that method fails, so the error points at the user's value.
pub struct GivenText<T>(pub T);

impl GivenText<&'static str> {
    pub const fn given_text(self) -> &'static str {
        self.0
    }
}

impl GivenText<&'static &'static str> {
    pub const fn given_text(self) -> &'static str {
        self.0
    }
}

/// Adds a method with an unmet bound to values that are not strings. For strings, rustc prefers the inherent
/// method.
pub trait NoText: Sized {
    type T;

    fn given_text(self) -> &'static str
    where
        Self::T: TextOption,
    {
        unreachable!("each text has an inherent method of this name")
    }
}

impl<T> NoText for GivenText<T> {
    type T = T;
}
