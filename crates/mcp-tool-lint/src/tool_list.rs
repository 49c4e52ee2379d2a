//! Finds the tools in JSON.

use serde_json::Value;

/// Returns the tools in a list, a `tools/list` result or a whole response, or the reason why there is no list.
pub(crate) fn find_tools(list: &Value) -> Result<&Vec<Value>, &'static str> {
    let result = list.get("result").unwrap_or(list);
    match result.get("tools").unwrap_or(result) {
        Value::Array(tools) => Ok(tools),
        _ if result.get("tools").is_some() => Err("`tools` is not a list"),
        _ if list.get("error").is_some() => Err("the JSON is an error response"),
        _ => Err("the JSON is not a list, and has neither `tools` nor `result.tools`"),
    }
}

/// Returns the name of a tool, or an empty text.
pub(crate) fn tool_name(tool: &Value) -> &str {
    tool.get("name").and_then(Value::as_str).unwrap_or_default()
}
