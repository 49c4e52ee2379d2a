//! Decodes the arguments of a request into the values that a tool's function takes.
//!
//! The arguments of a call have one slot for each parameter. The slot holds the client's JSON, and the
//! parameter's type decodes it. One error reports the faults of all arguments.

mod absence;
mod bounds;
mod decode;
mod deserializer;
mod explain;
mod fault;
#[cfg(feature = "garde")]
mod garde;
mod given_value;
mod input;
mod input_schema;
mod map_key;
mod parameter;
mod parse_problem;
mod problem_location;
mod published_values;
mod reference;
mod row;
mod rules;
mod sample_values;
mod slots;
mod text_reader;
mod validation;
mod wrong_arguments;

pub(crate) use decode::decode;
pub(crate) use explain::{explain, explain_form};
pub(crate) use fault::{Faults, Problem};
pub(crate) use input::Input;
pub(crate) use input_schema::{InputDocument, input_schema};
pub(crate) use row::Row;
pub(crate) use text_reader::TextReader;

#[cfg(feature = "garde")]
pub use self::garde::{NotValidated, Validation};
pub use bounds::{
    ArgumentType, DefaultArgument, DescribeArgument, NoType, ReadArgument, SchemaFunction,
    TextDefault, ToJson, WriteArgument,
};
pub use parameter::Parameter;
pub use reference::{Borrowed, ReferenceArgument, borrow, borrow_optional};
pub use row::{BorrowedDefault, OptionalBorrowedDefault, OwnedDefault, argument};
pub use rules::{
    Bound, Header, HeaderArgument, Length, LengthArgument, LengthUnit, NoNumbers, NumberArgument,
    Range, Rules,
};
#[cfg(feature = "regex")]
pub use rules::{Pattern, TextArgument};
pub use slots::Arguments;
pub use wrong_arguments::{ArgumentFault, WrongArguments};
