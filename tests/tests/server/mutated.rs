//! Messages with random faults.

use mcp_tool_runtime::ProtocolVersion;
use serde_json::Value;

use crate::received::Received;
use crate::table::on_runtime;
use crate::tools::Server;
use crate::transport::{Client, Transport};

/// The members of `_meta` that each request needs since 2026-07-28.
const META: &str = r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}"#;

/// The number of messages for each protocol version.
const MESSAGES: u64 = 400;

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

const NEXT: &str = r#"{"jsonrpc":"2.0","id":"next","method":"no/such","params":{}}"#;

fn initialize(version: &str) -> String {
    let info = r#"{"name":"test","version":"0"}"#;
    format!(
        r#"{{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":"{version}","capabilities":{{}},"clientInfo":{info}}}}}"#
    )
}

/// Sends a message and a request. Returns the responses to the message.
async fn responses(client: &mut Client, message: &[u8]) -> Result<Vec<Value>, String> {
    client.send(message).await;
    client.send(NEXT.as_bytes()).await;
    let mut responses = Vec::new();
    let mut is_last = false;
    while !is_last {
        let received: Received = client.received.recv().await.expect("a response")?;
        is_last = received.line.starts_with("\"next\" ");
        responses.extend(
            serde_json::from_str::<Value>(&received.text)
                .ok()
                .filter(|_| !is_last),
        );
    }
    Ok(responses)
}

#[test]
fn each_mutated_message_gets_at_most_one_response() {
    for version in ProtocolVersion::ALL {
        for transport in [Transport::Streams, Transport::Session] {
            on_runtime(transport, async {
                let mut client = Client::connect((transport, false), Server::Zoo, version.as_str());
                if *version < ProtocolVersion::V2026_07_28 {
                    client.send(initialize(version.as_str()).as_bytes()).await;
                    client.received.recv().await.unwrap().unwrap();
                }
                for seed in 0..MESSAGES {
                    let message = mutated(seed);
                    let shown = String::from_utf8_lossy(&message);
                    let case = format!("{transport:?} {version} {seed} {shown}");
                    let responses = responses(&mut client, &message).await;
                    let responses = responses.unwrap_or_else(|fault| panic!("{case}: {fault}"));
                    assert!(responses.len() <= 1, "{case}: {responses:?}");
                    if let Some(id) = id_of_request(&message) {
                        assert_eq!(responses[0]["id"], id, "{case}: {responses:?}");
                    }
                }
            });
        }
    }
}
