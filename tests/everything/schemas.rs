//! A tool with a handwritten schema, and a tool with an argument that clients repeat in an HTTP header.

use mcp_tool_runtime::{Tool, ToolAnnotations, ToolError, mcp_tool};
use serde_json::{Value, json};

/// Returns a value that the client sends both as an argument and in a header.
#[mcp_tool(title = "Header", read_only)]
pub(crate) fn test_custom_header(
    /// What to repeat
    #[arg(header = "Value")]
    value: String,
) -> String {
    value
}

/// Returns a tool with a schema that schemars does not generate for any Rust type. The registry publishes the
/// schema unchanged.
pub(crate) fn json_schema_2020_12_tool<S>() -> Tool<S> {
    Tool::builder("json_schema_2020_12_tool")
        .title("Schema written by hand")
        .description(
            "Greets somebody who can be reached: by phone or by email, by email if there is no \
             address, and with an address only by name.",
        )
        .annotations(ToolAnnotations::default().read_only(true))
        .input_schema(json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "$defs": {
                "address": {
                    "$anchor": "address",
                    "description": "Where somebody lives",
                    "type": "object",
                    "properties": {
                        "street": { "type": "string", "description": "Street and number" },
                        "city": { "type": "string", "description": "Name of the city" },
                    },
                },
            },
            "properties": {
                "name": { "type": "string", "description": "Whom to greet" },
                "address": { "$ref": "#/$defs/address" },
                "phone": { "type": "string", "description": "Phone number" },
                "email": { "type": "string", "description": "Email address" },
            },
            "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
            "if": { "required": ["address"] },
            "then": { "required": ["name"] },
            "else": { "required": ["email"] },
            "additionalProperties": false,
        }))
        .handler(|arguments, _context| async move {
            // The registry does not check arguments against a handwritten schema, so the handler
            // checks them.
            let reachable = ["phone", "email"]
                .iter()
                .any(|it| arguments.contains_key(*it));
            let name = arguments.get("name").and_then(Value::as_str);
            match name {
                Some(name) if reachable => Ok(format!("Hello, {name}!")),
                None if reachable => Ok("Hello, whoever you are!".to_owned()),
                _ => Err(ToolError::new("give a `phone` or an `email`")),
            }
        })
}
