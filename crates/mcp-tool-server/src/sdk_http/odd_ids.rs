//! Ids that the SDK would change or reject: integers beyond `i64`, and numbers such as `7.0`.
//!
//! The SDK receives such an id as a string that begins with a mark. `restore` puts the original id into the
//! response.

use crate::sdk::request_id::Id;
use bytes::Bytes;
use http_body_util::BodyExt as _;
use serde_json::{Value, json};

use super::response::SdkResponse;

/// The first character of the replacement for an id. The JSON of the original id follows. Original ids that
/// begin with this character also get a replacement. Otherwise, `restore` would take them for replacements.
const MARK: char = '\u{1}';

/// The start of the replacement for an id in the JSON that the SDK writes.
const MARKED: &[u8] = br#""\u0001"#;

/// Returns the replacement of an id, or `None` if the id needs none.
pub(super) fn marked(id: &Id) -> Option<Id> {
    let is_held = match id {
        Id::Number(number) => number.is_i64(),
        Id::Text(text) => !text.starts_with(MARK),
    };
    let json = (!is_held).then(|| json!(id).to_string())?;
    Some(Id::Text(format!("{MARK}{json}")))
}

/// Puts the client's ids back into a response of the SDK.
pub(super) fn restore(answer: SdkResponse) -> SdkResponse {
    answer.map(|body| body.map_frame(|frame| frame.map_data(restored)).boxed())
}

/// Restores the ids of an event, or of a whole JSON response. The SDK sends each event or response in one
/// frame, so a frame never splits an id.
fn restored(data: Bytes) -> Bytes {
    if !data.windows(MARKED.len()).any(|bytes| bytes == MARKED) {
        return data;
    }
    let Ok(text) = str::from_utf8(&data) else {
        return data;
    };
    let lines = text.split_inclusive('\n');
    lines.map(restored_line).collect::<String>().into()
}

fn restored_line(line: &str) -> String {
    let (field, json) = match line.strip_prefix("data:") {
        Some(json) => ("data: ", json),
        None => ("", line),
    };
    let Ok(mut message) = serde_json::from_str::<Value>(json) else {
        return line.to_owned();
    };
    for place in [
        "/id",
        "/params/_meta/io.modelcontextprotocol~1subscriptionId",
        "/result/_meta/io.modelcontextprotocol~1subscriptionId",
    ] {
        if let Some(id) = message.pointer_mut(place)
            && let Some(json) = id.as_str().and_then(|text| text.strip_prefix(MARK))
            && let Some(client) = Id::read(json)
        {
            *id = json!(client);
        }
    }
    let end = if line.ends_with('\n') { "\n" } else { "" };
    format!("{field}{message}{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_restored() {
        for id in [
            "7.0",
            "-0.0",
            "18446744073709551615",
            "9223372036854775808",
            r#""\u0001""#,
            r#""\u00017""#,
        ] {
            let held = marked(&Id::read(id).unwrap()).unwrap();
            let expected: Value = serde_json::from_str(id).unwrap();
            let key = "io.modelcontextprotocol/subscriptionId";
            // `restored` changes the outer `id` and the subscription id in `_meta`. It does not
            // change the `id` inside the result.
            let sent = json!({ "id": held, "params": { "_meta": { key: held } }, "result": { "id": held } });
            let data = restored(format!("id: 0/1\ndata: {sent}\n\n").into());
            let expected = json!({
                "id": expected, "params": { "_meta": { key: expected } }, "result": { "id": held },
            });
            let event = format!("id: 0/1\ndata: {expected}\n\n");
            assert_eq!(data, Bytes::from(event), "{id}");
        }
        for id in ["7", "-9223372036854775808", r#""7.0""#, r#""""#] {
            assert_eq!(marked(&Id::read(id).unwrap()), None, "{id}");
        }
    }
}
