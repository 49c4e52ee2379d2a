//! A companion that is one function.

use mcp_tool_runtime::{ProtocolError, ProtocolVersion};
use mcp_tool_server::testing::TestClient;
use mcp_tool_server::{ClientRequest, companion_fn};
use serde_json::{Value, json};
use tokio::sync::mpsc::unbounded_channel;

use crate::client::{Client, tools};

async fn answer(request: ClientRequest) -> Result<Value, ProtocolError> {
    match request.method() {
        "initialize" | "server/discover" => Ok(json!({ "capabilities": { "prompts": {} } })),
        "prompts/list" => Ok(json!({ "prompts": [] })),
        "prompts/get" if request.params()["name"] == "slow" => std::future::pending().await,
        "prompts/get" if request.params()["name"] == "panic" => panic!("as it should"),
        "prompts/get" => Err(ProtocolError::invalid_params("unknown prompt").with_data("p")),
        method => Err(ProtocolError::method_not_found(method)),
    }
}

#[tokio::test]
async fn a_function_answers_in_every_version() {
    let server = tools().beside(companion_fn(answer)).unwrap();
    for version in ProtocolVersion::ALL {
        let client = TestClient::connect(server.clone(), *version).await;
        assert_eq!(client.server()["capabilities"]["prompts"], json!({}));
        let list = client.request("prompts/list", json!({})).await.unwrap();
        assert_eq!(list["prompts"], json!([]), "{version}");
        let error = client.request("prompts/get", json!({ "name": "p" })).await;
        let error = error.unwrap_err();
        assert_eq!((error.code(), error.message()), (-32602, "unknown prompt"));
        assert_eq!(error.data(), Some(&json!("p")));
        let error = client.request("resources/list", json!({})).await;
        assert_eq!(error.unwrap_err().code(), -32601);
        let error = client.request("prompts/get", json!({ "name": "panic" }));
        assert_eq!(error.await.unwrap_err().code(), -32603);
        let sum = client.call("add", json!({ "a": 1, "b": 2 })).await;
        assert_eq!(sum["content"][0]["text"], "3");
        client.close().await;
    }
}

/// Tells when it is dropped.
struct Dropped(tokio::sync::mpsc::UnboundedSender<&'static str>);

impl Drop for Dropped {
    fn drop(&mut self) {
        // Ignore a failed `send`: the test has ended.
        let _ = self.0.send("dropped");
    }
}

// The shutdown waits for the request that runs.
#[tokio::test(start_paused = true)]
async fn requests_run_side_by_side_and_end_when_they_are_cancelled_or_the_client_is_gone() {
    let (sender, mut events) = unbounded_channel();
    let slow = move |request: ClientRequest| {
        let sender = sender.clone();
        async move {
            if request.params()["name"] == "slow" {
                let _dropped = Dropped(sender.clone());
                sender.send("started").unwrap();
                answer(request).await
            } else {
                answer(request).await
            }
        }
    };
    let mut client = Client::of(tools().beside(companion_fn(slow)).unwrap());
    client.initialize().await;
    for id in ["a", "b"] {
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": "prompts/get", "params": { "name": "slow" } });
        client.send(&request).await;
        assert_eq!(events.recv().await, Some("started"));
    }
    let response = client.request("prompts/list", json!({})).await;
    assert_eq!(response["result"], json!({ "prompts": [] }));

    let cancelled = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": "a" } });
    client.send(&cancelled).await;
    assert_eq!(events.recv().await, Some("dropped"));
    let response = client.request("prompts/list", json!({})).await;
    assert_eq!(response["result"], json!({ "prompts": [] }));
    assert!(events.is_empty());

    drop(client);
    assert_eq!(events.recv().await, Some("dropped"));
}

#[tokio::test]
async fn invalid_parameters_of_one_request_are_its_error() {
    let mut client = Client::of(tools().beside(companion_fn(answer)).unwrap());
    client.initialize().await;
    client
        .write(r#"{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"\ud800"}}"#)
        .await;
    assert_eq!(client.next().await["error"]["code"], -32602);
    // A message without parameters.
    client
        .write(r#"{"jsonrpc":"2.0","id":2,"method":"prompts/list"}"#)
        .await;
    assert_eq!(client.next().await["result"], json!({ "prompts": [] }));
}
