//! While a client waits for a slow response, the server sends SSE comments to keep the stream open.

use std::sync::atomic::Ordering;
use std::time::Duration;

use mcp_tool_server::HttpConfig;
use serde_json::json;

use super::client::*;

/// Returns a configuration with a short `keep_alive`.
fn impatient() -> HttpConfig {
    HttpConfig::new().keep_alive(Duration::from_millis(20))
}

/// Returns server configurations, each with a client's protocol version. None of these pairs uses a session.
fn without_a_session() -> [(HttpConfig, &'static str); 4] {
    let sessions = impatient().without_sessions();
    [
        (impatient(), NEWEST),
        (sessions.clone(), NEWEST),
        (sessions.clone(), OLDER[0]),
        (sessions, OLDER[1]),
    ]
}

/// Starts a call, reads three comments, and returns the rest of the response stream.
async fn late(client: &Client, tool: &str) -> Stream {
    let mut stream = client.open(&call(1, tool, json!({}))).await;
    assert_eq!(stream.status, 200);
    assert_eq!(stream.headers["content-type"], "text/event-stream");
    assert_eq!(stream.headers["cache-control"], "no-cache");
    for _ in 0..3 {
        stream.next_comment().await;
    }
    stream
}

#[tokio::test]
async fn a_slow_response_sends_comments() {
    for (config, version) in without_a_session() {
        let (address, gate) = serve(config).await;
        let client = Client::new(address, version).await;
        let mut stream = late(&client, "wait").await;
        gate.open.add_permits(1);
        let answer = stream.next().await.expect("an answer");
        assert_eq!(answer["id"], 1);
        assert_eq!(answer["result"]["content"][0]["text"], "waited");
        assert_eq!(stream.next().await, None);
        assert_eq!(gate.dropped.load(Ordering::SeqCst), 0);
    }
}

#[tokio::test]
async fn a_slow_response_can_become_a_stream() {
    for (config, version) in without_a_session() {
        let (address, gate) = serve(config).await;
        let client = Client::new(address, version).await;
        let mut message = call(1, "wait_and_tell", json!({}));
        message["params"]["_meta"]["progressToken"] = json!(7);
        let mut stream = client.open(&message).await;
        stream.next_comment().await;
        gate.open.add_permits(1);
        let progress = stream.next().await.expect("progress");
        assert_eq!(progress["params"]["progressToken"], 7);
        gate.open.add_permits(1);
        let answer = stream.next().await.expect("an answer");
        assert_eq!(answer["result"]["content"][0]["text"], "told");
        assert_eq!(stream.next().await, None);
    }
}

#[tokio::test]
async fn a_lost_slow_stream_cancels_only_in_2026() {
    // R186, R187
    for (config, version) in without_a_session() {
        let (address, gate) = serve(config).await;
        let client = Client::new(address, version).await;
        drop(late(&client, "wait").await);
        if version == NEWEST {
            reaches(&gate.dropped, 1).await;
            assert_eq!(gate.finished.load(Ordering::SeqCst), 0);
        } else {
            // In older versions, the call of `client` continues after its connection closes, so
            // the test cannot observe whether the server has noticed that. So afterwards, also
            // close the connection of `newer`. When the server has cancelled the call of `newer`,
            // it has noticed both closed connections.
            let newer = Client::new(address, NEWEST).await;
            drop(late(&newer, "wait").await);
            reaches(&gate.dropped, 1).await;
            gate.open.add_permits(1);
            reaches(&gate.finished, 1).await;
        }
    }
}

#[tokio::test]
async fn fast_rejections_have_their_http_status() {
    let config = HttpConfig::new().keep_alive(LIMIT);
    for config in [config.clone(), config.without_sessions()] {
        let (address, _) = serve(config).await;
        for (method, params, status, code) in [
            // `newest` does not add the header `mcp-name`, which a `tools/call` request must
            // have.
            ("tools/call", json!({ "name": "wait" }), 400, -32020),
            ("tools/nothing", json!({}), 404, -32601),
        ] {
            let refused = post(address, &newest(method), &request(method, params)).await;
            assert_eq!(refused.status, status);
            assert_eq!(refused.headers["content-type"], "application/json");
            assert_eq!(refused.messages[0]["error"]["code"], code);
        }
    }
}

#[tokio::test]
async fn the_response_that_opens_a_session_is_complete() {
    // The headers of the response to `initialize` contain the session id, which the server does
    // not know before the response is ready. A keep-alive comment before the response would make
    // the server send the headers without the session id.
    let config = HttpConfig::new().keep_alive(Duration::from_nanos(1));
    let (address, _) = serve(config).await;
    let client = Client::new(address, OLDER[1]).await;
    let (_, answer) = client.ask(&call(1, "echo", json!({ "text": "a" }))).await;
    assert_eq!(answer["result"]["content"][0]["text"], "a");
}
