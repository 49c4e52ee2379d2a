//! Tests of the shutdown: running calls, incomplete input, a dropped server, and clients that vanish.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use mcp_tool_runtime::{ToolContext, ToolRegistry, mcp_tool, tools};
use mcp_tool_server::ToolServer;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::timeout;

use super::client::*;

#[tokio::test(start_paused = true)]
async fn calls_finish_after_the_input_has_ended() {
    let mut client = Client::legacy(LEGACY[1]).await;
    let id = client.start("tools/call", call("wait", json!({}))).await;
    reaches(&client.gate.started, 1).await;
    // The server also answers a last line without a line end.
    client
        .send_raw(r#"{"jsonrpc":"2.0","id":"last","method":"ping"}"#)
        .await;
    let gate = Arc::clone(&client.gate);
    let open = async {
        // The clock is paused, so the sleep ends once no task can run.
        tokio::time::sleep(Duration::from_millis(50)).await;
        gate.open.add_permits(1);
    };
    let ((rest, end), ()) = tokio::join!(client.end(), open);
    assert_eq!(rest.len(), 2, "{rest:?}");
    assert_eq!(rest[0]["id"], "last");
    assert_eq!(rest[1]["id"], id);
    assert_eq!(rest[1]["result"]["content"][0]["text"], "waited");
    end.unwrap();
}

#[tokio::test]
async fn an_incomplete_last_line_gets_an_error() {
    let mut client = Client::legacy(LEGACY[1]).await;
    client.send_raw(r#"{"jsonrpc":"2.0","id":1"#).await;
    let (rest, end) = client.end().await;
    assert_eq!(rest.len(), 1);
    assert_eq!(rest[0]["error"]["code"], -32700);
    end.unwrap();
}

#[tokio::test(start_paused = true)]
async fn calls_beyond_the_grace_period_are_cancelled() {
    let mut client = Client::legacy(LEGACY[1]).await;
    let id = client.start("tools/call", call("wait", json!({}))).await;
    reaches(&client.gate.started, 1).await;
    let gate = Arc::clone(&client.gate);
    let before = tokio::time::Instant::now();
    let (rest, end) = client.end().await;
    assert_eq!(before.elapsed().as_secs(), ToolServer::GRACE.as_secs());
    assert_eq!(rest.len(), 1, "{rest:?}");
    assert_eq!(
        (&rest[0]["id"], &rest[0]["error"]["code"]),
        (&id, &json!(-32603))
    );
    assert_eq!(gate.dropped.load(Ordering::SeqCst), 1);
    end.unwrap();
}

#[tokio::test]
async fn a_dropped_server_cancels_its_calls() {
    let mut client = Client::legacy(LEGACY[1]).await;
    let id = client.start("tools/call", call("wait", json!({}))).await;
    reaches(&client.gate.started, 1).await;
    client.serving.abort();
    let answer = client.receive().await;
    assert_eq!(
        (&answer["id"], &answer["error"]["code"]),
        (&id, &json!(-32603))
    );
    assert_eq!(client.gate.dropped.load(Ordering::SeqCst), 1);
    let rest = timeout(LIMIT, client.from_server.next_line()).await;
    assert_eq!(rest.expect("the end in time").unwrap(), None);
}

/// Reports progress ten times, and then never returns.
#[mcp_tool]
async fn report(#[context] cx: &ToolContext) {
    for step in 1..=10_u8 {
        cx.progress(step, None, None);
    }
    std::future::pending().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_call_cancelled_while_it_reports_gets_a_response() {
    for _ in 0..50 {
        let registry = ToolRegistry::builder(()).tools(tools![report]);
        let server = ToolServer::new("demo", "1.2.3", registry.build().unwrap());
        let mut client = Client::of(server, Gate::new());
        let mut params = modern(call("report", json!({})));
        params["_meta"]["progressToken"] = json!("p");
        let id = client.start("tools/call", params).await;
        client.receive().await;
        client.serving.abort();
        let answer = loop {
            let line = timeout(LIMIT, client.from_server.next_line()).await;
            let line = line.expect("the end in time").unwrap();
            let message: Value = serde_json::from_str(&line.expect("an answer")).unwrap();
            if message["id"] == id {
                break message;
            }
        };
        assert_eq!(answer["error"]["code"], -32603, "{answer}");
    }
}

#[tokio::test]
async fn a_client_that_closes_its_input_ends_the_server() {
    let mut client = Client::legacy(LEGACY[1]).await;
    drop(client.from_server);
    client
        .to_server
        .write_all(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n")
        .await
        .unwrap();
    let end = timeout(LIMIT, client.serving).await.unwrap().unwrap();
    let error = end.unwrap_err();
    assert_eq!(error.to_string(), "cannot write the responses");
    assert!(std::error::Error::source(&error).is_some());
}

#[tokio::test(start_paused = true)]
async fn a_client_that_stops_reading_does_not_hang_the_server() {
    let (mut to_server, input) = tokio::io::duplex(1024 * 1024);
    let (output, mut from_server) = tokio::io::duplex(16);
    let serving = tokio::spawn(server(&Gate::new()).serve_io(input, output));
    for id in 0..1000 {
        let ping = json!({ "jsonrpc": "2.0", "id": id, "method": "ping" });
        to_server
            .write_all(format!("{ping}\n").as_bytes())
            .await
            .unwrap();
    }
    drop(to_server);
    let end = timeout(Duration::from_secs(60), serving)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(end.unwrap_err().to_string(), "cannot write the responses");
    // The server has closed its stream.
    let mut rest = Vec::new();
    let read = timeout(LIMIT, from_server.read_to_end(&mut rest)).await;
    assert_eq!(read.expect("the end in time").unwrap(), 16);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_vanished_client_is_not_an_error() {
    for pings in 0..200 {
        let mut client = Client::legacy(LEGACY[1]).await;
        for id in 0..pings % 20 {
            let ping = json!({ "jsonrpc": "2.0", "id": id, "method": "ping" });
            client.send(ping).await;
        }
        // The client disconnects, perhaps while the server is still writing responses.
        drop((client.to_server, client.from_server));
        let end = timeout(LIMIT, client.serving).await;
        end.expect("the end in time").unwrap().unwrap();
    }
}
