//! Finds the type in a tool's signature that lacks a derive.
//!
//! Without this check, the compiler would blame `Vec<Option<Page>>` instead of `Page`. So the macro generates
//! a list of the inner types, the innermost first, and [`Types`] checks each. If the whole type, such as
//! `Vec<Option<Page>>`, lacks a trait, the compiler reports the first inner type that lacks one, or else the
//! whole type. Method resolution chooses the first trait in [`rungs`] that applies.

use std::marker::PhantomData;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The derives that an argument needs.
pub struct Input;

/// The derives that a result with a schema needs.
pub struct Output;

/// The derive that a result without a schema needs.
pub struct Written;

/// A type that has all derives that `Contract` requires. `Contract` is `Input`, `Output` or `Written`.
pub trait Fits<Contract> {}

impl<T: DeserializeOwned + JsonSchema> Fits<Input> for T {}
impl<T: Serialize + JsonSchema + ?Sized> Fits<Output> for T {}
impl<T: Serialize + ?Sized> Fits<Written> for T {}

/// A list of types that all fit a contract: `(PhantomData<A>, (PhantomData<B>, ()))`.
pub trait AllFit<Contract> {}

impl<Contract> AllFit<Contract> for () {}
impl<Contract, T: Fits<Contract> + ?Sized, Rest: AllFit<Contract>> AllFit<Contract>
    for (PhantomData<T>, Rest)
{
}

/// Checks the inner type `Part` of `Whole`. `Earlier` lists the inner types that the generated code checks
/// before `Part`.
pub struct Types<Contract, Whole, Earlier, Part: ?Sized>(
    PhantomData<fn(Contract, Whole, Earlier)>,
    PhantomData<fn(&Part)>,
);

impl<Contract, Whole, Earlier, Part: ?Sized> Types<Contract, Whole, Earlier, Part> {
    pub(crate) const fn new() -> Self {
        Types(PhantomData, PhantomData)
    }
}

/// Starts the check of an argument's inner type.
pub const fn input_types<Whole, Earlier, Part: ?Sized>() -> Types<Input, Whole, Earlier, Part> {
    Types::new()
}

/// Indicates that the whole type fits its contract, so the inner type needs no check.
pub struct NoSuspect;

#[doc(hidden)]
impl NoSuspect {
    pub fn __require_derives(self) {}
}

/// The inner type `Part`, which needs a check because the whole type does not fit.
pub struct Suspect<Contract, Earlier, Part: ?Sized>(
    PhantomData<fn(Contract, Earlier)>,
    PhantomData<fn(&Part)>,
);

pub(crate) mod rungs {
    use super::{AllFit, Fits, Input, NoSuspect, Output, PhantomData, Suspect, Types, Written};
    use crate::arguments::{ArgumentType, DescribeArgument, ReadArgument};
    use crate::return_type::{DescribeResult, ResultType, SerializeResult};

    /// Applies if the whole type fits, so there is no error to report.
    pub trait ByWhole: Sized {
        fn __inner_type(self) -> NoSuspect {
            NoSuspect
        }
    }

    impl<C, W: Fits<C>, D, P: ?Sized> ByWhole for Types<C, W, D, P> {}

    /// Applies if the whole type does not fit.
    pub trait ByPart: Sized {
        type Contract;
        type Earlier;
        type Part: ?Sized;
        fn __inner_type(self) -> Suspect<Self::Contract, Self::Earlier, Self::Part> {
            Suspect(PhantomData, PhantomData)
        }
    }

    impl<C, W, D, P: ?Sized> ByPart for &Types<C, W, D, P> {
        type Contract = C;
        type Earlier = D;
        type Part = P;
    }

    /// Applies if this inner type fits, so another type causes the error.
    pub trait ByFitting: Sized {
        fn __require_derives(self) {}
    }

    impl<C, D, P: Fits<C> + ?Sized> ByFitting for Suspect<C, D, P> {}

    /// Applies to the first inner type that does not fit the contract `Input`. The bounds of `__require_derives`
    /// make the compiler report that type.
    pub trait ByInput: Sized {
        type T: ?Sized;
        fn __require_derives<Kind>(self)
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

    /// Applies to the first inner type that does not fit the contract `Output`. The bounds of `__require_derives`
    /// make the compiler report that type.
    pub trait ByOutput: Sized {
        type T: ?Sized;
        fn __require_derives<Kind>(self)
        where
            Self::T: ResultType<Kind>,
            <Self::T as ResultType<Kind>>::Described: DescribeResult,
            <Self::T as ResultType<Kind>>::Written: SerializeResult,
        {
        }
    }

    impl<D: AllFit<Output>, P: ?Sized> ByOutput for &Suspect<Output, D, P> {
        type T = P;
    }

    /// Applies to the first inner type that does not fit the contract `Written`. The bounds of `__require_derives`
    /// make the compiler report that type.
    pub trait ByWritten: Sized {
        type T: ?Sized;
        fn __require_derives(self)
        where
            Self::T: SerializeResult,
        {
        }
    }

    impl<D: AllFit<Written>, P: ?Sized> ByWritten for &Suspect<Written, D, P> {
        type T = P;
    }

    /// Applies if an earlier inner type does not fit. The compiler has already reported that type.
    pub trait ByEarlier: Sized {
        fn __require_derives(self) {}
    }

    impl<C, D, P: ?Sized> ByEarlier for &mut Suspect<C, D, P> {}
}
