//! Checks that the compiler runs on constants. Expansions call them.
//!
//! ```text
//! error_message  builds the message of a compile error
//! tool_name      checks tool names, and finds duplicate names in a list
//! text_fault     describes the fault of a text, also for the registry
//! ```

mod error_message;
mod text_fault;
mod tool_name;

pub(crate) use error_message::Message;
pub(crate) use text_fault::describe_fault;
pub(crate) use tool_name::refused_name;
pub use tool_name::{count_names, find_duplicates, refused_entry};
