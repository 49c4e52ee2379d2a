//! A message of the server, and the line that describes it.

use serde_json::Value;

/// A message of the server.
#[derive(Debug)]
pub(crate) struct Received {
    /// Messages of one lane stay in their order. Over HTTP, each response has a lane. Over streams, each request has
    /// one for its response and its progress.
    pub(crate) lane: String,
    pub(crate) text: String,
    /// What a script expects of the message.
    pub(crate) line: String,
}

impl Received {
    /// Reads a message. `lane` is `None` over streams.
    ///
    /// # Errors
    ///
    /// Returns what no message of the server may contain.
    pub(crate) fn read(text: String, lane: Option<usize>) -> Result<Self, String> {
        if text.contains(['\u{85}', '\u{2028}', '\u{2029}']) {
            return Err(format!("a line separator: {text:?}"));
        }
        let message: Value =
            serde_json::from_str(&text).map_err(|error| format!("{error}: {text}"))?;
        let token = &message["params"]["progressToken"];
        let own = match (message.get("method"), message.get("id")) {
            (None, Some(id)) => id.to_string(),
            _ if !token.is_null() => token.to_string(),
            _ => "connection".to_owned(),
        };
        Ok(Received {
            lane: lane.map_or(own, |number| format!("response {number}")),
            line: describe(&message, &text)?,
            text,
        })
    }
}

/// Describes a message. A batch is described by its text.
fn describe(message: &Value, text: &str) -> Result<String, String> {
    let Some(members) = message.as_object() else {
        return Ok(text.to_owned());
    };
    if members.get("jsonrpc") != Some(&Value::from("2.0")) {
        return Err(format!("no `jsonrpc`: {text}"));
    }
    if let Some(Value::String(method)) = members.get("method") {
        let params = members.get("params").unwrap_or(&Value::Null);
        return Ok(format!("{method} {params}"));
    }
    let id = members
        .get("id")
        .map_or("none".to_owned(), Value::to_string);
    match (members.get("result"), members.get("error")) {
        (Some(result), None) => Ok(format!("{id} {}", describe_result(result))),
        (None, Some(error)) => {
            let data = error.get("data").map(|data| format!(" {data}"));
            let message = error["message"].as_str().unwrap_or_default();
            Ok(format!(
                "{id} {} {message}{}",
                error["code"],
                data.unwrap_or_default()
            ))
        }
        _ => Err(format!("no response: {text}")),
    }
}

/// Describes a result by its text, if it has one. Leaves out what each result of its protocol version has.
fn describe_result(result: &Value) -> String {
    if let Some(text) = result["content"][0]["text"].as_str() {
        let is_error = result["isError"] == true;
        return format!("{}{text}", if is_error { "failed: " } else { "" });
    }
    let mut result = result.clone();
    if let Some(members) = result.as_object_mut() {
        members.retain(|name, value| {
            let is_fixed = match &**name {
                "resultType" => value == "complete",
                "ttlMs" => *value == 0,
                "cacheScope" => value == "private",
                _ => false,
            };
            !is_fixed
        });
        if let Some(Value::Object(meta)) = members.get_mut("_meta") {
            meta.remove("io.modelcontextprotocol/serverInfo");
            if meta.is_empty() {
                members.remove("_meta");
            }
        }
    }
    result.to_string()
}

/// Removes what is random in a text, and the id `null`, which depends on what the server knows about the version.
pub(crate) fn normal(text: &str) -> String {
    let text = text.replace(r#""id":null,"#, "");
    let mut parts = text.split("(error ");
    let mut normal = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        normal.push_str("(error ");
        normal.push_str(part.get(8..).unwrap_or_default());
    }
    normal
}

/// Returns whether a text matches a pattern, in which `*` stands for any text.
pub(crate) fn matches(pattern: &str, text: &str) -> bool {
    let (start, rest) = match pattern.split_once('*') {
        None => return pattern == text,
        Some(parts) => parts,
    };
    let Some(mut text) = text.strip_prefix(start) else {
        return false;
    };
    let mut parts = rest.split('*').peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return text.ends_with(part);
        }
        match text.find(part) {
            Some(at) => text = &text[at + part.len()..],
            None => return false,
        }
    }
    true
}
