//! Streams for `subscriptions/listen` requests. The user's handler serves these streams.

use rmcp::model::{ServerCapabilities, ServerConfig, SubscriptionFilter};
use rmcp::service::SubscriptionContext;
use rmcp::{ErrorData, ServerHandler};
use serde_json::json;

use crate::stdio::client::*;

const ID: &str = "io.modelcontextprotocol/subscriptionId";

/// A handler that notifies each stream once. It then keeps a stream open only if the client subscribed to
/// changes of prompts.
#[derive(Clone)]
struct Changing;

impl ServerHandler for Changing {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_tool_list_changed()
            .enable_prompts()
            .enable_prompts_list_changed();
        ServerConfig::new(capabilities.build())
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, stream: SubscriptionContext) -> Result<(), ErrorData> {
        stream.sink().notify_tool_list_changed().await.unwrap();
        if stream.accepted().prompts_list_changed == Some(true) {
            stream.cancelled().await;
        }
        Ok(())
    }
}

fn client() -> Client {
    Client::of(alone(Changing), Gate::new())
}

#[tokio::test]
async fn messages_of_a_stream_name_its_request() {
    // R145
    let mut client = client();
    let params = modern(json!({ "notifications": { "toolsListChanged": true } }));
    for id in [json!("first"), json!(1), json!("third")] {
        let listen = json!({ "jsonrpc": "2.0", "id": id, "method": "subscriptions/listen", "params": params });
        client.send_raw(&format!("{listen}\n")).await;
        let acknowledged = client.receive().await;
        assert_eq!(acknowledged["params"]["_meta"][ID], id, "{acknowledged}");
        let changed = client.receive().await;
        assert_eq!(changed["method"], "notifications/tools/list_changed");
        assert_eq!(changed["params"]["_meta"][ID], id, "{changed}");
        let end = client.receive().await;
        assert_eq!(
            (&end["id"], &end["result"]["_meta"][ID]),
            (&id, &id),
            "{end}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn an_open_stream_does_not_delay_shutdown() {
    let mut client = client();
    let chosen = json!({ "toolsListChanged": true, "promptsListChanged": true });
    let params = modern(json!({ "notifications": chosen }));
    client.start("subscriptions/listen", params).await;
    client.receive().await;
    let changed = client.receive().await;
    assert_eq!(changed["method"], "notifications/tools/list_changed");

    let before = tokio::time::Instant::now();
    let (rest, end) = client.end().await;
    assert_eq!(before.elapsed().as_secs(), 0);
    assert_eq!(rest.len(), 1, "{rest:?}");
    assert_eq!(rest[0]["result"]["_meta"][ID], 1);
    end.unwrap();
}

/// A handler that notifies each stream again and again, until the stream closes.
#[derive(Clone)]
struct Restless;

impl ServerHandler for Restless {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools();
        ServerConfig::new(capabilities.enable_tool_list_changed().build())
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(requested.clone())
    }

    async fn listen(&self, stream: SubscriptionContext) -> Result<(), ErrorData> {
        while stream.sink().notify_tool_list_changed().await.is_ok() {}
        Ok(())
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_closed_stream_sends_nothing_more() {
    // R145
    let mut client = Client::of(alone(Restless), Gate::new());
    let params = modern(json!({ "notifications": { "toolsListChanged": true } }));
    for id in (0..40).map(|number| format!("stream {number}")) {
        let listen = json!({ "jsonrpc": "2.0", "id": id, "method": "subscriptions/listen", "params": params });
        client.send(listen).await;
        for _ in 0..3 {
            client.receive().await;
        }
        let params = json!({ "requestId": id });
        client
            .send(
                json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params }),
            )
            .await;
        let ping = json!({ "jsonrpc": "2.0", "id": "ping", "method": "ping" });
        client.send(ping).await;
        loop {
            let message = client.receive().await;
            if message["id"] == "ping" {
                break;
            }
            let of = message["params"]["_meta"][ID].as_str();
            assert!(of.is_some_and(|of| of.starts_with("stream ")), "{message}");
        }
    }
}
