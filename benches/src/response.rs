//! Checks the responses of all implementations.

use serde_json::{Value, json};

/// Checks that the bytes of a response contain a result with this text, or with tools of these names.
pub(crate) fn check(response: &[u8], expected: &Value) {
    let response: Value = serde_json::from_slice(response).expect("the response is JSON");
    let result = response.get("result").expect("the response has a result");
    check_result(result, expected);
}

/// Returns the message in the body of an HTTP response. It is the whole body, or the data of the last event.
pub(crate) fn message(body: &[u8]) -> &[u8] {
    if body.starts_with(b"{") {
        return body;
    }
    let prefix = b"data: {";
    let event = body.windows(prefix.len()).rposition(|it| it == prefix);
    let start = event.expect("an event with a message") + prefix.len() - 1;
    let data = &body[start..];
    let end = data.iter().position(|&byte| byte == b'\n');
    &data[..end.expect("an event ends with a line break")]
}

/// Checks that a result has this text, or tools of these names.
pub(crate) fn check_result(result: &Value, expected: &Value) {
    let actual: Value = match &result["tools"] {
        Value::Array(tools) => {
            // rmcp lists tools by name.
            let mut names: Vec<_> = tools.iter().map(|tool| tool["name"].as_str()).collect();
            names.sort_unstable();
            json!(names)
        }
        _ => {
            assert_ne!(result["isError"], true, "the call fails");
            let text = result["content"][0]["text"].as_str().expect("a text");
            serde_json::from_str(text).expect("the text is JSON")
        }
    };
    assert!(actual == *expected, "{actual} instead of {expected}");
}
