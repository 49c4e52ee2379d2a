//! The result of a call.
//!
//! ```text
//! call_tool_result    the result, and its JSON for each protocol version
//! structured_content  a value that serde has written as JSON
//! input_required      the response of a call that needs input from the client
//! ```

mod call_tool_result;
mod input_required;
mod structured_content;

pub use call_tool_result::{CallToolResponse, CallToolResult};
pub(crate) use call_tool_result::{serialize_raw, write_meta};
pub use input_required::InputRequired;
pub use structured_content::StructuredContent;
