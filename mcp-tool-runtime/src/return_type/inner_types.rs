//! Which of the types in a tool's signature lacks a derive.
//!
//! The compiler would reject `Vec<Option<Page>>` only as a whole. So the expansion lists the types
//! inside, the innermost first, and checks each with [`Types`]: the first that does not fit is
//! reported, unless the whole fits. Method resolution chooses among the rungs.

use std::marker::PhantomData;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The contract of an argument.
pub struct Input;

/// The contract of an answer with a schema.
pub struct Output;

/// The contract of an answer without a schema.
pub struct Written;

/// A type with all derives that a contract asks for.
pub trait Fits<Contract> {}

impl<T: DeserializeOwned + JsonSchema> Fits<Input> for T {}
impl<T: Serialize + JsonSchema + ?Sized> Fits<Output> for T {}
impl<T: Serialize + ?Sized> Fits<Written> for T {}

/// A list of types that fit: `(PhantomData<A>, (PhantomData<B>, ()))`.
pub trait AllFit<Contract> {}

impl<Contract> AllFit<Contract> for () {}
impl<Contract, T: Fits<Contract> + ?Sized, Rest: AllFit<Contract>> AllFit<Contract>
    for (PhantomData<T>, Rest)
{
}

/// Checks the `Part` of the `Whole`, after the parts of `Earlier`.
pub struct Types<Contract, Whole, Earlier, Part: ?Sized>(
    PhantomData<fn(Contract, Whole, Earlier)>,
    PhantomData<fn(&Part)>,
);

impl<Contract, Whole, Earlier, Part: ?Sized> Types<Contract, Whole, Earlier, Part> {
    pub(crate) const fn new() -> Self {
        Types(PhantomData, PhantomData)
    }
}

/// The types inside of an argument.
pub const fn input_types<Whole, Earlier, Part: ?Sized>() -> Types<Input, Whole, Earlier, Part> {
    Types::new()
}

/// A type that needs no check.
pub struct Fitting;

#[doc(hidden)]
impl Fitting {
    pub fn __check(self) {}
}

/// A part of a type that does not fit.
pub struct Suspect<Contract, Earlier, Part: ?Sized>(
    PhantomData<fn(Contract, Earlier)>,
    PhantomData<fn(&Part)>,
);

pub(crate) mod rungs {
    use super::{AllFit, Fits, Fitting, Input, Output, PhantomData, Suspect, Types, Written};
    use crate::arguments::{ArgumentType, DescribeArgument, ReadArgument};
    use crate::return_type::{AnswerType, DescribeAnswer, WriteAnswer};

    /// The whole fits.
    pub trait ByWhole: Sized {
        fn __part(self) -> Fitting {
            Fitting
        }
    }

    impl<C, W: Fits<C>, D, P: ?Sized> ByWhole for Types<C, W, D, P> {}

    /// The whole does not fit.
    pub trait ByPart: Sized {
        type Contract;
        type Earlier;
        type Part: ?Sized;
        fn __part(self) -> Suspect<Self::Contract, Self::Earlier, Self::Part> {
            Suspect(PhantomData, PhantomData)
        }
    }

    impl<C, W, D, P: ?Sized> ByPart for &Types<C, W, D, P> {
        type Contract = C;
        type Earlier = D;
        type Part = P;
    }

    /// The part fits.
    pub trait ByFitting: Sized {
        fn __check(self) {}
    }

    impl<C, D, P: Fits<C> + ?Sized> ByFitting for Suspect<C, D, P> {}

    /// The part is the first that does not fit.
    pub trait ByInput: Sized {
        type T: ?Sized;
        fn __check<Kind>(self)
        where
            Self::T: ArgumentType<Kind>,
            <Self::T as ArgumentType<Kind>>::Described: DescribeArgument,
            <Self::T as ArgumentType<Kind>>::Read: ReadArgument,
        {
        }
    }

    impl<D: AllFit<Input>, P: ?Sized> ByInput for &Suspect<Input, D, P> {
        type T = P;
    }

    /// The part is the first that does not fit.
    pub trait ByOutput: Sized {
        type T: ?Sized;
        fn __check<Kind>(self)
        where
            Self::T: AnswerType<Kind>,
            <Self::T as AnswerType<Kind>>::Described: DescribeAnswer,
            <Self::T as AnswerType<Kind>>::Written: WriteAnswer,
        {
        }
    }

    impl<D: AllFit<Output>, P: ?Sized> ByOutput for &Suspect<Output, D, P> {
        type T = P;
    }

    /// The part is the first that does not fit.
    pub trait ByWritten: Sized {
        type T: ?Sized;
        fn __check(self)
        where
            Self::T: WriteAnswer,
        {
        }
    }

    impl<D: AllFit<Written>, P: ?Sized> ByWritten for &Suspect<Written, D, P> {
        type T = P;
    }

    /// An earlier part does not fit.
    pub trait ByEarlier: Sized {
        fn __check(self) {}
    }

    impl<C, D, P: ?Sized> ByEarlier for &mut Suspect<C, D, P> {}
}
