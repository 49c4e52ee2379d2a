//! From a request to the values that a tool's function takes.
//!
//! Each parameter has one slot that holds a JSON value. A slot is decoded by its own type, and
//! the faults of all slots are reported together.

mod absence;
mod bounds;
mod decode;
mod deserializer;
mod explain;
mod fault;
mod flatten;
#[cfg(feature = "garde")]
mod garde;
mod input;
mod literal;
mod map_key;
mod minimal_call;
mod nesting;
mod parameter;
mod place;
mod probe;
mod reference;
mod row;
mod rules;
mod slots;
mod variant;
mod wrapper;

pub(crate) use decode::decode;
pub(crate) use explain::{explain, explain_form, explain_misfit};
pub(crate) use fault::{Faults, LISTED, Problem};
pub(crate) use input::{Clash, Input, required};
pub(crate) use minimal_call::refused_members;
pub(crate) use probe::complete;
pub(crate) use row::Row;
pub(crate) use slots::{Accept, UnreadableArguments};

#[cfg(feature = "garde")]
pub use self::garde::{NotValidated, Validation};
pub use bounds::{
    ArgumentType, DefaultArgument, DescribeArgument, ReadArgument, SchemaFunction, TextDefault,
    WriteArgument, WriteValue,
};
pub use literal::{FractionDefault, TruthDefault, Whole, WholeDefault};
pub use parameter::{LackingParam, LentParam, Param};
pub use reference::{Owned, ReferenceArgument, lend};
pub use row::row;
#[cfg(feature = "regex")]
pub(crate) use rules::compile as compile_pattern;
pub use rules::{
    Bound, FractionBound, FractionRange, HeaderArgument, Length, LengthArgument, LengthUnit,
    Mirrored, NoNumbers, NumberArgument, Range, Rules, WholeRange,
};
#[cfg(feature = "regex")]
pub use rules::{Pattern, TextArgument};
pub use slots::Arguments;
pub use wrapper::NoWrapper;
