//! Numbers and booleans in an attribute, and the types that they can have.
//!
//! These traits and panics word the errors. The compiler's own words do not mention attributes.

use crate::message::Message;

/// The range of whole numbers of a type.
pub struct WholeNumbers<T> {
    pub(super) name: &'static str,
    pub(super) least: i128,
    pub(super) most: i128,
    /// Whether they are written with a fraction.
    pub(super) is_float: bool,
    pub(super) of: fn(i128) -> T,
}

/// A number, and how it becomes a value.
pub struct Whole<T> {
    number: i128,
    of: fn(i128) -> T,
}

impl<T> Whole<T> {
    #[doc(hidden)]
    pub fn value(self) -> T {
        (self.of)(self.number)
    }
}

impl<T> WholeNumbers<T> {
    /// Returns a number as a default. The compiler shows the panic at the number.
    #[track_caller]
    #[doc(hidden)]
    pub const fn checked(&self, number: i128) -> Whole<T> {
        if self.is_float {
            let message = Message::new()
                .add("`")
                .add(self.name)
                .add("` has fractions, and this default is written without one\n\nhelp: write `default = ")
                .add_number(number)
                .add(".0`");
            panic!("{}", message.__text());
        }
        if !self.has(number) {
            let message = self
                .refused(number)
                .add("\n\nhelp: write a number from ")
                .add_number(self.least)
                .add(" to ")
                .add_number(self.most)
                .add(", or take another type");
            panic!("{}", message.__text());
        }
        Whole {
            number,
            of: self.of,
        }
    }

    /// Returns the same range without the type.
    pub(super) const fn of_any_type(&self) -> WholeNumbers<()> {
        WholeNumbers {
            name: self.name,
            least: self.least,
            most: self.most,
            is_float: self.is_float,
            of: |_| (),
        }
    }

    pub(super) const fn has(&self, number: i128) -> bool {
        self.least <= number && number <= self.most
    }

    /// Begins a message about a number outside of the range.
    pub(super) const fn refused(&self, number: i128) -> Message {
        Message::new()
            .add("`")
            .add_number(number)
            .add("` is no `")
            .add(self.name)
            .add("`")
    }
}

/// A type of whole numbers, for `#[arg(default = 3)]`: the integers of Rust. Its floats are here for
/// the error, because they need a fraction.
#[diagnostic::on_unimplemented(
    message = "a number cannot be the default of a parameter of type `{Self}`",
    label = "is no `{Self}`",
    note = "write a value of the type, as in `#[arg(default = \"…\")]` for a text, or `#[arg(default = Some(3))]` for an `Option`"
)]
pub trait WholeDefault: Sized {
    #[doc(hidden)]
    const NUMBERS: WholeNumbers<Self>;

    #[doc(hidden)]
    fn of_whole(number: i128) -> Self {
        (Self::NUMBERS.of)(number)
    }
}

macro_rules! integers {
    ($($integer:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl WholeDefault for $integer {
            const NUMBERS: WholeNumbers<$integer> = WholeNumbers {
                name: stringify!($integer),
                least: $integer::MIN as i128,
                // A literal is an `i128` at most.
                most: if $integer::MAX as u128 > i128::MAX as u128 {
                    i128::MAX
                } else {
                    $integer::MAX as i128
                },
                is_float: false,
                of: |number| number as $integer,
            };
        }
    )*};
}

integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

macro_rules! floats {
    ($($float:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl WholeDefault for $float {
            const NUMBERS: WholeNumbers<$float> = WholeNumbers {
                name: stringify!($float),
                least: i128::MIN,
                most: i128::MAX,
                is_float: true,
                of: |number| number as $float,
            };
        }

        #[diagnostic::do_not_recommend]
        impl FractionDefault for $float {
            fn of_fraction(fraction: f64) -> $float {
                fraction as $float
            }
        }
    )*};
}

floats!(f32 f64);

/// A type of numbers with a fraction, for `#[arg(default = 0.5)]`: `f64` and `f32`.
#[diagnostic::on_unimplemented(
    message = "a number with a fraction cannot be the default of a parameter of type `{Self}`",
    label = "is no `{Self}`",
    note = "write a value of the type, as in `#[arg(default = 3)]` for an integer, or `#[arg(default = Some(0.5))]` for an `Option`"
)]
pub trait FractionDefault: Sized {
    #[doc(hidden)]
    fn of_fraction(fraction: f64) -> Self;
}

/// The type of booleans, for `#[arg(default = true)]`: `bool`.
#[diagnostic::on_unimplemented(
    message = "a truth value cannot be the default of a parameter of type `{Self}`",
    label = "is no `{Self}`",
    note = "write a value of the type, as in `#[arg(default = \"…\")]` for a text, or `#[arg(default = Some(true))]` for an `Option`"
)]
pub trait TruthDefault: Sized {
    #[doc(hidden)]
    fn of_truth(value: bool) -> Self;
}

#[diagnostic::do_not_recommend]
impl TruthDefault for bool {
    fn of_truth(value: bool) -> bool {
        value
    }
}
