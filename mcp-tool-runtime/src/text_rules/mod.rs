//! Rules for titles, descriptions and names. Generated code checks texts in constants and files at compile
//! time. The registry checks the texts that a tool publishes.

mod check;
mod published_texts;
mod words;

pub use check::{check_argument, check_description, check_title, check_wrap};
pub(crate) use published_texts::faults;
