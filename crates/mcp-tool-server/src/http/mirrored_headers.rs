//! The headers that repeat parts of a request since protocol version 2026-07-28. They must agree with the body.

use std::borrow::Cow;
use std::collections::HashMap;

use http::header::GetAll;
use http::{HeaderMap, HeaderName, HeaderValue};
use mcp_tool_rules::base64;
use mcp_tool_runtime::ProtocolError;
use mcp_tool_runtime::embed::shorten;
use mcp_tool_runtime::registry::HeaderBinding;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

/// A header that repeats a part of each request, with its name as people write it.
pub(super) struct MirroredHeader(HeaderName, &'static str);

pub(super) static VERSION: MirroredHeader = MirroredHeader(
    HeaderName::from_static("mcp-protocol-version"),
    "MCP-Protocol-Version",
);
pub(super) static METHOD: MirroredHeader =
    MirroredHeader(HeaderName::from_static("mcp-method"), "Mcp-Method");
pub(super) static NAME: MirroredHeader =
    MirroredHeader(HeaderName::from_static("mcp-name"), "Mcp-Name");

impl MirroredHeader {
    pub(super) fn is_in(&self, headers: &HeaderMap) -> bool {
        headers.contains_key(&self.0)
    }

    /// Checks the header against the value in the body.
    ///
    /// # Errors
    ///
    /// Returns -32020 if they differ, or if the header is missing, repeated or cannot be decoded.
    pub(super) fn check(&self, headers: &HeaderMap, value: &str) -> Result<(), ProtocolError> {
        let MirroredHeader(name, shown) = self;
        let is_same = |header: &str, value: &str| header == value;
        compare(headers.get_all(name), shown, Some(value), is_same)
    }
}

/// Returns what the header `Mcp-Name` repeats of a request that is not about tools.
pub(super) fn repeated_name(method: &str, params: Option<&RawValue>) -> Option<String> {
    let member = match method {
        "prompts/get" => "name",
        "resources/read" => "uri",
        "tasks/get" | "tasks/update" | "tasks/cancel" => "taskId",
        _ => return None,
    };
    let value = members(params?.get())?.remove(member)?;
    serde_json::from_str(value.get()).ok()
}

/// Checks the headers of a call that repeat arguments. `arguments` is the JSON of an object.
///
/// # Errors
///
/// Works like [`MirroredHeader::check`].
pub(super) fn check_arguments(
    headers: &HeaderMap,
    bindings: &[HeaderBinding],
    arguments: Option<&str>,
) -> Result<(), ProtocolError> {
    for binding in bindings {
        let argument = arguments.and_then(|arguments| at(arguments, binding));
        let argument = argument.and_then(header_value);
        let is_same = |header: &str, argument: &str| {
            let number = integer(header);
            header == argument || number.is_some() && number == integer(argument)
        };
        let values = headers.get_all(binding.header());
        compare(values, binding.header(), argument.as_deref(), is_same)?;
    }
    Ok(())
}

/// Compares the headers of a name with the value in the body. `None` means that the body has no such value.
fn compare(
    headers: GetAll<'_, HeaderValue>,
    name: &str,
    value: Option<&str>,
    is_same: impl FnOnce(&str, &str) -> bool,
) -> Result<(), ProtocolError> {
    let mismatch = |reason: String| Err(header_mismatch(reason));
    let mut values = headers.iter();
    let (header, more) = (values.next(), values.next());
    if more.is_some() {
        return mismatch(format!("there is more than one header `{name}`"));
    }
    let (header, value) = match (header, value) {
        (None, None) => return Ok(()),
        (Some(_), None) => {
            return mismatch(format!("the body has no value for the header `{name}`"));
        }
        (None, Some(_)) => return mismatch(format!("the header `{name}` is missing")),
        (Some(header), Some(value)) => (header, value),
    };
    let Some(header) = header.to_str().ok().and_then(decoded) else {
        return mismatch(format!("the header `{name}` cannot be decoded"));
    };
    if is_same(&header, value) {
        return Ok(());
    }
    let [header, value] = [&*header, value].map(|text| shorten(text, 128));
    mismatch(format!(
        "the header `{name}` is `{header}`, but the body has `{value}`"
    ))
}

/// Returns the error for a header that disagrees with the body.
pub(super) fn header_mismatch(reason: String) -> ProtocolError {
    const HEADER_MISMATCH: i32 = -32020;

    ProtocolError::new(HEADER_MISMATCH, reason)
}

/// Returns the text of a header, which may be encoded as `=?base64?…?=`.
fn decoded(header: &str) -> Option<Cow<'_, str>> {
    let header = header.trim_matches([' ', '\t']);
    let encoded = header.strip_prefix("=?base64?");
    match encoded.and_then(|encoded| encoded.strip_suffix("?=")) {
        Some(encoded) => {
            let text = String::from_utf8(base64::decode(encoded).ok()?).ok()?;
            Some(Cow::Owned(text))
        }
        None => Some(Cow::Borrowed(header)),
    }
}

/// Returns the JSON of an argument. Returns `None` if there is nothing.
fn at<'a>(json: &'a str, binding: &HeaderBinding) -> Option<&'a str> {
    let (first, rest) = binding.path().split_first()?;
    let mut members = members(json)?;
    let mut names = std::iter::once(first).chain(binding.aliases());
    let argument = names.find_map(|name| members.remove(&**name))?;
    rest.iter().try_fold(argument.get(), |json, name| {
        Some(self::members(json)?.remove(&**name)?.get())
    })
}

fn members(json: &str) -> Option<HashMap<Cow<'_, str>, &RawValue>> {
    serde_json::from_str(json).ok()
}

/// Returns the text that a header has for the JSON of an argument. Arguments without a header are absent or `null`.
fn header_value(json: &str) -> Option<Cow<'_, str>> {
    match json.as_bytes().first()? {
        b'n' | b'{' | b'[' => None,
        b'"' => serde_json::from_str(json).ok().map(Cow::Owned),
        _ => Some(Cow::Borrowed(json)),
    }
}

/// Reads a JSON number as an integer. Accepts `42.0` and `4.2e1`. Returns `None` for any other text, and for integers
/// that no argument with a header may have, because clients could not represent them exactly.
fn integer(text: &str) -> Option<f64> {
    const MAX_SAFE: f64 = 9_007_199_254_740_991.0;

    // serde_json alone would round a number such as `9007199254740991.0`.
    let IgnoredAny = serde_json::from_str(text).ok()?;
    let number: f64 = text.parse().ok()?;
    (number.fract() == 0.0 && number.abs() <= MAX_SAFE).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bindings() -> Vec<HeaderBinding> {
        use mcp_tool_runtime::{SafeInt, ToolRegistry, mcp_tool, tools};

        /// Orders.
        #[mcp_tool]
        fn order(
            /// How many
            #[arg(header = "Number")]
            n: Option<SafeInt>,
            /// Where
            #[arg(header = "Place")]
            place: Option<String>,
        ) {
            let _ = (n, place);
        }

        let registry = ToolRegistry::builder(()).tools(tools![order]).build();
        registry.unwrap().header_bindings("order").to_vec()
    }

    fn checked(name: &str, headers: &[&str], arguments: &str) -> Result<(), ProtocolError> {
        let mut map = HeaderMap::new();
        for header in headers {
            map.append(HeaderName::try_from(name).unwrap(), header.parse().unwrap());
        }
        check_arguments(&map, &bindings(), Some(arguments))
    }

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
            ("9007199254740991.0", "9007199254740991", true),
            ("9.007199254740991e15", "9007199254740991", true),
            ("9007199254740991", "9007199254740990", false),
            ("9007199254740993", "9007199254740992", false),
            ("1e400000000000", "1", false),
            ("42", "43", false),
            ("42.5", "42", false),
            ("042", "42", false),
            ("+42", "42", false),
            ("", "42", false),
            ("x", "42", false),
            ("=?base64?N?=", "42", false),
        ] {
            let arguments = format!(r#"{{"n":{argument}}}"#);
            let compared = checked("mcp-param-number", &[header], &arguments);
            assert_eq!(compared.is_ok(), same, "{header} {argument} {compared:?}");
        }
    }

    #[test]
    fn each_argument_has_at_most_one_header() {
        // R50, R51
        let place = "mcp-param-place";
        for (headers, arguments, same) in [
            (&[][..], "{}", true),
            (&[], r#"{"place":null}"#, true),
            (&["here"], "{}", false),
            (&["here"], r#"{"place":null}"#, false),
            (&["here"], r#"{"place":"here"}"#, true),
            (&[" here "], r#"{"place":"here"}"#, true),
            (&["here"], r#"{"pl\u0061ce":"h\u0065re"}"#, true),
            (&["Here"], r#"{"place":"here"}"#, false),
            (&[], r#"{"place":"here"}"#, false),
            (&["here", "here"], r#"{"place":"here"}"#, false),
        ] {
            let compared = checked(place, headers, arguments);
            assert_eq!(
                compared.is_ok(),
                same,
                "{headers:?} {arguments} {compared:?}"
            );
        }
    }
}
