//! A tool that the program built at run time: its definition and its schemas.

use std::time::Duration;

use crate::arguments::Row;
use crate::definition::ToolDefinition;
use crate::schema::{SchemaFn, SchemaProfile, SchemaValue};

/// A tool from `Tool::builder`, without its handler.
#[derive(Clone)]
pub(crate) struct ValueTool {
    /// The definition without the schemas.
    pub(crate) definition: ToolDefinition,
    pub(crate) input: ValueSchema<&'static [Row]>,
    pub(crate) output: Option<ValueSchema<SchemaFn>>,
    /// Whether the handler can return structured content.
    pub(crate) is_structured: bool,
    pub(crate) timeout: Option<Duration>,
    pub(crate) request_state: bool,
    pub(crate) schema_profile: Option<SchemaProfile>,
}

/// The source of a tool's schema: a schema that the author gave, or a type.
#[derive(Clone)]
pub(crate) enum ValueSchema<T> {
    Given(SchemaValue),
    OfType(T),
}

impl<T> ValueSchema<T> {
    pub(crate) fn is_written(&self) -> bool {
        matches!(self, ValueSchema::Given(SchemaValue::Handwritten(_)))
    }
}
