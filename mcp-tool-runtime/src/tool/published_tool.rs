//! The schemas and `_meta` that a tool publishes. A program without `Tool::builder` does not link [`publish`].

use mcp_tool_schema::generate::SchemaProfile;
use mcp_tool_schema::output::output_schema;
use mcp_tool_schema::validator::Validator;
use serde_json::{Map, Value};

use super::bound_tool::{ValueSchema, ValueTool};
use crate::arguments::{InputDocument, input_schema};

/// The schemas and `_meta` of one tool, before the registry checks them.
#[derive(Default)]
pub(crate) struct PublishedTool {
    pub(crate) input: InputDocument,
    pub(crate) output: Option<Map<String, Value>>,
    /// Whether the registry validates successful results against the output schema.
    pub(crate) is_checked: bool,
    pub(crate) meta: Option<Map<String, Value>>,
    pub(crate) faults: Vec<Fault>,
}

/// A fault of a tool: the faulty part, such as `meta` or `output schema`, and the reason.
type Fault = (&'static str, String);

/// Runs the user code that generates schemas, and checks the schemas that the author gave.
pub(super) fn publish(tool: &ValueTool, closed: bool, profile: SchemaProfile) -> PublishedTool {
    let mut published = PublishedTool::default();
    match &tool.input {
        ValueSchema::OfType(rows) => published.input = input_schema(rows, closed, profile),
        ValueSchema::Given(schema) => match schema.input(profile) {
            Ok(schema) => {
                if tool.enforces_schemas {
                    let fault = unenforceable(&schema);
                    published
                        .faults
                        .extend(fault.map(|fault| ("input schema", fault)));
                }
                published.input = InputDocument::of_schema(schema, tool.enforces_schemas);
            }
            Err(reason) => published.faults.push(("input schema", reason)),
        },
    }
    if tool.output.is_some() && !tool.is_structured {
        let reason = "its handler returns text or content blocks, but the output schema requires structured \
             content; return `serde_json::Value`, `WithContent<T>` or \
                      `CallToolResult::structured(&value)`, or remove the schema";
        published.faults.push(("output schema", reason.to_owned()));
    }
    if let Some(schema) = &tool.output {
        published.is_checked = !schema.is_written() || tool.enforces_schemas;
        let schema = match schema {
            ValueSchema::OfType(schema) => Ok(output_schema(schema, profile)),
            ValueSchema::Given(schema) => schema.output(profile),
        };
        match schema {
            Ok(schema) => {
                let enforced = schema.as_ref().filter(|_| tool.enforces_schemas);
                let fault = enforced.and_then(unenforceable);
                published
                    .faults
                    .extend(fault.map(|fault| ("output schema", fault)));
                published.output = schema;
            }
            Err(reason) => published.faults.push(("output schema", reason)),
        }
    }
    published
}

/// Returns why the registry cannot enforce a schema, if that is so.
fn unenforceable(schema: &Map<String, Value>) -> Option<String> {
    let reason = Validator::new(schema).unsupported()?;
    Some(format!(
        "{reason}; to publish the schema without checks, remove `enforce_schemas`"
    ))
}
