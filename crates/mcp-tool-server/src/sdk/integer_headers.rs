//! Integers that a client repeats in headers.
//!
//! The SDK compares headers with arguments as text, but the integers `42` and `42.0` are equal. So this
//! module compares the headers of integer arguments as numbers. It hides the declarations of these headers
//! from the SDK. The SDK compares all other headers.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::HeaderMap;
use http::request::Parts;
use mcp_tool_runtime::embed::sdk_engine::with_exact_integers;
use mcp_tool_runtime::embed::shorten;
use mcp_tool_runtime::registry::HeaderBinding;
use rmcp::RoleServer;
use rmcp::model::{ErrorData, JsonObject, Tool};
use rmcp::service::RequestContext;
use serde_json::{Number, Value};

/// Removes the header declarations of integer arguments from a tool, so that the SDK does not compare these
/// headers.
pub(crate) fn keep_integers(mut tool: Tool, bindings: &[HeaderBinding]) -> Tool {
    for binding in bindings {
        if is_integer(&tool.input_schema, binding) {
            let schema = Arc::make_mut(&mut tool.input_schema);
            if let Some(argument) = argument_mut(schema, binding.path()) {
                argument.remove("x-mcp-header");
            }
        }
    }
    tool
}

/// Checks that the headers of an HTTP call match its integer arguments.
pub(crate) fn check(
    schema: &JsonObject,
    bindings: &[HeaderBinding],
    arguments: Option<&JsonObject>,
    request: &RequestContext<RoleServer>,
) -> Result<(), ErrorData> {
    let Some(parts) = request.extensions.get::<Parts>() else {
        return Ok(());
    };
    let integers = bindings
        .iter()
        .filter(|binding| is_integer(schema, binding));
    for binding in integers {
        let argument = arguments
            .and_then(|arguments| binding.value_in(arguments))
            .and_then(|argument| match argument {
                Value::Array(_) | Value::Object(_) => None,
                Value::String(text) => Some(text.clone()),
                other => Some(other.to_string()),
            });
        compare(&parts.headers, binding.header(), argument.as_deref())
            .map_err(|reason| ErrorData::header_mismatch(reason, None))?;
    }
    Ok(())
}

fn compare(headers: &HeaderMap, name: &str, argument: Option<&str>) -> Result<(), String> {
    let mut values = headers.get_all(name).iter();
    let (header, more) = (values.next(), values.next());
    if more.is_some() {
        return Err(format!("there is more than one header {name}"));
    }
    let (header, argument) = match (header, argument) {
        (None, None) => return Ok(()),
        (Some(_), None) => return Err(format!("no argument has the header {name}")),
        (None, Some(_)) => return Err(format!("the header {name} is missing")),
        (Some(header), Some(argument)) => (header, argument),
    };
    let text = header.to_str().ok().and_then(decoded);
    let header = text.ok_or_else(|| format!("the header {name} cannot be decoded"))?;
    let same = header == argument || {
        let header = integer(&header);
        header.is_some() && header == integer(argument)
    };
    if same {
        return Ok(());
    }
    let [header, argument] = [&*header, argument].map(|value| shorten(value, 128));
    Err(format!(
        "the header {name} is `{header}`, but the argument is `{argument}`"
    ))
}

fn decoded(header: &str) -> Option<String> {
    let wrapped = header.strip_prefix("=?base64?");
    match wrapped.and_then(|wrapped| wrapped.strip_suffix("?=")) {
        Some(wrapped) => String::from_utf8(STANDARD.decode(wrapped).ok()?).ok(),
        None => Some(header.to_owned()),
    }
}

/// Reads a JSON number as an integer. Accepts `42.0` and `4.2e1`. Returns `None` for any other text, and for a
/// number with an exponent that does not fit 64 bits.
fn integer(text: &str) -> Option<i128> {
    let text = &*with_exact_integers(text);
    let number: Number = serde_json::from_str(text).ok()?;
    if text.contains(['e', 'E']) {
        const EXACT: f64 = 9_007_199_254_740_992.0;
        let value = number.as_f64()?;
        return (value.fract() == 0.0 && value.abs() <= EXACT).then_some(value as i128);
    }
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_whole = fraction.bytes().all(|digit| digit == b'0');
    is_whole.then(|| whole.parse().ok())?
}

fn is_integer(schema: &JsonObject, binding: &HeaderBinding) -> bool {
    let mut path = binding.path().iter();
    let argument = path.try_fold(schema, |schema, name| {
        schema.get("properties")?.get(name)?.as_object()
    });
    argument.is_some_and(|argument| argument.get("type").is_some_and(|kind| kind == "integer"))
}

fn argument_mut<'a>(schema: &'a mut JsonObject, path: &[String]) -> Option<&'a mut JsonObject> {
    path.iter().try_fold(schema, |schema, name| {
        schema.get_mut("properties")?.get_mut(name)?.as_object_mut()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_compared_as_numbers() {
        // R52
        for (header, argument, same) in [
            ("42", "42", true),
            ("42.0", "42", true),
            ("42", "42.00", true),
            ("4.2e1", "42", true),
            ("=?base64?NDI=?=", "42.0", true),
            ("-0", "0", true),
            ("9007199254740993.0", "9007199254740993", true),
            ("9007199254740993", "9007199254740992", false),
            ("1e16", "10000000000000000", true),
            ("9.007199254740993e15", "9007199254740993", true),
            ("42", "43", false),
            ("42.5", "42", false),
            ("042", "42", false),
            ("+42", "42", false),
            ("", "42", false),
            ("x", "42", false),
            ("x", "x", true),
            ("=?base64?N?=", "42", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert("mcp-param-n", header.parse().unwrap());
            let compared = compare(&headers, "Mcp-Param-N", Some(argument));
            assert_eq!(compared.is_ok(), same, "{header} {argument}");
        }
    }

    #[test]
    fn each_argument_has_at_most_one_header() {
        let mut headers = HeaderMap::new();
        assert!(compare(&headers, "Mcp-Param-N", None).is_ok());
        assert!(compare(&headers, "Mcp-Param-N", Some("1")).is_err());
        headers.append("mcp-param-n", "1".parse().unwrap());
        assert!(compare(&headers, "Mcp-Param-N", None).is_err());
        headers.append("mcp-param-n", "1".parse().unwrap());
        assert!(compare(&headers, "Mcp-Param-N", Some("1")).is_err());
    }
}
