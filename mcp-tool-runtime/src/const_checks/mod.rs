//! Checks that the compiler runs on constants: names, titles, descriptions and icons. Expansions call them.
//!
//! ```text
//! error_message  builds the message of a compile error
//! tool_name      checks tool names, and finds duplicate names in a list
//! text           checks titles and descriptions
//! text_fault     describes the fault of a text, also for the registry
//! icon           checks icons
//! ```

mod error_message;
mod icon;
mod text;
mod text_fault;
mod tool_name;

pub(crate) use error_message::Message;
pub use icon::refused_icon;
pub use text::{check_argument, check_description, check_title, check_wrap};
pub(crate) use text_fault::describe_fault;
pub use tool_name::{count_names, find_duplicates, refused_entry, refused_name};
