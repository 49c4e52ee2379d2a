//! The server's requests to the client, and the client's responses.

use std::collections::HashMap;

use serde_json::{Value, json};

/// The ids of the server's requests. The server chooses them, so messages are compared with numbers in their place.
#[derive(Default)]
pub(crate) struct Questions(HashMap<String, String>);

impl Questions {
    /// Replaces the id in a request to the client, or in a notification that cancels one. Returns the client's
    /// response to a request.
    pub(crate) fn receive(&mut self, message: &mut Value) -> Option<Value> {
        if message["method"] == "notifications/cancelled" {
            let id = &mut message["params"]["requestId"];
            if let Some(name) = self.0.get(&id.to_string()) {
                *id = json!(name);
            }
        }
        let is_question = message.get("method").is_some() && message.get("id").is_some();
        if !is_question {
            return None;
        }
        let answer = answer(message);
        let name = format!("question {}", self.0.len() + 1);
        self.0.insert(message["id"].to_string(), name.clone());
        message["id"] = json!(name);
        answer
    }
}

/// Returns the client's response to a question. The question decides what it is.
fn answer(question: &Value) -> Option<Value> {
    let text = question["params"].to_string();
    let is_about = |word: &str| text.contains(word);
    if is_about("Silence?") {
        return None;
    }
    let result = match question["method"].as_str().unwrap() {
        _ if is_about("Fail?") => Err(json!({ "code": -32099, "message": "no", "data": [1] })),
        "elicitation/create" if is_about("Decline?") => Ok(json!({ "action": "decline" })),
        "elicitation/create" if is_about("Odd?") => Ok(json!({ "action": "maybe", "odd": [null] })),
        "elicitation/create" if is_about("Cancel?") => Ok(json!({ "action": "cancel" })),
        "elicitation/create" => {
            Ok(json!({ "action": "accept", "content": { "name": "Ada \u{1F600}" } }))
        }
        "sampling/createMessage" => Ok(json!({
            "role": "assistant",
            "content": { "type": "text", "text": "Four." },
            "model": "small",
            "stopReason": "endTurn",
        })),
        "roots/list" => Ok(json!({ "roots": [{ "uri": "file:///home", "name": "Home" }] })),
        "parity/question" => Ok(json!({ "asked": question.get("params") })),
        _ => Err(json!({ "code": -32601, "message": "unknown" })),
    };
    let (key, value) = match result {
        Ok(result) => ("result", result),
        Err(error) => ("error", error),
    };
    Some(json!({ "jsonrpc": "2.0", "id": question["id"], key: value }))
}
