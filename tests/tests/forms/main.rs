//! Tests of forms: the request for each type of field in each protocol version, and the answers to forms.

#![allow(dead_code)] // Some tests fill in a form and do not read its fields.

mod decode;
mod definitions;
mod official;
mod order;

use std::sync::{Arc, Mutex};

use mcp_tool_runtime::elicit::Elicitation;
use mcp_tool_runtime::{ElicitForm, ProtocolVersion, ToolContext};
use mcp_tool_tests::block_on;
use serde_json::{Value, json};

/// The protocol versions in which a server can show forms.
const WITH_FORMS: &[ProtocolVersion] = &[
    ProtocolVersion::V2025_06_18,
    ProtocolVersion::V2025_11_25,
    ProtocolVersion::V2026_07_28,
];

/// Shows the form `T` to a client of this protocol version. The client answers the requests with `contents`,
/// in order, and declines any further request. Returns the parameters of the requests, and the final result,
/// which is always `Some`.
fn ask<T: ElicitForm>(
    version: ProtocolVersion,
    contents: impl IntoIterator<Item = Value>,
) -> (Vec<Value>, Option<Elicitation<T>>) {
    let requests = Arc::new(Mutex::new(Vec::new()));
    let seen = requests.clone();
    let contents: Vec<Value> = contents.into_iter().collect();
    let context = ToolContext::new(version).with_input_requests(move |request| {
        let mut seen = seen.lock().unwrap();
        let answer = match contents.get(seen.len()) {
            Some(content) => json!({ "action": "accept", "content": content }),
            None => json!({ "action": "decline" }),
        };
        seen.push(Value::Object(request.params().clone()));
        async { Ok::<_, std::io::Error>(answer) }
    });
    let came = block_on(async { Some(context.elicit::<T>("key", "Fill it in.").await) });
    let requests = requests.lock().unwrap().clone();
    (requests, came)
}

/// Returns a form's request as JSON text.
fn text<T: ElicitForm>(version: ProtocolVersion) -> String {
    let texts = Arc::new(Mutex::new(String::new()));
    let seen = texts.clone();
    let context = ToolContext::new(version).with_input_requests(move |request| {
        *seen.lock().unwrap() = serde_json::to_string(&request).unwrap();
        async { Ok::<_, std::io::Error>(json!({ "action": "decline" })) }
    });
    block_on(async {
        let _ = context.elicit::<T>("key", "Fill it in.").await;
    });
    texts.lock().unwrap().clone()
}

/// Returns the `requestedSchema` of a form.
fn schema<T: ElicitForm>(version: ProtocolVersion) -> Value {
    let (mut requests, _) = ask::<T>(version, []);
    requests[0]["requestedSchema"].take()
}

/// Fills in a form with this content. Panics if the server rejects the content and asks again.
#[track_caller]
fn filled_in<T: ElicitForm>(content: Value) -> T {
    match ask(ProtocolVersion::LATEST, [content.clone()]) {
        (requests, Some(Elicitation::Accepted(form))) if requests.len() == 1 => form,
        (requests, _) => panic!("{content:#} does not fit: {:#}", requests.last().unwrap()),
    }
}

/// Answers a form with wrong content. Returns the reason for the rejection, which the second request shows to
/// the user.
#[track_caller]
fn refusal<T: ElicitForm>(content: Value) -> String {
    let (requests, _) = ask::<T>(ProtocolVersion::LATEST, [content.clone()]);
    assert_eq!(requests.len(), 2, "{content:#} fits");
    let message = requests[1]["message"].as_str().unwrap();
    let reason = message.strip_prefix("Fill it in.\n\n(The answer did not fit: ");
    reason.unwrap().strip_suffix(".)").unwrap().to_owned()
}
