//! Input lines that are notifications, responses, or invalid or unusual messages.

use serde_json::{Value, json};

use crate::client::*;

#[tokio::test]
async fn notifications_and_responses_can_come_first() {
    let mut client = Client::new();
    let early = [
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1}}"#,
        r#"{"jsonrpc":"2.0","method":"$/setTrace","params":[1]}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":"a","result":7}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}}"#,
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"no"}}"#,
        r#"{"jsonrpc":"2.0","error":"no"}"#,
    ];
    for message in early {
        client.send_raw(format!("{message}\n")).await;
    }
    client.result("server/discover", modern(json!({}))).await;
    for message in early {
        client.send_raw(format!("{message}\n")).await;
    }
    client.expect_silence().await;
    let (rest, end) = client.end().await;
    assert!(rest.is_empty() && end.is_ok(), "{rest:?} {end:?}");
}

#[tokio::test]
async fn every_line_gets_a_response() {
    // R155, R172
    let mut client = Client::legacy(LEGACY[1]).await;
    for line in [
        &b"hello"[..],
        b"{",
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}",
        b"\x00",
    ] {
        let (id, code, _) = client.refused(line).await;
        assert_eq!((id, code), (Value::Null, -32700));
    }
    for (line, expected) in [
        (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, Value::Null),
        ("[]", Value::Null),
        (r#""text""#, Value::Null),
        ("{}", Value::Null),
        (r#"{"jsonrpc":"2.0","id":7}"#, json!(7)),
        (r#"{"id":"a","method":"ping"}"#, json!("a")),
        (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, Value::Null),
        (
            r#"{"jsonrpc":"2.0","id":7,"id":7,"method":"ping"}"#,
            Value::Null,
        ),
        (
            r#"{"jsonrpc":"2.0","id":7,"method":"ping","method":"ping"}"#,
            json!(7),
        ),
    ] {
        let (id, code, _) = client.refused(line).await;
        assert_eq!((id, code), (expected, -32600), "{line}");
    }
    client.send_raw("\n\r\n  \n\t\r\n").await;
    client
        .send_raw("\u{feff}{\"jsonrpc\":\"2.0\",\"id\":\"crlf\",\"method\":\"ping\"}\r\n")
        .await;
    assert_eq!(client.receive().await["id"], "crlf");
    for id in [
        "0",
        "-1",
        "18446744073709551615",
        "99999999999999999999999",
        "7.0",
        "1e3",
        r#""""#,
        r#""ü\"""#,
    ] {
        client
            .send_raw(format!(
                r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}{}"#,
                "\n"
            ))
            .await;
        let expected = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#);
        let line = client.from_server.next_line().await.unwrap();
        assert_eq!(line, Some(expected));
    }
    client.expect_silence().await;
}

#[tokio::test]
async fn an_unknown_id_is_null_before_2025_11_25() {
    // R155
    for (version, expected) in [
        (LEGACY[0], Some(&Value::Null)),
        (LEGACY[1], None),
        // This version has no handshake: the `tools/list` request below names the version.
        ("2026-07-28", None),
    ] {
        let mut client = Client::new();
        // JSON-RPC requires the id `null` in the response to a message whose id the server cannot
        // determine. Before the server knows the protocol version, the server follows JSON-RPC.
        client.send_raw("[]\n").await;
        assert_eq!(client.receive().await.get("id"), Some(&Value::Null));
        if LEGACY.contains(&version) {
            client = Client::legacy(version).await;
        } else {
            client.result("tools/list", modern(json!({}))).await;
        }
        for line in ["{\n", "[]\n"] {
            client.send_raw(line).await;
            assert_eq!(client.receive().await.get("id"), expected, "{version}");
        }
    }
}

#[tokio::test]
async fn an_overlong_line_gets_an_error() {
    let mut client = Client::legacy(LEGACY[1]).await;
    let text = "x".repeat(17 * 1024 * 1024);
    let params = json!({ "name": "add", "arguments": { "a": text } });
    let line = format!(r#"{{"method":"tools/call","params":{params},"jsonrpc":"2.0","id":7}}"#);
    let (id, code, message) = client.refused(line).await;
    assert_eq!((id, code), (json!(7), -32600));
    assert!(message.contains("16 MiB"), "{message}");
    let (id, code, _) = client.refused(text).await;
    assert_eq!((id, code), (Value::Null, -32600));
    client.expect_silence().await;
}
