//! Tools whose whole input is nested under one argument.

use mcp_tool_rules::schema::is_name_of_input;
use mcp_tool_schema::definitions::resolve;
use mcp_tool_schema::keywords::Keywords as _;
use serde_json::{Map, Value};

/// Returns the name of the argument that seems to contain the whole input, if any. This must be the only
/// argument: a required object with members, and with a name such as `params`. Arguments with `x-mcp-header`
/// do not count.
pub(super) fn nested_input(input: &Map<String, Value>) -> Option<&str> {
    let mut arguments = input
        .object("properties")?
        .iter()
        .filter(|(_, schema)| schema.get("x-mcp-header").is_none());
    let (Some((name, schema)), None) = (arguments.next(), arguments.next()) else {
        return None;
    };
    let members = resolve(schema, input).object("properties")?;
    // Ignore an optional argument. The warning about a nested input suggests `#[arg(flatten)]`,
    // but `#[arg(flatten)]` does not accept an optional argument.
    let required = input.array("required")?;
    let is_nested = is_name_of_input(name)
        && !members.is_empty()
        && required.iter().any(|required| required == name);
    is_nested.then_some(name)
}
