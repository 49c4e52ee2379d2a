//! The types of options that take a text.

/// A type that an option which takes text can be given: `&'static str` and nothing else. Options
/// are constants, and a constant cannot hold a `String`.
#[diagnostic::on_unimplemented(
    message = "this option takes a text, and not a value of type `{Self}`",
    label = "is no `&'static str`",
    note = "write the text in quotes, or a constant of that type, as in `const TEXT: &str = \"…\";`"
)]
pub trait TextOption {}

#[diagnostic::do_not_recommend]
impl TextOption for &'static str {}

/// The value of an option that takes text, where only the compiler knows its type. The bound is on
/// a method that no text gets to: the error is then about the user's value.
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

/// Values that are not text. An inherent method takes precedence over one of a trait.
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
