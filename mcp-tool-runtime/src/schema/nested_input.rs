//! A tool whose whole input is nested under its only argument.

use mcp_tool_rules::schema::is_name_of_input;
use serde_json::{Map, Value};

use super::resolve;

/// Returns the argument that the whole input is nested under. Arguments in headers do not count.
pub(crate) fn nested_input(input: &Map<String, Value>) -> Option<&str> {
    let arguments = input.get("properties")?.as_object()?.iter();
    let mut arguments = arguments.filter(|(_, schema)| schema.get("x-mcp-header").is_none());
    let (Some((name, schema)), None) = (arguments.next(), arguments.next()) else {
        return None;
    };
    let members = resolve(schema, input).get("properties")?.as_object()?;
    // `flatten` does not take an argument that may be absent.
    let required = input.get("required")?.as_array()?;
    let is_nested = is_name_of_input(name)
        && !members.is_empty()
        && required.iter().any(|required| required == name);
    is_nested.then_some(name)
}
