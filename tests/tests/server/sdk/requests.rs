//! Requests that a handler of the SDK cannot read.

use mcp_tool_rmcp::BesideHandler as _;
use rmcp::ServerHandler;

use crate::stdio::client::*;

/// The SDK cannot hold half a surrogate pair. The registry gets the text of the arguments, and names the argument.
#[tokio::test]
async fn half_a_surrogate_pair_is_named() {
    let mut alone = Client::legacy(LEGACY[1]).await;
    let gate = Gate::new();
    let beside = server(&gate).beside_handler(Plain).unwrap();
    let mut beside = Client::of(beside, gate);
    beside.initialize(LEGACY[1]).await;
    let call = |name| {
        let params =
            format!(r#"{{"name":"{name}","arguments":{{"a":"x\ud800","b":9007199254740993.0}}}}"#);
        format!(r#"{{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{params}}}"#)
    };
    for client in [&mut alone, &mut beside] {
        client.send_raw(call("add") + "\n").await;
        let answer = client.receive().await;
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        let fault = "wrong argument for `add`:\n- `a`: contains half a surrogate pair";
        assert!(text.starts_with(fault), "{text}");
    }
    // A handler of the SDK gets no arguments that differ from the client's. Without arguments, it does not know
    // the method.
    let mut plain = Client::of(crate::stdio::client::alone(Plain), Gate::new());
    plain.initialize(LEGACY[1]).await;
    for (client, reason) in [
        (&mut beside, "half a surrogate pair"),
        (&mut plain, "half a surrogate pair"),
    ] {
        let (_, code, message) = client.refused(call("other")).await;
        assert_eq!(code, -32602, "{message}");
        assert!(message.contains(reason), "{message}");
    }
}

#[derive(Clone)]
struct Plain;

impl ServerHandler for Plain {}
