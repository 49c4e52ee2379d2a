//! The types that options accept as a text.

/// The type of an option's text: only `&'static str`. Options are constants, and a constant cannot
/// hold a `String`.
#[diagnostic::on_unimplemented(
    message = "this option takes a string, not a value of type `{Self}`",
    label = "is not a `&'static str`",
    note = "write the string in quotes, or a `&'static str` constant, as in `const TEXT: &str = \"…\";`"
)]
pub trait TextOption {}

#[diagnostic::do_not_recommend]
impl TextOption for &'static str {}

/// The value of an option whose type only the compiler knows. Text has an inherent method, and
/// every other type gets the method of [`NoText`] with the bound. So the error points at the user's
/// value.
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

/// Gives values that are not text a method with an unmet bound. rustc prefers the inherent methods
/// of text.
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
