//! Arrays of messages.

use mcp_tool_runtime::ProtocolVersion;

use crate::{Client, described, filled};

/// Batches, and the response in protocol version 2025-03-26. Every other version rejects them.
const BATCHES: [(&str, &str); 9] = [
    ("[]", SIZE),
    ("<51>", SIZE),
    (
        r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#,
        r#"[{"jsonrpc":"2.0","id":1,"result":{}}]"#,
    ),
    (
        r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"n"},{"jsonrpc":"2.0","id":9,"result":{}},{"jsonrpc":"2.0","id":"1","method":"no/such"}]"#,
        r#"[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":"1","error":{"code":-32601,"message":"unknown method `no/such`"}}]"#,
    ),
    (
        "[7,{}]",
        r#"[{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a message must be an object"}},{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"`method` is missing"}}]"#,
    ),
    (
        "<arrays>",
        r#"[{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"batches are not supported; send one request per message"}}]"#,
    ),
    (
        r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the message is not JSON: EOF while parsing a list at line 2 column 0"}}"#,
    ),
    (
        r#"[{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}]"#,
        r#"[{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"the client has sent `initialize` before"}}]"#,
    ),
    (
        "[{\"jsonrpc\":\"2.0\",\"id\":\"\u{2028}\",\"method\":\"ping\"}]",
        r#"[{"jsonrpc":"2.0","id":"\u2028","result":{}}]"#,
    ),
];

const SIZE: &str = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a batch has from 1 to 50 messages"}}"#;

#[tokio::test]
async fn only_2025_03_26_has_batches() {
    // R172
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    for version in ProtocolVersion::ALL {
        let mut client = Client::of(*version).await;
        for (batch, expected) in BATCHES {
            let batch = batch.replace("<51>", &format!("[{}]", [ping; 51].join(",")));
            let response = client.ask(filled(&batch).as_bytes()).await;
            if version.as_str() == "2025-03-26" {
                assert_eq!(response, expected, "{batch}");
            } else if !expected.contains("-32700") {
                assert_eq!(
                    described(&response),
                    "-32600 batches are not supported; send one request per message",
                );
            }
        }
        // Nothing in a batch of notifications needs a response.
        if version.as_str() == "2025-03-26" {
            let lines = format!("[{{\"jsonrpc\":\"2.0\",\"method\":\"n\"}}]\n{ping}");
            let response = client.ask(lines.as_bytes()).await;
            assert_eq!(response, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
        }
    }
}
