//! Rules for texts. The compiler checks constants and files, and the registry checks everything
//! that a tool publishes.

mod check;
mod published_texts;
mod words;

pub use check::{check_argument, check_description, check_title, check_wrap};
pub(crate) use published_texts::faults;
