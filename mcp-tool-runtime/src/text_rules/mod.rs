//! What texts may say: for the compiler, which looks at constants and files, and for the registry,
//! which looks at all that a tool publishes.

mod check;
mod published;
mod words;

pub use check::{check_argument, check_description, check_title, check_wrap};
pub(crate) use published::faults;
