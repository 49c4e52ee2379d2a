//! Messages with random faults.

use mcp_tool_runtime::ProtocolVersion;
use serde_json::Value;

use crate::{Client, META};

/// The number of lines for each protocol version.
const LINES: u64 = 400;

/// Bytes that matter to a parser.
const BYTES: &[u8] = b"\"\\{}[],:0-.eEtfnu \t\r\x00\x1f\x7f\xc3\xed\xff";

/// Numbers from a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }
}

fn mutated(seed: u64) -> Vec<u8> {
    let valid = [
        r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#.to_owned(),
        format!(r#"{{"jsonrpc":"2.0","id":"a\u0062","method":"tools/list","params":{{"_meta":{{{META}}},"cursor":null}}}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":-1,"method":"tools/call","params":{{"_meta":{{{META}}},"name":"add","arguments":{{"a":1,"b":-2e0}}}}}}"#),
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"write","arguments":{"text":"é\ud83d\ude00"}}}"#.to_owned(),
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7,"reason":"x"}}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":0,"result":{"action":"accept","content":{}}}"#.to_owned(),
        r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"no/such"}]"#.to_owned(),
    ];
    let random = &mut Random(seed);
    let mut line = valid[random.below(valid.len())].clone().into_bytes();
    for _ in 0..=random.below(3) {
        let start = random.below(line.len());
        let end = line.len().min(start + 1 + random.below(8));
        let byte = BYTES[random.below(BYTES.len())];
        match random.below(4) {
            0 => line[start] = byte,
            1 => line.insert(start, byte),
            2 if line.len() > 16 => drop(line.drain(start..end)),
            _ => {
                let part = line[start..end].to_vec();
                let position = random.below(line.len());
                line.splice(position..position, part);
            }
        }
    }
    line
}

/// Returns the id of a message that is certainly a request.
fn id_of_request(line: &[u8]) -> Option<Value> {
    let message: Value = serde_json::from_slice(line).ok()?;
    let is_request = message["jsonrpc"] == "2.0" && message["method"].is_string();
    let is_request =
        is_request && message.get("result").is_none() && message.get("error").is_none();
    // A repeated member makes the message invalid. Then the id may be unknown.
    let names = ["\"jsonrpc\"", "\"id\"", "\"method\"", "\"params\"", "\\u"];
    let text = str::from_utf8(line).ok()?;
    let is_plain = names.iter().all(|name| text.matches(name).count() <= 1);
    let id = message.get("id").filter(|id| id.is_string() || id.is_i64());
    id.filter(|_| is_request && is_plain).cloned()
}

#[tokio::test]
async fn each_mutated_line_gets_at_most_one_response() {
    for version in ProtocolVersion::ALL {
        let mut client = Client::of(*version).await;
        for seed in 0..LINES {
            let line = mutated(seed);
            let shown = String::from_utf8_lossy(&line);
            let next = br#"{"jsonrpc":"2.0","id":"next","method":"ping"}"#;
            let response = client.ask(&[&line[..], b"\n", next].concat()).await;
            let response: Value = serde_json::from_str(&response).unwrap();
            let is_next = |response: &Value| {
                *response == serde_json::json!({ "jsonrpc": "2.0", "id": "next", "result": {} })
            };
            if !is_next(&response) {
                let second = client.ask(b"").await;
                let second: Value = serde_json::from_str(&second).unwrap();
                assert!(
                    is_next(&second),
                    "{version} {seed} {shown}: {response} {second}"
                );
            }
            if let Some(id) = id_of_request(&line) {
                assert_eq!(response["id"], id, "{version} {seed} {shown}: {response}");
                assert!(response.get("result").is_some() != response.get("error").is_some());
            }
        }
    }
}
