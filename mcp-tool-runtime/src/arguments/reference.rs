//! Parameters that a function borrows, such as `&str`, `&[T]`, `&T` or `Option<&T>`.

use std::borrow::Borrow;
use std::path::{Path, PathBuf};

use serde_json::value::RawValue;

/// The type `X` behind a parameter `&X`, with the owned type into which the registry decodes the argument.
///
/// Unlike `ToOwned`, this trait does not require `T: Clone` for a `&T`. The generated code owns the decoded
/// value, and passes the tool's function a reference to this value.
#[diagnostic::on_unimplemented(
    message = "`&{Self}` cannot be a tool parameter: the registry cannot decode an owned form of `{Self}`",
    label = "cannot be borrowed from a request",
    note = "take the parameter by value, or as `&str`, `&[T]`, `&Path` or `&T` of a sized type"
)]
pub trait ReferenceArgument {
    /// The type into which the registry decodes the argument.
    type Owned: Borrow<Self> + 'static;
}

impl<T: 'static> ReferenceArgument for T {
    type Owned = T;
}

impl ReferenceArgument for str {
    type Owned = String;
}

impl<T: 'static> ReferenceArgument for [T] {
    type Owned = Vec<T>;
}

impl ReferenceArgument for Path {
    type Owned = PathBuf;
}

impl ReferenceArgument for RawValue {
    type Owned = Box<RawValue>;
}

/// The type into which the registry decodes the argument for a parameter of type `&X`.
pub type Borrowed<X> = <X as ReferenceArgument>::Owned;

/// A value that the function borrows: the decoded one, or the default.
pub enum BorrowedValue<X: ReferenceArgument + ?Sized + 'static> {
    Decoded(Borrowed<X>),
    Default(&'static X),
}

/// The value of a parameter that the function borrows: [`BorrowedValue`] for `&X`, and an `Option` of it for
/// `Option<&X>`.
pub trait BorrowedParameter: Sized + 'static {
    /// The type into which the registry decodes the argument.
    type Owned: 'static;

    fn from_owned(owned: Self::Owned) -> Self;
}

impl<X: ReferenceArgument + ?Sized + 'static> BorrowedParameter for BorrowedValue<X> {
    type Owned = Borrowed<X>;

    fn from_owned(owned: Borrowed<X>) -> Self {
        BorrowedValue::Decoded(owned)
    }
}

impl<L: BorrowedParameter> BorrowedParameter for Option<L> {
    type Owned = Option<L::Owned>;

    fn from_owned(owned: Option<L::Owned>) -> Self {
        owned.map(L::from_owned)
    }
}

/// Returns the reference that the tool's function receives.
pub fn borrow<X: ReferenceArgument + ?Sized>(borrowed: &BorrowedValue<X>) -> &X {
    match borrowed {
        BorrowedValue::Decoded(owned) => owned.borrow(),
        BorrowedValue::Default(borrowed) => borrowed,
    }
}

/// Returns the reference that the tool's function receives, for a parameter `Option<&X>`.
pub fn borrow_optional<X: ReferenceArgument + ?Sized>(
    borrowed: &Option<BorrowedValue<X>>,
) -> Option<&X> {
    borrowed.as_ref().map(borrow)
}
