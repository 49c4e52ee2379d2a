//! Lost and resumed streams, cancelled calls, disconnected clients, and notifications.

use std::sync::atomic::Ordering;

use axum::Router;
use mcp_tool_runtime::ToolRegistry;
use mcp_tool_server::{HttpConfig, ToolServer};
use mcp_tool_tests::{live_tool as tool, put, remove};
use rmcp::model::{ListPromptsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value, json};

use super::client::*;

/// Returns a call that reports progress and then waits.
fn waiting(id: u32) -> Value {
    let mut call = call(id, "wait", json!({}));
    call["params"]["_meta"]["progressToken"] = json!(id);
    call
}

#[tokio::test]
async fn a_lost_stream_does_not_cancel_its_call_before_2026() {
    // R186
    for config in [HttpConfig::new(), HttpConfig::new().without_sessions()] {
        for version in OLDER {
            for message in [call(1, "wait", json!({})), waiting(1)] {
                let (address, gate) = serve(config.clone()).await;
                let older = Client::new(address, version).await;
                let lost = older.start(&message).await;
                reaches(&gate.started, 1).await;
                drop(lost);
                // Nothing shows when the server notices that `older` has closed its connection. So
                // afterwards, also close the connection of `newer` to a second server on the same
                // thread. In version `NEWEST`, a server then cancels the call. When the second
                // server has cancelled its call, the first server has noticed `older`, too.
                let (address, other) = serve(config.clone()).await;
                let newer = Client::new(address, NEWEST).await;
                let lost = newer.start(&message).await;
                reaches(&other.started, 1).await;
                drop(lost);
                reaches(&other.dropped, 1).await;

                assert_eq!(gate.dropped.load(Ordering::SeqCst), 0);
                gate.open.add_permits(1);
                reaches(&gate.finished, 1).await;
            }
        }
    }
}

#[tokio::test]
async fn a_call_without_a_stream_can_report_progress() {
    // R186: after the client loses the stream, the tool can still report progress, but the client
    // does not receive the progress
    for config in [HttpConfig::new(), HttpConfig::new().without_sessions()] {
        let (address, gate) = serve(config).await;
        let older = Client::new(address, OLDER[1]).await;
        let mut message = call(1, "wait_and_tell", json!({}));
        message["params"]["_meta"]["progressToken"] = json!(1);
        let lost = older.start(&message).await;
        reaches(&gate.started, 1).await;
        drop(lost);
        let newer = Client::new(address, NEWEST).await;
        let lost = newer.start(&call(1, "wait", json!({}))).await;
        reaches(&gate.started, 2).await;
        drop(lost);
        reaches(&gate.dropped, 1).await;

        gate.open.add_permits(1);
        // Call `echo` to give `wait_and_tell` time to report its progress.
        let (_, answer) = older.ask(&call(2, "echo", json!({ "text": "a" }))).await;
        assert_eq!(answer["id"], 2);
        gate.open.add_permits(1);
        reaches(&gate.finished, 1).await;
    }
}

#[tokio::test]
async fn a_lost_stream_cancels_its_call_in_2026() {
    // R187: test a client that disconnects before the first event, and a client that disconnects
    // after the first event
    for config in [HttpConfig::new(), HttpConfig::new().without_sessions()] {
        let (address, gate) = serve(config).await;
        let client = Client::new(address, NEWEST).await;
        let lost = client.start(&call(1, "wait", json!({}))).await;
        reaches(&gate.started, 1).await;
        drop(lost);
        reaches(&gate.dropped, 1).await;

        let mut lost = client.open(&waiting(2)).await;
        let progress = lost.next().await.unwrap();
        assert_eq!(progress["method"], "notifications/progress");
        drop(lost);
        reaches(&gate.dropped, 2).await;
        assert_eq!(gate.finished.load(Ordering::SeqCst), 0);
    }
}

#[tokio::test]
async fn a_call_is_cancelled_by_its_id() {
    // R184
    let (address, gate) = serve(HttpConfig::new()).await;
    let client = Client::new(address, OLDER[1]).await;
    for (cancelled, id) in [json!(7), json!(7.0), json!(u64::MAX), json!("a")]
        .into_iter()
        .enumerate()
    {
        let mut message = waiting(1);
        message["id"] = id.clone();
        let mut stream = client.open(&message).await;
        stream.next().await.expect("progress");
        client
            .notify("notifications/cancelled", json!({ "requestId": id }))
            .await;
        reaches(&gate.dropped, cancelled + 1).await;
        assert_eq!(
            stream.next().await,
            None,
            "a cancelled call has no response"
        );
        let event = stream.event.as_deref().expect("an event with an id");
        let rest = client.get(&[("last-event-id", event)]).await;
        assert_eq!(rest.status, 204, "there is no response to wait for");
    }
}

#[tokio::test]
async fn an_older_client_resumes_a_lost_stream() {
    // R186
    let [usual, unusual] = [json!(1), json!(7.0)];
    for (has_read_progress, id) in [(false, &usual), (true, &usual), (false, &unusual)] {
        let (address, gate) = serve(HttpConfig::new()).await;
        let client = Client::new(address, OLDER[1]).await;
        let mut message = waiting(1);
        message["id"] = id.clone();
        let mut lost = client.open(&message).await;
        lost.next().await.unwrap();
        drop(lost);
        // An event id has the form `stream/event`. Event `1/0` has no message, and event `1/1`
        // contains the progress.
        let last = if has_read_progress { "1/1" } else { "1/0" };
        let mut found = client.listen(&[("last-event-id", last)]).await;
        gate.open.add_permits(1);
        // The server sends only the events after the event in `last-event-id`.
        if !has_read_progress {
            let progress = found.next().await.unwrap();
            assert_eq!(progress["params"]["progressToken"], 1);
        }
        let answer = found.next().await.unwrap();
        assert_eq!(answer["id"], *id);
        assert_eq!(answer["result"]["content"][0]["text"], "waited");
    }
}

#[tokio::test]
async fn a_response_missed_by_its_client_is_replayed() {
    // R186
    for version in OLDER {
        for (message, last) in [
            (call(1, "wait", json!({})), "1/0"),
            (waiting(1), "1/0"),
            (waiting(1), "1/1"),
        ] {
            let (address, gate) = serve(HttpConfig::new()).await;
            let client = Client::new(address, version).await;
            let mut lost = client.open(&message).await;
            reaches(&gate.started, 1).await;
            if last == "1/1" {
                lost.next().await.expect("progress");
            }
            drop(lost);
            gate.open.add_permits(1);
            reaches(&gate.finished, 1).await;
            // Call `echo` to give the server time to store the response to call 1.
            client.ask(&call(2, "echo", json!({ "text": "a" }))).await;

            // A client can also lose the resumed stream. So resume the stream twice, and expect
            // the same messages each time.
            for _ in 0..2 {
                let mut messages = resumed(&client, last).await;
                let response = messages.pop().expect("the response");
                assert_eq!(response["id"], 1);
                assert_eq!(response["result"]["content"][0]["text"], "waited");
                let reports = message["params"]["_meta"].is_object() && last == "1/0";
                assert_eq!(messages.len(), usize::from(reports));
            }
            let last = if message["params"]["_meta"].is_object() {
                "1/2"
            } else {
                "1/1"
            };
            // There is nothing more to read. After an empty stream, clients would resume it for ever.
            let rest = client.get(&[("last-event-id", last)]).await;
            assert_eq!(rest.status, 204);
        }
    }
}

/// Resumes a stream after the event `last`, and returns the remaining messages.
async fn resumed(client: &Client, last: &str) -> Vec<Value> {
    let mut found = client.listen(&[("last-event-id", last)]).await;
    let mut messages = Vec::new();
    while let Some(message) = found.next().await {
        messages.push(message);
    }
    messages
}

#[tokio::test]
async fn each_response_is_replayed_on_its_own_stream() {
    // R186
    let (address, gate) = serve(HttpConfig::new()).await;
    let client = Client::new(address, OLDER[1]).await;
    for id in 0..8 {
        drop(client.open(&waiting(id)).await);
    }
    reaches(&gate.started, 8).await;
    gate.open.add_permits(8);
    reaches(&gate.finished, 8).await;
    client.ask(&call(8, "echo", json!({ "text": "a" }))).await;
    for id in (0..8).rev() {
        let messages = resumed(&client, &format!("{}/0", id + 1)).await;
        assert_eq!(messages.last().expect("the response")["id"], id);
        assert_eq!(messages.len(), 2, "{messages:?}");
    }
    // A client counts an empty stream as success and waits for ever. So an unknown event is an error, also one of
    // another session.
    let other = Client::new(address, OLDER[1]).await;
    for (client, event) in [
        (&client, "9/0"),
        (&client, "1/3"),
        (&client, "x"),
        (&other, "1/0"),
    ] {
        let unknown = client.get(&[("last-event-id", event)]).await;
        assert_eq!(unknown.status, 400, "{event}");
    }
}

#[tokio::test]
async fn a_stream_without_an_event_cannot_be_resumed() {
    // R186
    let (address, gate) = serve(HttpConfig::new()).await;
    let client = Client::new(address, OLDER[1]).await;
    let lost = client.start(&waiting(1)).await;
    reaches(&gate.started, 1).await;
    drop(lost);
    gate.open.add_permits(1);
    reaches(&gate.finished, 1).await;
    client.ask(&call(2, "echo", json!({ "text": "a" }))).await;
    let (_, answer) = client.ask(&call(1, "echo", json!({ "text": "a" }))).await;
    assert_eq!(answer["result"]["content"][0]["text"], "a");
    // The notification stream does not carry the lost response.
    let mut news = client.listen(&[]).await;
    client.end().await;
    assert_eq!(news.next().await, None);
}

/// A handler that sends a notification whenever a client lists the prompts.
#[derive(Clone)]
struct NewPrompts;

impl ServerHandler for NewPrompts {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_prompts().build())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        context.peer.notify_prompt_list_changed().await.unwrap();
        Ok(ListPromptsResult::default())
    }
}

#[tokio::test]
async fn no_notification_is_lost_or_repeated() {
    let service = alone(NewPrompts).http_service(HttpConfig::new());
    let address = serve_app(Router::new().route_service("/mcp", service)).await;
    let client = Client::new(address, OLDER[1]).await;
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "prompts/list", "params": {} });
    let mut news = client.listen(&[]).await;
    let mut seen = Vec::new();
    for repeated in [0, 1, 1] {
        for _ in 0..2 {
            client.ask(&list).await;
        }
        for _ in 0..2 + repeated {
            let message = news.next().await.expect("news");
            assert_eq!(message["method"], "notifications/prompts/list_changed");
            seen.push(news.event.clone().expect("an id"));
        }
        // The client loses the stream, and has not noted the last message.
        drop(news);
        seen.pop();
        let noted = seen.last().expect("a message");
        news = client.listen(&[("last-event-id", noted)]).await;
    }
    let number = |id: &String| id.split_once('/').unwrap().1.parse::<u32>().unwrap();
    let in_order = seen.is_sorted_by(|one, next| number(one) < number(next));
    assert!(seen.len() == 5 && in_order, "{seen:?}");
}

#[tokio::test]
async fn lost_clients_do_not_affect_others() {
    const CLIENTS: u32 = 12;
    for version in [OLDER[1], NEWEST] {
        let (address, gate) = serve(HttpConfig::new()).await;
        let client = Client::new(address, version).await;
        let mut streams = Vec::new();
        for id in 0..CLIENTS {
            let mut stream = client.open(&waiting(id)).await;
            stream.next().await.unwrap();
            streams.push((id, stream));
        }
        streams.retain(|(id, _)| id % 2 == 0);
        if version == NEWEST {
            reaches(&gate.dropped, CLIENTS as usize / 2).await;
        }
        gate.open.add_permits(CLIENTS as usize);
        for (id, mut stream) in streams {
            let answer = stream.next().await.unwrap();
            assert_eq!(answer["id"], id);
            assert_eq!(answer["result"]["content"][0]["text"], "waited");
            assert_eq!(stream.next().await, None);
        }
    }
}

#[tokio::test]
async fn a_session_that_does_not_listen_still_calls() {
    let live = ToolRegistry::builder(()).build_live().unwrap();
    let server = ToolServer::new("live", "1", live.clone());
    let app = Router::new().route_service("/mcp", server.http_service(HttpConfig::new()));
    let address = serve_app(app).await;
    put(&live, [tool("a", 1)]);
    let client = Client::new(address, OLDER[1]).await;
    for id in 1..20 {
        for _ in 0..100 {
            put(&live, [tool("a", id)]);
            tokio::task::yield_now().await;
        }
        let (_, answer) = client.ask(&call(id, "a", json!({}))).await;
        assert_eq!(answer["result"]["content"][0]["text"], id.to_string());
    }
    let mut stream = client.listen(&[]).await;
    remove(&live, "a");
    assert_eq!(
        stream.next().await.unwrap()["method"],
        "notifications/tools/list_changed"
    );
}
