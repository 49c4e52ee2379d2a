//! Tools whose whole input is nested under one argument.

use serde_json::{Map, Value};

use super::keywords::Keywords as _;
use super::resolve;

/// Usual names of a parameter that takes all arguments as one struct.
const NAMES: &[&str] = &[
    "request",
    "req",
    "params",
    "parameters",
    "input",
    "args",
    "arguments",
    "payload",
    "body",
];

/// Returns the argument that the whole input is nested under. Arguments in headers do not count.
pub(crate) fn nested_input(input: &Map<String, Value>) -> Option<&str> {
    let arguments = input.object("properties")?.iter();
    let mut arguments = arguments.filter(|(_, schema)| schema.get("x-mcp-header").is_none());
    let (Some((name, schema)), None) = (arguments.next(), arguments.next()) else {
        return None;
    };
    let members = resolve(schema, input).object("properties")?;
    // `flatten` does not accept an optional argument.
    let required = input.array("required")?;
    let is_nested = NAMES.contains(&name.to_ascii_lowercase().as_str())
        && !members.is_empty()
        && required.iter().any(|required| required == name);
    is_nested.then_some(name)
}
