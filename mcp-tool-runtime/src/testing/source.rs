//! Gives the linter access to a registry.

use serde_json::Value;

use crate::error::short_type_name;
use crate::protocol::ProtocolVersion;
use crate::registry::ToolRegistry;
use mcp_tool_lint::ToolSource;

impl<S> ToolSource for ToolRegistry<S> {
    fn definitions(&self) -> Value {
        let tools = self.definitions().iter().map(|definition| {
            // A definition contains only text, booleans and JSON, so serializing it cannot fail.
            serde_json::to_value(definition.project(ProtocolVersion::V2025_11_25))
                .unwrap_or_default()
        });
        Value::Array(tools.collect())
    }

    fn list(&self) -> Value {
        let list = self.list(ProtocolVersion::V2026_07_28, None);
        // Listing without a cursor cannot fail.
        list.ok()
            .and_then(|list| serde_json::to_value(list).ok())
            .unwrap_or_default()
    }

    fn argument_type(&self, tool: &str, argument: &str) -> Option<String> {
        let mut types = self.tools().argument_types();
        let found = types.find(|(of, name, _)| (*of, *name) == (tool, argument));
        found.map(|(_, _, name)| short_type_name(name))
    }

    fn allows_nested_input(&self, tool: &str) -> bool {
        self.tools().allows_nested_input(tool)
    }
}
