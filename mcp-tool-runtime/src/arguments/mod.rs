//! From a request to the values that a tool's function takes.
//!
//! Each parameter has one slot that holds a JSON value. A slot is decoded by its own type, and
//! the faults of all slots are reported together.

mod decode;
mod deserializer;
mod explain;
mod fault;
mod map_key;
mod minimal_call;
mod missing;
mod parameter;
mod place;
mod reference;
mod slots;
mod variant;

pub(crate) use explain::explain;
pub(crate) use fault::Fault;
pub(crate) use parameter::Row;
pub(crate) use slots::{Accept, UnreadableArguments};

pub use parameter::{
    DefaultArgument, DescribeArgument, LentParam, Param, ReadArgument, TextDefault, WriteArgument,
    row,
};
pub use reference::{Owned, ReferenceArgument, lend};
pub(crate) use slots::Arguments;
