//! Compile-time checks that the value of a macro's option is a string.

/// The type of a value for a macro's option that requires a string. Only `&'static str` implements this
/// trait, because the value must be a constant, and a constant cannot allocate a `String`.
#[diagnostic::on_unimplemented(
    message = "this option takes a `&'static str`, not a value of type `{Self}`",
    label = "is not a constant text",
    note = "write the string in quotes, or a `&'static str` constant, as in `const TEXT: &str = \"…\";`"
)]
pub trait TextOption {}

#[diagnostic::do_not_recommend]
impl TextOption for &'static str {}

/// The value of a macro's option, if the macro cannot know the type of the value. For a `&'static str` or a
/// reference to one, rustc selects the inherent method `as_str`. For any other value, rustc selects the
/// method of the same name in [`NoText`]. The value's type violates the bound of that method, so the error
/// points at the user's value.
pub struct Text<T>(pub T);

impl Text<&'static str> {
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

impl Text<&'static &'static str> {
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

/// Provides a second method `as_str`, whose bound requires a `&'static str`. If [`Text`] has an
/// inherent method for the value, rustc prefers that method. For any other value, rustc reports the unmet
/// bound.
pub trait NoText: Sized {
    type T;

    // With `&self`, a trait of the user with a method `as_str(self)` could come first.
    #[allow(clippy::wrong_self_convention)]
    fn as_str(self) -> &'static str
    where
        Self::T: TextOption,
    {
        unreachable!("each text has an inherent method of this name")
    }
}

impl<T> NoText for Text<T> {
    type T = T;
}
