//! The definition of a tool: what a client reads about it.
//!
//! ```text
//! tool_definition   the definition, and its form for each protocol version
//! tool_annotations  the hints about the effects of a call
//! definition_text   definitions and schemas as JSON text
//! header_binding    arguments that a client repeats in HTTP headers
//! ```

mod definition_text;
mod header_binding;
mod tool_annotations;
mod tool_definition;

pub(crate) use definition_text::{DefinitionText, SchemaText};
pub use header_binding::HeaderBinding;
pub(crate) use header_binding::header_bindings;
pub use tool_annotations::ToolAnnotations;
pub use tool_definition::ToolDefinition;
