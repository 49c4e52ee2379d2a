//! Input lines that are notifications, responses, or invalid or unusual messages.

use serde_json::{Value, json};

use crate::client::*;

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
